import type { components } from '../../../../api/generated/types';
import { InputError, showValue } from '../../items/parameterValues';
import { isRecord } from '../../transport/serviceBody';

export type BrowserAction = components['schemas']['BrowserAction'];

type Fields = Readonly<Record<string, unknown>>;

/** `api/openapi.yaml`, BrowserAction and ForEachAction. */
const MAX_ITEMS = 50;
const MAX_FURTHER_PAGES = 10;
const MODES = ['click', 'inline', 'navigate'];

function isText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

function isWhole(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): boolean {
	return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function needsElement({ selector, value }: Fields): string | undefined {
	return isText(selector) || isText(value)
		? undefined
		: 'has no element: give a CSS selector, or describe the element in words';
}

/** Each entry: a field, whether a value is allowed there, and what is. */
const FOR_EACH_LIMITS: ReadonlyArray<[string, (value: unknown) => boolean, string]> = [
	['mode', (value) => MODES.some((mode) => mode === value), `one of ${MODES.join(', ')}`],
	['maxItems', (value) => isWhole(value, 1, MAX_ITEMS), `a whole number from 1 to ${MAX_ITEMS}`],
	['waitAfterClick', (value) => isWhole(value, 0), 'a whole number of milliseconds'],
];

function checkForEach(action: Fields): string | undefined {
	if (!isText(action.observe)) return 'has no elements: describe them in words';
	for (const [name, isAllowed, allowed] of FOR_EACH_LIMITS) {
		if (action[name] !== undefined && !isAllowed(action[name])) {
			return `has ${showValue(action[name])} as ${name}: it must be ${allowed}`;
		}
	}
	return checkPagination(action.pagination) ?? checkItemActions(action.actions);
}

function checkPagination(pagination: unknown): string | undefined {
	if (pagination === undefined) return undefined;
	if (!isRecord(pagination) || !isText(pagination.nextSelector)) {
		return 'has a pagination without nextSelector: give the CSS selector of the next page control';
	}
	const { maxPages } = pagination;
	return maxPages === undefined || isWhole(maxPages, 1, MAX_FURTHER_PAGES)
		? undefined
		: `has ${showValue(maxPages)} as maxPages: it must be a whole number from 1 to ${MAX_FURTHER_PAGES}`;
}

function checkItemActions(actions: unknown): string | undefined {
	if (actions === undefined) return undefined;
	if (!Array.isArray(actions)) return 'has actions that are not a list';
	for (const [index, action] of actions.entries()) {
		const isNested = isRecord(action) && action.type === 'forEach';
		const problem = isNested
			? 'is a forEach inside another, which is not possible'
			: findProblem(action);
		if (problem) return `has a step ${index + 1} that ${problem}`;
	}
	return undefined;
}

const RULES: ReadonlyMap<unknown, (action: Fields) => string | undefined> = new Map(
	Object.entries({
		check: needsElement,
		click: needsElement,
		uncheck: needsElement,
		type: ({ selector, value }) => {
			if (!isText(selector)) return 'has no input: give its CSS selector';
			return typeof value === 'string' ? undefined : 'has no text to type';
		},
		wait: ({ duration, selector }) => {
			if (selector !== undefined && !isText(selector)) {
				return 'has no element to wait for: give its CSS selector';
			}
			if (isWhole(duration, 0)) return undefined;
			const found = duration === undefined ? 'no duration' : `the duration ${showValue(duration)}`;
			return `has ${found}: give whole milliseconds, e.g. 1000`;
		},
		scroll: ({ to }) =>
			typeof to === 'string' && /^(100(\.0+)?|\d{1,2}(\.\d+)?)%$/.test(to)
				? undefined
				: 'has no place to scroll to: give a percentage of the page from 0% to 100%',
		forEach: checkForEach,
	}),
);

function findProblem(action: unknown): string | undefined {
	if (!isRecord(action)) return 'is not an object';
	const rule = RULES.get(action.type);
	if (rule) return rule(action);
	return `has the type ${showValue(action.type)}: choose one of ${[...RULES.keys()].join(', ')}`;
}

/**
 * Checks a list of actions in the API's form.
 * @throws InputError naming the first action that can't be carried out
 */
export function checkActions(actions: unknown, field: string): BrowserAction[] {
	if (!Array.isArray(actions)) {
		throw new InputError(field, 'is not a list', 'Enter a list: [{"type": "click", …}, …].');
	}
	for (const [index, action] of actions.entries()) {
		const problem = findProblem(action);
		if (problem) {
			const isKnown = isRecord(action) && RULES.has(action.type);
			const type = isKnown ? ` (${String(action.type)})` : '';
			throw new InputError(
				field,
				`has an action that cannot be carried out`,
				`Action ${index + 1}${type} ${problem}.`,
			);
		}
	}
	return actions as BrowserAction[];
}
