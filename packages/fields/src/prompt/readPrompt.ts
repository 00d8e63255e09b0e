import { isJsonObject, type JsonObject } from '@web-data-extraction/page/json';
import { stemOf } from '../names/singular.ts';
import { BACK } from './functionWords.ts';
import type { Limit } from './limit.ts';
import { LIST_NAME } from './promptNames.ts';
import {
	fieldName,
	isAny,
	isPlural,
	lower,
	mayBePlural,
	namesFact,
	namesText,
	namesTitle,
	plural,
	singular,
	unquoted,
	withQuotedWords,
} from './promptWords.ts';
import { withoutRemarks } from './remarks.ts';
import { askingAmong, readSentence, type Sentence, sentencesIn } from './sentences.ts';
import { readTemplate, type Template } from './template.ts';

/** What a prompt asks for. */
export interface AskedByPrompt {
	/** With a list of objects where a list is meant; undefined when nothing was understood whole. */
	schema?: JsonObject;
	/** Its parts that were not understood, in its own words; the schema is without them. */
	notUnderstood: string[];
}

const LONGEST_PROMPT = 1_000;
const MOST_FIELDS = 30;
/** Words of other languages are not singular because they lack an s. */
const ENGLISH =
	/(?:^|\s)(?:and|with|the|of|each|every|all|from|for|list|which|what|who)(?:\s|$)|^[a-z]+:/iu;
const FORM = String.raw`(?:valid\s)?(?:json|csv|markdown)?\s?(?:json|csv|markdown|table|list|array|objects?|format|file|tabelle|liste|tableau|tabla|tabela|tabella|lista|tabel|lijst)`;
/** "as a JSON array", "in Form einer Tabelle" */
const IN_FORM = new RegExp(
	String.raw`(?<!\p{L})(?:as|in|into|als|en|im|sous\sforme\sde|como|come|em|in\sform|with(?=\svalid\s))\s(?:an?\s|this\s(?:exact\s)?|the\sfollowing\s|eine?r?\s|une?\s|una?\s|uma\s|een\s|formato?\s)?${FORM}(?:\s(?:array|object|objects|format|table|list|file))?(?!\p{L})`,
	'giu',
);
/** A list with dashes in one line: ": - name - price". */
const DASHED = /:\s[-–•]\s.*/su;
/** "on this page", "auf dieser Seite": where everything is. */
const HERE =
	/(?<!\p{L})(?:on|from|of|in|at|auf|von|aus|sur|de|dans|en|em|da|su|in|op|van)\s(?:this|the|that|these|dieser|diesem|der|dem|cette|la|esta|essa|esta|questa|deze|de)\s(?:(?:web\s?)?pages?|web\s?site|site|shop|store|thread|webseite|seite|liste|page|página|pagina|sito|tienda|loja|negozio|boutique|winkel)(?!\p{L})/giu;
/** "displayed on the main products page" */
const ON_NAMED_PAGE =
	/(?<!\p{L})(?:(?:shown|listed|displayed|mentioned|visible|present|available)\s)?(?:on|from|in)\s(?:this|the|that|these)\s(?:(?!(?:and|or|of|to|for|from|on|in|with|the)\s)[\p{L}\p{N}-]+\s){0,3}(?:(?:web\s?)?pages?|web\s?site|table|content|text|response)(?!\p{L})/giu;

/**
 * What a prompt in plain words asks for, by one grammar: sentences with orders in front; then `THINGS with FIELDS`,
 * `FIELDS of each THING`, `THINGS: FIELDS`, `for each THING, FIELDS`, FIELDS alone, or `one row per THING`; or
 * questions, of which each asks for a field. Only the function words of seven languages are known.
 */
export function readPrompt(prompt: string): AskedByPrompt {
	const text = tidy(prompt);
	if (prompt.length > LONGEST_PROMPT) return { notUnderstood: [`${unquoted(text).slice(0, 60)}…`] };
	const template = readTemplate(prompt);
	const asked = readWords(template === undefined ? text : tidy(template.rest), template);
	return { ...asked, notUnderstood: asked.notUnderstood.map(unquoted) };
}

/** What the words of a prompt ask for, and the template of the answer beside them. */
function readWords(text: string, template: Template | undefined): AskedByPrompt {
	const { rest, remarks } = withoutRemarks(text);
	const sentences = sentencesIn(rest).map(readSentence);
	const asking = askingAmong(sentences);
	const unread = sentences.flatMap((sentence) =>
		asking.includes(sentence) ? sentence.unread : sentence.isForm ? [] : [sentence.text],
	);
	const isChange = unread.some((part) => part.split(' ').some((word) => isAny(word, BACK)));
	const notUnderstood = [...unread, ...remarks];
	if (isChange) return { notUnderstood };
	const schema = schemaFor(asking, template, ENGLISH.test(text));
	if (schema === undefined) {
		const parts = sentences.flatMap((sentence) => sentence.unread);
		return { notUnderstood: parts.length > 0 ? parts : [rest] };
	}
	const limit = asking.find((sentence) => sentence.limit)?.limit;
	if (limit === undefined) return { schema, notUnderstood };
	const limited = withLimit(schema, limit);
	return limited
		? { schema: limited, notUnderstood }
		: { schema, notUnderstood: [...notUnderstood, limit.text] };
}

