import { isPlural, nameWords, plural } from './names.ts';

/** What a prompt asks for when it does nothing but name fields. */
export interface PromptFields {
	/** Names as the prompt spells them. */
	fields: string[];
	/** What the fields are wanted of, when they are wanted of several things ("all products"). */
	listOf?: string;
}

/** Openings of a request for fields. */
const OPENING =
	/^(?:please\s+|can you\s+|could you\s+|i (?:want|need)\s+(?:you to\s+)?)?(?:extract|get|return|find|give|list|scrape|collect|pull|fetch|show|read|grab|retrieve|capture|what(?:'s| is| are))(?:\s+(?:me|us|out))?\b[\s:]*/iu;
/** "as JSON", "in JSON format", "into a CSV table". */
const FORM =
	/[\s,;(]*\b(?:as|in|into|to|output)\s+(?:an?\s+|valid\s+|structured\s+|clean\s+)*(?:json|csv|markdown)(?:\s+(?:object|format|array|table|list|file|data|rows?)s?)*\)?$/iu;
/** "from this page", "on the website". */
const SOURCE =
	/\s+(?:from|on|in|of|at)\s+(?:this|the|each|every|all)?\s*(?:web\s*)?(?:page|site|website|document|file|url|listing)s?$/iu;
/** Sentences about the form of the answer alone. */
const FORM_SENTENCE =
	/^(?:please\s+)?(?:return|output|answer|respond|format|use|give)\b[^.]*\b(?:json|csv|markdown)\b[^.,]*$/iu;
const FIELD_LIST_LEAD =
	/^(?:the\s+)?(?:following\s+)?(?:fields?|information|info|data|details|values?)?\s*[:：]\s*/iu;

/** "for each product: name, price" */
const FOR_EACH = /^for\s+(?:each|every|all)(?:\s+of)?(?:\s+the)?\s+([\p{L} -]+?)\s*[,:]\s*(.+)$/iu;
/** "all products with name and price" */
const THINGS_WITH =
	/^(?:(?:all|every|each)\s+)?(?:of\s+)?(?:the\s+|a\s+list\s+of\s+)*([\p{L} -]+?)\s*(?:\b(?:with|including)\b(?:\s+(?:their|its)\b)?|\band\s+(?:their|its)\b|[:(])\s*(.+?)\)?$/iu;
/** "name and price of every product" */
const FIELDS_OF =
	/^(.+?)\s+(?:of|for|from)\s+(?:each|every|all)(?:\s+of)?(?:\s+the)?\s+([\p{L} -]+)$/iu;

/** Words that ask for more than copying what is there: choosing, ordering, computing, rewriting. */
const MORE_THAN_FIELDS =
	/\b(?:summar\w*|translat\w*|explain|compar\w*|classif\w*|categori[sz]e|rewrite|rephrase|cheap\w*|expensive|most|least|best|worst|highest|lowest|largest|smallest|newest|latest|oldest|only|where|whose|which|than|under|over|between|above|below|before|after|if|why|how|who|not|without|except|calculat\w*|averag\w*|sum|convert\w*|sort\w*|order(?:ed)? by|group\w*|unique|sentiment|top \d+|first \d+|last \d+|decide|guess|estimate|generate|write|create|describe|suggest|recommend|contains?|starting|ending|between|more|less|greater|when|should|must|make sure|ensure)\b/iu;

const SEPARATORS = /\s*(?:,|;|&|\+|\n|\band\b|\bas well as\b|\bplus\b|\balso\b)\s*/iu;
const ARTICLES = /^(?:(?:the|an?|its|their|each|all|any|both|every|product's|item's)\s+)+/iu;
const BULLET = /\n\s*(?:[-*•]|\d+[.)])\s*/gu;
const MAX_FIELD_WORDS = 3;
const MAX_FIELDS = 30;

/**
 * The fields a prompt names, when naming fields is all it does ("extract title, price and
 * rating"). Undefined for every prompt that wants more: rules cannot follow it, and a part of the
 * answer would look like the whole.
 */
export function readPromptFields(prompt: string): PromptFields | undefined {
	const sentence = onlySentence(prompt);
	if (sentence === undefined || MORE_THAN_FIELDS.test(sentence)) return undefined;
	const request = sentence.replace(FORM, '').replace(OPENING, '').replace(FIELD_LIST_LEAD, '');
	const asked = request.replace(SOURCE, '').trim();
	return readListRequest(asked) ?? toRequest(asked, undefined);
}

/** The one sentence that asks; sentences about the answer's form do not count. */
function onlySentence(prompt: string): string | undefined {
	const listed = prompt.trim().replace(BULLET, ', ').replace(/:\s*,/gu, ':');
	const sentences = listed
		.split(/[.!?](?:\s+|$)|\n+/u)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '');
	const asking = sentences.filter(
		(sentence, index) => index === 0 || !FORM_SENTENCE.test(sentence),
	);
	return asking.length === 1 ? asking[0] : undefined;
}

function readListRequest(asked: string): PromptFields | undefined {
	const [, eachThing, eachFields] = FOR_EACH.exec(asked) ?? [];
	if (eachThing !== undefined && eachFields !== undefined) {
		return toRequest(eachFields.replace(OPENING, ''), eachThing);
	}
	const [, fieldsOf, ofThing] = FIELDS_OF.exec(asked) ?? [];
	if (fieldsOf !== undefined && ofThing !== undefined) return toRequest(fieldsOf, ofThing);
	const [, things, withFields] = THINGS_WITH.exec(asked) ?? [];
	const isSeveral = things !== undefined && isPlural(things);
	return isSeveral && withFields !== undefined ? toRequest(withFields, things) : undefined;
}

function toRequest(list: string, listOf: string | undefined): PromptFields | undefined {
	const fields = list
		.replace(/\([^)]*\)/gu, '')
		.split(SEPARATORS)
		.map((field) =>
			field
				.replace(ARTICLES, '')
				.replace(/["'`:]/gu, '')
				.trim(),
		)
		.filter((field) => field !== '');
	const areNames = fields.every((field) => field.split(/\s+/u).length <= MAX_FIELD_WORDS);
	if (fields.length === 0 || fields.length > MAX_FIELDS || !areNames) return undefined;
	const thing = listOf === undefined ? '' : plural(listOf.replace(ARTICLES, '').trim());
	return {
		fields: [...new Set(fields)],
		...(thing !== '' && { listOf: thing }),
	};
}

const WHOLE_PAGE_WORDS = new Set(
	'please convert turn give return get extract scrape output show me the this whole full entire complete raw page web website content contents text document to into as in markdown md format of from'.split(
		' ',
	),
);

/** True for a prompt that asks for nothing but the page itself ("convert this page to Markdown"). */
export function asksForWholePage(prompt: string): boolean {
	const words = nameWords(prompt);
	return words.length > 0 && words.every((word) => WHOLE_PAGE_WORDS.has(word));
}
