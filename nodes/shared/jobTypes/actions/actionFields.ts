import type { INodeProperties } from 'n8n-workflow';
import {
	choiceField,
	flagField,
	jsonField,
	named,
	namedFields,
	numberField,
	textField,
	type Choices,
} from '../../fields/field';

/** Values of the "Action" selector: the API's own names (`api/openapi.yaml`, BrowserAction), and typing a login. */
const STEP_TYPES = {
	check: 'Check: Check a checkbox',
	click: 'Click: Click an element',
	scroll: 'Scroll: Scroll the page',
	type: 'Type: Type text into an input',
	typePassword: 'Type Password: Type the password of a credential',
	typeUserName: 'Type User Name: Type the user name of a credential',
	uncheck: 'Uncheck: Uncheck a checkbox',
	wait: 'Wait: Pause',
	waitForElement: 'Wait for Element: Pause until an element is visible',
};

const ON_ELEMENT = ['check', 'click', 'uncheck'];

const TYPING = ['type', 'typePassword', 'typeUserName'];

const FOR_EACH = 'For Each: Collect every element of a list, over several pages if you like';

const onlyFor = (...type: string[]) => ({ displayOptions: { show: { type } } });

function selectorField(types: string[], description: string, placeholder: string) {
	const details = { displayName: 'CSS Selector', placeholder, ...onlyFor(...types) };
	return named('selector', textField(description, details));
}

const stepFields: INodeProperties[] = [
	selectorField(
		ON_ELEMENT,
		"The element on the page. Leave empty to describe it in words in 'Element'.",
		'e.g. button.load-more',
	),
	selectorField(TYPING, 'The input on the page', 'e.g. input[name=email]'),
	selectorField(['waitForElement'], 'The element to wait for', 'e.g. .search-results'),
	...Object.values(
		namedFields({
			element: textField("The element in plain words. Used when 'CSS Selector' is empty.", {
				placeholder: 'e.g. the Accept all button',
				...onlyFor(...ON_ELEMENT),
			}),
			text: textField(
				"The text to type. It is saved with the workflow. For a login, choose 'Type User Name' and 'Type Password', which use a credential.",
				{ placeholder: 'e.g. desk lamp', ...onlyFor('type') },
			),
			pressEnter: flagField(
				'Whether to press Enter after the text, for example to start a search. Works with the local service.',
				onlyFor(...TYPING),
			),
			maxWait: numberField(
				10_000,
				'Longest time to wait. If the element is not visible by then, the page fails. Works with the local service; others simply pause that long.',
				[0],
				{ displayName: 'Max Wait (Milliseconds)', ...onlyFor('waitForElement') },
			),
			duration: numberField(1000, 'How long to pause', [0], {
				displayName: 'Duration (Milliseconds)',
				...onlyFor('wait'),
			}),
			to: numberField(100, 'How far down to scroll; 100 is the end of the page', [0, 100], {
				displayName: 'Scroll To (Percent)',
				...onlyFor('scroll'),
			}),
		}),
	),
];

const forEachFields: INodeProperties[] = Object.values(
	namedFields({
		observe: textField('The repeating elements, in plain words', {
			displayName: 'Elements',
			placeholder: 'e.g. the product cards',
		}),
		mode: choiceField(
			'click',
			{
				click: 'Click: Click each element and read what opens',
				inline: 'Inline: Read each element in place',
				navigate: 'Navigate: Follow the link of each element',
			},
			'How to read the content of each element',
		),
		actions: {
			displayName: 'Actions on Each Element',
			...formOf(STEP_TYPES),
			description: 'What to do after opening each element',
		},
		captureSelector: textField(
			'CSS selector of the part to read for each element. Leave empty for the whole element.',
			{ placeholder: 'e.g. .product-detail' },
		),
		itemPrompt: textField('What to extract from each element, in plain words', {
			displayName: 'Prompt',
			placeholder: 'e.g. Name, price and delivery time',
		}),
		maxItems: numberField(50, 'Maximum number of elements to collect, over all pages', [1, 50]),
		maxPages: numberField(
			5,
			"How many pages to visit after the first. Used when 'Next Page Selector' is set.",
			[1, 10],
			{ displayName: 'Max Next Pages' },
		),
		nextSelector: textField('CSS selector of the control that leads to the next page of the list', {
			displayName: 'Next Page Selector',
			placeholder: 'e.g. a[rel=next]',
		}),
		waitAfterClick: numberField(2500, 'How long to wait after each click', [0], {
			displayName: 'Wait After Click (Milliseconds)',
		}),
	}),
).map((field) => ({ ...field, ...onlyFor('forEach') }));

/** A form of actions, in which each type has its fields. */
function formOf(types: Choices<string>, fields: readonly INodeProperties[] = []) {
	const type = named('type', choiceField('click', types, '', { displayName: 'Action' }));
	const values = [type, ...stepFields, ...fields];
	return {
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Action',
		default: {},
		options: [{ displayName: 'Action', name: 'action', values }],
	};
}

const fields = namedFields({
	actions: {
		...formOf({ ...STEP_TYPES, forEach: FOR_EACH }, forEachFields),
		displayName: 'Browser Actions',
		description:
			'What to do on each page before it is read, such as clicking or filling in a form, in this order',
	},
	actionsJson: jsonField(
		'A list of actions as the API takes it, carried out in this order on every page',
		{
			displayName: 'Browser Actions (JSON)',
			typeOptions: { rows: 6 },
			default: '[]',
			placeholder:
				'e.g. [{"type": "click", "selector": "#more"}, {"type": "wait", "duration": 1000}]',
		},
	),
});

export const { actions: actionsField, actionsJson: actionsJsonField } = fields;

/** Entries of the options collection for what the browser does on each page before it is read. */
export const actionOptions: readonly INodeProperties[] = Object.values(fields);
