import type { JsonValue } from '../../json.ts';
import { asAddress } from '../values/address.ts';
import { markdownLinks, markdownText } from './markdownLinks.ts';

/** A label with its value, as in "Price: 12.99". */
export interface LabelledValue {
	label: string;
	value: JsonValue;
}

const MAX_LABEL_CHARACTERS = 40;
const MAX_LABEL_WORDS = 4;
const MAX_VALUE_CHARACTERS = 500;
const MAX_LINE_CHARACTERS = 1_000;

/** List bullets, quote marks and numbering before the text of a line. */
const LEAD = /^\s*(?:>\s*)*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?/u;
/** "**Label:** value", "**Label**: value", "Label: value"; the label starts with a letter. */
const LABELLED =
	/^(?:\*\*|__|\*|`)?(\p{L}[^:*_`|]*?)(?:(?:\*\*|__|\*|`)\s*[:：]|[:：]\s?(?:\*\*|__|\*|`)|[:：](?=\s))\s*(\S.*)$/u;
/** Signs between several labelled values of one line. */
const SEPARATORS = /\s+[|·•]\s+|\t+| {3,}/u;

/** The labelled values of a line of Markdown; several when the line separates them by signs. */
export function readLabelLine(line: string, baseUrl: string): LabelledValue[] {
	const text = line.replace(LEAD, '').trimEnd();
	if (text.length > MAX_LINE_CHARACTERS || !/[:：]/u.test(text)) return [];
	const parts = text.split(SEPARATORS).map((part) => readLabelled(part, baseUrl));
	if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts;
	const whole = readLabelled(text, baseUrl);
	return whole === undefined ? [] : [whole];
}

/** True for a text short and plain enough to be the label of a value. */
export function isLabel(text: string): boolean {
	const words = text.split(/\s+/u).length;
	const isShort = text.length <= MAX_LABEL_CHARACTERS && words <= MAX_LABEL_WORDS;
	return isShort && /^\p{L}/u.test(text) && !/https?$|[.!?;,]\s|[{}<>"]/u.test(text);
}

function readLabelled(text: string, baseUrl: string): LabelledValue | undefined {
	const [, rawLabel = '', rawValue = ''] = LABELLED.exec(text) ?? [];
	const label = markdownText(rawLabel);
	if (label === '' || !isLabel(label) || rawValue.length > MAX_VALUE_CHARACTERS) return undefined;
	const value = labelValue(rawValue, baseUrl);
	return value === '' ? undefined : { label, value };
}

/** A value that is a link keeps its address beside its text. */
function labelValue(markdown: string, baseUrl: string): JsonValue {
	const text = markdownText(markdown);
	const [link, ...others] = markdownLinks(markdown);
	if (link === undefined || others.length > 0 || link.text !== text) return text;
	const url = asAddress(link.url, baseUrl) ?? link.url;
	return url === text ? text : { name: text, url };
}
