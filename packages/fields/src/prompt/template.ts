import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { findJson } from '../answer/answerJson.ts';

/** What stands for a value without quotes: `_`, `True/False`, `<name>`. Texts in quotes are passed over. */
const BARE_VALUE = /"[^"]*"|'[^']*'|(:\s*)[\p{L}_<.…][^,{}[\]\n]*/gu;

/** A template of the answer in a prompt, as a schema, and what the prompt says around it. */
export interface Template {
	schema: JsonObject;
	/** One entry of a list. */
	isEntry: boolean;
	rest: string;
}

/** The answer that a prompt shows: `[{"title": "", "url": ""}]`. */
export function readTemplate(prompt: string): Template | undefined {
	const plain = prompt.replace(BARE_VALUE, (all, colon?: string) =>
		colon === undefined ? all : `${colon}""`,
	);
	const value = findJson(plain)[0]?.value;
	const entry = Array.isArray(value) ? value[0] : value;
	if (!isJsonObject(entry) || Object.keys(entry).length === 0) return undefined;
	const isEntry = Array.isArray(value);
	const start = prompt.search(/[[{]/u);
	const end = Math.max(prompt.lastIndexOf('}'), isEntry ? prompt.lastIndexOf(']') : 0);
	const rest = `${prompt.slice(0, start)} ${prompt.slice(end + 1)}`.replace(/```(?:json)?/gu, ' ');
	return { schema: schemaOfExample(entry), isEntry, rest };
}

function schemaOfExample(value: JsonObject): JsonObject {
	const properties = Object.entries(value).map(([name, example]) => [name, typeOf(example)]);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

function typeOf(example: JsonValue): JsonObject {
	if (isJsonObject(example)) return schemaOfExample(example);
	if (!Array.isArray(example)) return {};
	const [entry = null] = example;
	return { type: 'array', ...(isJsonObject(entry) && { items: schemaOfExample(entry) }) };
}
