import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { choiceField } from '../../fields/choice';

/** Values of the "Action" selector: the API's own names (`api/openapi.yaml`, BrowserAction), and typing a login. */
const ON_ELEMENT = ['check', 'click', 'uncheck'];

function showForTypes(types: string[], field: INodeProperties): INodeProperties {
	return { ...field, displayOptions: { show: { type: types } } };
}

const selectorField: INodeProperties = {
	displayName: 'CSS Selector',
	name: 'selector',
	type: 'string',
	default: '',
	placeholder: 'e.g. button.load-more',
	description: "The element on the page. Leave empty to describe it in words in 'Element'.",
};

const stepFields: INodeProperties[] = [
	showForTypes(ON_ELEMENT, selectorField),
	showForTypes(['type', 'typePassword', 'typeUserName'], {
		...selectorField,
		placeholder: 'e.g. input[name=email]',
		description: 'The input on the page',
	}),
	showForTypes(ON_ELEMENT, {
		displayName: 'Element',
		name: 'element',
		type: 'string',
		default: '',
		placeholder: 'e.g. the Accept all button',
		description: "The element in plain words. Used when 'CSS Selector' is empty.",
	}),
	showForTypes(['type'], {
		displayName: 'Text',
		name: 'text',
		type: 'string',
		default: '',
		placeholder: 'e.g. desk lamp',
		description:
			"The text to type. It is saved with the workflow. For a login, choose 'Type User Name' and 'Type Password', which use a credential.",
	}),
	showForTypes(['wait'], {
		displayName: 'Duration (Milliseconds)',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1000,
		description: 'How long to pause',
	}),
	showForTypes(['scroll'], {
		displayName: 'Scroll To (Percent)',
		name: 'to',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 100,
		description: 'How far down to scroll; 100 is the end of the page',
	}),
];

const STEP_TYPES = [
	{ name: 'Check', value: 'check', description: 'Check a checkbox' },
	{ name: 'Click', value: 'click', description: 'Click an element' },
	{ name: 'Scroll', value: 'scroll', description: 'Scroll the page' },
	{ name: 'Type', value: 'type', description: 'Type text into an input' },
	{
		name: 'Type Password',
		value: 'typePassword',
		description: 'Type the password of a credential',
	},
	{
		name: 'Type User Name',
		value: 'typeUserName',
		description: 'Type the user name of a credential',
	},
	{ name: 'Uncheck', value: 'uncheck', description: 'Uncheck a checkbox' },
	{ name: 'Wait', value: 'wait', description: 'Pause' },
];

const FOR_EACH_TYPE = {
	name: 'For Each',
	value: 'forEach',
	description: 'Collect every element of a list, over several pages if you like',
};

function typeSelector(types: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Action',
		name: 'type',
		type: 'options',
		options: types,
		default: 'click',
	};
}

const forEachFields: INodeProperties[] = [
	{
		displayName: 'Elements',
		name: 'observe',
		type: 'string',
		default: '',
		placeholder: 'e.g. the product cards',
		description: 'The repeating elements, in plain words',
	},
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [
			{ name: 'Click', value: 'click', description: 'Click each element and read what opens' },
			{ name: 'Inline', value: 'inline', description: 'Read each element in place' },
			{ name: 'Navigate', value: 'navigate', description: 'Follow the link of each element' },
		],
		default: 'click',
		description: 'How to read the content of each element',
	},
	{
		displayName: 'Actions on Each Element',
		name: 'actions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Action',
		default: {},
		description: 'What to do after opening each element',
		options: [
			{ displayName: 'Action', name: 'action', values: [typeSelector(STEP_TYPES), ...stepFields] },
		],
	},
	{
		displayName: 'Capture Selector',
		name: 'captureSelector',
		type: 'string',
		default: '',
		placeholder: 'e.g. .product-detail',
		description:
			'CSS selector of the part to read for each element. Leave empty for the whole element.',
	},
	{
		displayName: 'Prompt',
		name: 'itemPrompt',
		type: 'string',
		default: '',
		placeholder: 'e.g. Name, price and delivery time',
		description: 'What to extract from each element, in plain words',
	},
	{
		displayName: 'Max Items',
		name: 'maxItems',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 50,
		description: 'Maximum number of elements to collect, over all pages',
	},
	{
		displayName: 'Max Further Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10 },
		default: 5,
		description: "How many pages to visit after the first. Used when 'Next Page Selector' is set.",
	},
	{
		displayName: 'Next Page Selector',
		name: 'nextSelector',
		type: 'string',
		default: '',
		placeholder: 'e.g. a[rel=next]',
		description: 'CSS selector of the control that leads to the next page of the list',
	},
	{
		displayName: 'Wait After Click (Milliseconds)',
		name: 'waitAfterClick',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 2500,
		description: 'How long to wait after each click',
	},
].map((field) => showForTypes(['forEach'], field as INodeProperties));

/** How actions are given. */
export const actionsModeField = choiceField({
	displayName: 'Browser Actions',
	name: 'actionsMode',
	options: [
		{ name: 'None', value: 'none', description: 'Read the page as it opens' },
		{ name: 'Form', value: 'form', description: 'Add actions one by one' },
		{ name: 'JSON', value: 'json', description: 'Give a list of actions as JSON' },
	],
	default: 'none',
	description: 'What to do on each page before it is read, such as clicking or filling in a form',
});

/** What the browser does on each page before it is read: a form, or JSON. */
export const actionFields: readonly INodeProperties[] = [
	actionsModeField,
	{
		displayName: 'Actions',
		name: 'actions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Action',
		default: {},
		displayOptions: { show: { actionsMode: ['form'] } },
		description: 'Carried out in this order on every page',
		options: [
			{
				displayName: 'Action',
				name: 'action',
				values: [typeSelector([...STEP_TYPES, FOR_EACH_TYPE]), ...stepFields, ...forEachFields],
			},
		],
	},
	{
		displayName: 'Actions (JSON)',
		name: 'actionsJson',
		type: 'json',
		typeOptions: { rows: 6 },
		default: '[]',
		placeholder:
			'e.g. [{"type": "click", "selector": "#more"}, {"type": "wait", "duration": 1000}]',
		displayOptions: { show: { actionsMode: ['json'] } },
		description: 'A list of actions as the API takes it, carried out in this order on every page',
	},
];
