import type { JsonObject, JsonValue } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { DataRecord } from '../pageData.ts';
import { resolveLink } from '../values/address.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, agreedValues, allValues } from './fieldBag.ts';
import { nearestHeading } from './nearestHeading.ts';
import { visibleText } from './visibleText.ts';

/** Classes by which pages mark an element as label or value of a pair. */
const LABEL_CLASS =
	/(?:^|[\s_-])(?:label|key|term|property|attr(?:ibute)?(?:-?name)?|caption)(?:$|[\s_-])/iu;
const VALUE_CLASS = /(?:^|[\s_-])(?:value|val|data|desc(?:ription)?|content|detail)(?:$|[\s_-])/iu;
const MAX_LABEL_CHARACTERS = 60;

/** Definition lists, and pairs of elements whose classes say label and value, by list. */
export function readDefinitionLists(document: Document, baseUrl: string): DataRecord[] {
	const lists = [...document.querySelectorAll('dl')].map((list) => listRecord(list, baseUrl));
	return [...lists, markedPairs(document, baseUrl)].filter(
		(record) => Object.keys(record.fields).length > 0,
	);
}

/** The terms inside an element with their definitions; several definitions of a term are a list. */
export function definitionFields(element: Element, baseUrl: string): JsonObject {
	const bag: FieldBag = new Map();
	let term = '';
	for (const part of element.querySelectorAll('dt, dd')) {
		if (part.tagName.toUpperCase() === 'DT') term = labelText(part);
		else addField(bag, term, elementValue(part, baseUrl));
	}
	return allValues(bag);
}

function listRecord(list: Element, baseUrl: string): DataRecord {
	const heading = nearestHeading(list);
	return {
		names: heading === '' ? [] : [nameKey(heading)],
		fields: definitionFields(list, baseUrl),
		isDeclared: false,
	};
}

function markedPairs(document: Document, baseUrl: string): DataRecord {
	const bag: FieldBag = new Map();
	for (const label of document.querySelectorAll('[class]')) {
		const value = pairedValue(label);
		const text = value === undefined ? '' : labelText(label);
		if (value === undefined || text.length > MAX_LABEL_CHARACTERS) continue;
		addField(bag, text, elementValue(value, baseUrl));
	}
	return { names: [], fields: agreedValues(bag), isDeclared: false };
}

/** The element beside a label when the two are alone with each other and marked as a pair. */
function pairedValue(label: Element): Element | undefined {
	if (!LABEL_CLASS.test(label.getAttribute('class') ?? '')) return undefined;
	const value = label.nextElementSibling;
	const isAlone = label.previousElementSibling === null && value?.nextElementSibling === null;
	const isMarked = VALUE_CLASS.test(value?.getAttribute('class') ?? '');
	return value !== null && isAlone && isMarked ? value : undefined;
}

function labelText(element: Element): string {
	return visibleText(element).replace(/\s*[:：]$/u, '');
}

/** A value that is nothing but a link keeps its address beside its text. */
function elementValue(element: Element, baseUrl: string): JsonValue {
	const text = visibleText(element);
	const link = element.querySelector('a[href]');
	if (link === null || visibleText(link) !== text) return text;
	const url = resolveLink(link.getAttribute('href') ?? '', baseUrl);
	return url === undefined ? text : { name: text, url };
}
