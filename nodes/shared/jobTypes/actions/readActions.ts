import type { IDataObject } from 'n8n-workflow';
import { readLogin } from '../../fields/login';
import {
	InputError,
	readExactText,
	readFlag,
	readText,
	showValue,
	type ParameterValues,
	readJson,
} from '../../items/parameterValues';
import { isRecord } from '../../transport/serviceBody';
import { actionsField, actionsJsonField } from './actionFields';
import { checkActions, type BrowserAction } from './checkActions';

/** A row of a form of actions, with its place for messages: "Actions, action 2". */
interface ActionRow {
	values: ParameterValues;
	place: string;
	/** All parameters of the item, which contain the login to be typed. */
	item: ParameterValues;
}

/**
 * Rows of a form of actions; an empty form has none.
 * @throws InputError when it is no form, such as an expression gives
 */
function readRows(form: unknown, place: string, item: ParameterValues): ActionRow[] {
	const isEmpty = form === undefined || form === null || form === '';
	const rows: unknown = isRecord(form) && Object.keys(form).length > 0 ? form.action : [];
	const isForm = (isEmpty || isRecord(form)) && Array.isArray(rows);
	if (!isForm || !rows.every(isRecord)) {
		throw new InputError(
			place,
			`is ${showValue(form)}`,
			"Add actions with 'Add Action'. A list from an expression belongs in 'Browser Actions (JSON)'.",
		);
	}
	return rows.map((values, index) => ({ values, place: `${place}, action ${index + 1}`, item }));
}

/** Only what was filled in: an empty field means "not set". */
function filled(entries: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(entries).filter(([, value]) => value !== '' && value !== undefined),
	);
}

function textOf({ values, place }: ActionRow, name: string, label: string): string {
	return readText(values, { name, displayName: `${place}, ${label}` });
}

/** A number, which expressions also give as text. What is no number is left to the check. */
function numberOf({ values }: ActionRow, name: string): number | undefined {
	const value = values[name];
	const isNumericText =
		typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
	return (isNumericText ? Number(value) : value) as number | undefined;
}

function elementOf(row: ActionRow): IDataObject {
	const selector = textOf(row, 'selector', 'CSS Selector');
	return selector === '' ? filled({ value: textOf(row, 'element', 'Element') }) : { selector };
}

function forEachOf(row: ActionRow): IDataObject {
	const nextSelector = textOf(row, 'nextSelector', 'Next Page Selector');
	const place = `${row.place}, Actions on Each Element`;
	const actions = readFormActions(row.values.actions, place, row.item);
	return {
		...filled({
			observe: textOf(row, 'observe', 'Elements'),
			mode: textOf(row, 'mode', 'Mode'),
			captureSelector: textOf(row, 'captureSelector', 'Capture Selector'),
			itemPrompt: textOf(row, 'itemPrompt', 'Prompt'),
			maxItems: numberOf(row, 'maxItems'),
			waitAfterClick: numberOf(row, 'waitAfterClick'),
		}),
		...(actions.length > 0 && { actions }),
		...(nextSelector !== '' && {
			pagination: filled({ nextSelector, maxPages: numberOf(row, 'maxPages') }),
		}),
	};
}

/** Typing into an input; a line break at the end of the text is Enter (`api/openapi.yaml`, TypeAction). */
function typeOf(row: ActionRow, text: string): IDataObject {
	const pressEnter = { name: 'pressEnter', displayName: `${row.place}, Press Enter` };
	const value = readFlag(row.values, pressEnter) ? `${text}\n` : text;
	return { type: 'type', ...filled({ selector: textOf(row, 'selector', 'CSS Selector') }), value };
}

/** A pause that ends when an element is there (`api/openapi.yaml`, WaitAction). */
function waitForElementOf(row: ActionRow): IDataObject {
	const selector = textOf(row, 'selector', 'CSS Selector');
	return { type: 'wait', selector, ...filled({ duration: numberOf(row, 'maxWait') }) };
}

/** How each type of the form is written in the API's form (`api/openapi.yaml`, BrowserAction). */
const WRITERS: ReadonlyMap<string, (row: ActionRow) => IDataObject> = new Map([
	['check', elementOf],
	['click', elementOf],
	['uncheck', elementOf],
	[
		'type',
		(row) =>
			typeOf(row, readExactText(row.values, { name: 'text', displayName: `${row.place}, Text` })),
	],
	['typePassword', (row) => typeOf(row, readLogin(row.item, 'password', row.place))],
	['typeUserName', (row) => typeOf(row, readLogin(row.item, 'userName', row.place))],
	['wait', (row) => filled({ duration: numberOf(row, 'duration') })],
	['waitForElement', waitForElementOf],
	[
		'scroll',
		// "80", 80 and "80%" are the same place of a page.
		(row) => ({ to: `${textOf(row, 'to', 'Scroll To').replace(/\s?%$/, '') || 100}%` }),
	],
	['forEach', forEachOf],
]);

/**
 * The form of actions in the API's form, unchecked.
 * @param place the form's name, for messages
 * @param item all parameters of the item
 * @throws InputError when a text is a list or an object, or a login is to be typed that is not there
 */
function readFormActions(form: unknown, place: string, item: ParameterValues): IDataObject[] {
	return readRows(form, place, item).map((row) => {
		const type = textOf(row, 'type', 'Action') || 'click';
		return { type, ...WRITERS.get(type)?.(row) };
	});
}

/**
 * The browser actions of one item; an empty list for none.
 * @param values all parameters, which contain the login to be typed
 * @throws InputError when an action can't be carried out
 */
export function readActions(options: ParameterValues, values: ParameterValues): BrowserAction[] {
	const { displayName: formName } = actionsField;
	const { displayName: jsonName } = actionsJsonField;
	const ofForm = readFormActions(options[actionsField.name], formName, values);
	const ofJson = readJson(options[actionsJsonField.name], jsonName, { isSecret: true }) ?? [];
	const hasJson = !Array.isArray(ofJson) || ofJson.length > 0;
	if (ofForm.length > 0 && hasJson) {
		throw new InputError(jsonName, `is set beside '${formName}'`, 'Remove one of them in Options.');
	}
	return hasJson ? checkActions(ofJson, jsonName) : checkActions(ofForm, formName);
}