/** A schema with the most entries of its list; undefined where it is not one list. */
function withLimit({ properties, ...schema }: JsonObject, { most }: Limit): JsonObject | undefined {
	if (!isJsonObject(properties)) return undefined;
	const [[name, list] = ['', null], ...others] = Object.entries(properties);
	if (others.length > 0 || !isJsonObject(list) || list.type !== 'array') return undefined;
	return { ...schema, properties: { [name]: { ...list, maxItems: most } } };
}

/** The schema of what sentences ask for; undefined where they name nothing, or too much. */
function schemaFor(
	asking: readonly Sentence[],
	template: Template | undefined,
	isEnglish: boolean,
): JsonObject | undefined {
	const { things, names } = namedBy(asking);
	if (template !== undefined) {
		const isList = template.isEntry || (things !== undefined && isFlat(template.schema));
		return isList ? listOf(template.schema, things, isEnglish) : template.schema;
	}
	// "List all products" asks for nothing but the products.
	if (names.length === 0 && things !== undefined)
		return schemaOf([things], { isOne: true, isEnglish });
	if (names.length === 0 || names.length > MOST_FIELDS) return undefined;
	const hasThing = asking.some((sentence) => sentence.hasThing);
	const title = hasThing && isEnglish ? titleOf(things, names) : [];
	const isOne = asking.some((sentence) => sentence.isOne);
	return schemaOf([...title, ...names], { thing: things, isOne, isEnglish });
}

/** What is listed, and the names of fields. */
function namedBy(asking: readonly Sentence[]): { things: string | undefined; names: string[] } {
	const isOfEach = asking.some(({ thing }) => thing === LIST_NAME);
	// "List all products. Include the price.", "Find all authors. I want the name of each."
	const isListed = ({ names, isThing }: Sentence): boolean =>
		isThing &&
		(isOfEach || !names.every(namesFact)) &&
		asking.some((other) => other.names.length > 0 && other.names !== names);
	const all = asking.map((one) => (isListed(one) ? { thing: one.names[0], names: [] } : one));
	const named = all.flatMap(({ thing }) => thing ?? []);
	const things = named.find((thing) => thing !== LIST_NAME) ?? named[0];
	const isThing = (name: string): boolean => stemOf(lower(name)) === stemOf(lower(things ?? ''));
	// Where a sentence states the names in the answer, what others call them is not asked for, too.
	const stating = asking.filter(({ isStating }) => isStating);
	const asked = (stating.length > 0 ? stating : all).flatMap(({ names }) => names);
	return { things, names: [...new Set(asked)].filter((name) => !isThing(name)) };
}

/** The name under which things themselves are asked for; none where their names are, and for texts: "posts". */
function titleOf(things = LIST_NAME, names: readonly string[]): string[] {
	const isTitled = names.some(namesTitle) || namesText(things) || things === LIST_NAME;
	return isTitled ? [] : [singular(things)];
}

/** One line, without the form of the answer and where everything is; short forms are words. */
function tidy(prompt: string): string {
	return withQuotedWords(prompt.trim())
		.replace(/(?<=[.?!])\s*\n\s*/gu, ' ')
		.replace(/:?\n\s{0,8}(?:[-*•]\s|\d{1,2}[.)]\s)?/gu, ', ')
		.replace(DASHED, (list) => list.replace(/\s[-–•]\s/gu, ', ').replace(':,', ':'))
		.replace(/(\p{L})['’]s\s/gu, '$1 with ')
		.replace(/(?<!\p{L})(l|d|dell|all|nell|un)['’](?=\p{L})/giu, '$1 ')
		.replace(/(\p{L})-(moi|nous|me)(?!\p{L})/giu, '$1 $2')
		.replace(/[¿¡]/gu, ' ')
		.replace(/\s+/gu, ' ')
		.replace(IN_FORM, '')
		.replace(ON_NAMED_PAGE, '')
		.replace(HERE, '')
		.replace(/\s(?=[.,;?!])/gu, '')
		.trim();
}

function schemaOf(
	names: readonly string[],
	{ thing, isOne, isEnglish }: { thing?: string | undefined; isOne: boolean; isEnglish: boolean },
): JsonObject {
	// Names and prices of nothing in particular are those of the entries of a list.
	const isSeveral = isEnglish ? isPlural : mayBePlural;
	const areAllPlural = !isOne && names.length > 1 && names.some(isPlural) && names.every(isSeveral);
	const isList = thing !== undefined || areAllPlural;
	const fields = names.map((name): [string, JsonObject] =>
		isList || !isPlural(name)
			? [fieldName(isList && isEnglish ? singular(name) : name), {}]
			: [fieldName(name), { type: 'array' }],
	);
	const entry = { type: 'object', properties: Object.fromEntries(fields) };
	return isList ? listOf(entry, thing, isEnglish) : entry;
}

/** Whether no field has fields of its own. */
const isFlat = ({ properties }: JsonObject): boolean =>
	!Object.values(Object(properties)).some((field) => 'items' in Object(field));

/** A list of things, under their name. */
function listOf(entry: JsonObject, thing: string | undefined, isEnglish: boolean): JsonObject {
	const name = fieldName(isEnglish ? plural(thing ?? LIST_NAME) : (thing ?? LIST_NAME));
	return { type: 'object', properties: { [name]: { type: 'array', items: entry } } };
}
