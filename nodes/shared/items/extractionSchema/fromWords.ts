import { InputError } from '../parameterValues';
import type { JsonSchema } from './checkSchema';
import { schemaFromFields } from './fromFields';

/** Types as people and language models write them, with the value of the field table that each means. */
const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
	['text', 'text'],
	['string', 'text'],
	['number', 'number'],
	['whole number', 'integer'],
	['integer', 'integer'],
	['date', 'date'],
	['true or false', 'boolean'],
	['boolean', 'boolean'],
]);

/** A name with more words is a sentence. */
const MAX_NAME_WORDS = 6;

/** A row of the field table. */
interface FieldRow {
	name: string;
	type?: string;
	description?: string;
	choices?: string;
}

/** Parts between commas, semicolons and line breaks; those in brackets belong to a name. */
function splitEntries(text: string): string[] {
	const entries = [''];
	let depth = 0;
	for (const character of text) {
		if (character === '(') depth += 1;
		if (character === ')') depth -= 1;
		const isEnd = character === '\n' || (depth <= 0 && ',;'.includes(character));
		if (isEnd) entries.push('');
		else entries.push(`${entries.pop() ?? ''}${character}`);
		if (isEnd) depth = 0;
	}
	const withoutMarks = entries.map((entry) =>
		entry
			.trim()
			.replace(/^(?:[-*•]|\d{1,3}[.)])\s/, '')
			.replace(/^(["'`])(.*)\1$/s, '$2')
			.trim(),
	);
	return withoutMarks.filter((entry) => entry !== '');
}

/** The names in the last entry of a list as English ends it: `price and link`, `and link`. */
function splitLastEntry(entries: readonly string[]): string[] {
	const last = entries.at(-1) ?? '';
	const pair = /^([^\s:]+) and ([^\s:]+)$/i.exec(last)?.slice(1);
	const names = pair ?? [entries.length > 1 ? last.replace(/^and (?=\S)/i, '') : last];
	return entries.length === 0 ? [] : [...entries.slice(0, -1), ...names];
}

/** What is said of a field behind its name; undefined where it is no type, and too short for a description. */
function readWords(words: string): Omit<FieldRow, 'name'> | undefined {
	if (words.includes('|')) return { type: 'choice', choices: words.replaceAll('|', ',') };
	const lower = words.toLowerCase();
	for (const [word, type] of TYPE_WORDS) {
		if (lower === word) return { type };
		if (lower.startsWith(`${word} `)) return { type, description: words.slice(word.length).trim() };
	}
	return words.includes(' ') ? { description: words } : undefined;
}

const LIST = /^list(?: of (\w[\w ]*))?$/i;

/** A name and the words behind it, where these say that it is a list: `list of numbers`. */
function readList(name: string, words: string): [name: string, words: string] {
	const [found, entries = 'text'] = LIST.exec(words) ?? [];
	return found === undefined ? [name, words] : [`${name}[]`, entries.replace(/s$/i, '')];
}

function readEntry(entry: string, field: string): FieldRow {
	const [written = '', ...behind] = entry.split(':');
	const [name, words] = readList(written.trim(), behind.join(':').trim());
	if (name.split(/\s+/).length > MAX_NAME_WORDS) {
		throw new InputError(
			field,
			`contains '${name}', which looks like a sentence`,
			"Enter names separated by commas, e.g. name, price, link. Put sentences into 'Instructions', or choose Answer to a Prompt.",
		);
	}
	if (words === '') return { name };
	const read = readWords(words);
	if (read) return { name, ...read };
	throw new InputError(
		field,
		`has the type '${words}' for '${name}'`,
		`After the colon, write one of these: ${[...TYPE_WORDS.keys()].join(', ')}, list, or the allowed values: new | used.`,
	);
}

/**
 * The schema of fields that are named in a line: `name, price: number, tags: list`. Behind a colon is the
 * type, what the value means, or which values are allowed; names may lead inside as those of the field table.
 * @throws InputError when there is no name, or one can't be read
 */
export function schemaFromWords(text: string, field: string): JsonSchema {
	const rows = splitLastEntry(splitEntries(text)).map((entry) => readEntry(entry, field));
	return schemaFromFields({ field: rows }, field, 'entry');
}
