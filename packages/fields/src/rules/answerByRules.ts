import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { createAnswerCheck } from '../answer/answerCheck.ts';
import { toCsv, toMarkdown } from '../answer/answerFormat.ts';
import {
	describeListed,
	MOST_TEXT_CHARACTERS,
	type EngineAnswer,
	type ListedEntries,
	type ExtractionSource,
	type ExtractionTask,
} from '../extraction.ts';
import { describeMissing } from './missingFields.ts';
import { fillFromInvoices, invoicesOf, withExact } from '../einvoice/fillFromInvoice.ts';
import { fillFromPage } from './fill.ts';
import { findListed } from './listHint.ts';
import { promptSchema } from './prompt.ts';
import { readSource } from './readSource.ts';
import { askedLabelKeys } from './valueEnds.ts';
import { readSchema } from '../schema/schemaNode.ts';

const PROMPT_NOT_APPLIED =
	"The prompt was not applied: without a language model, rules fill the schema's fields from what the page publishes.";
const PROMPT_NOT_FOLLOWED =
	'Without a language model, only prompts that name fields ("List every product with its name and price") can be answered. Name the fields, give a schema, or configure a model.';
const NOT_CONFORMING = 'The values that were found do not fit the schema.';
const NOTHING_FOUND = 'None of the fields that the prompt names were found.';
const CUT = `Only the first ${MOST_TEXT_CHARACTERS} characters of text were read.`;

const WRITERS = { json: (answer: JsonValue) => answer, csv: toCsv, markdown: toMarkdown };

/**
 * One answer over all pages by rules: copied from what the pages publish, never made up. Runs in the
 * threads that read pages, because a large page takes seconds.
 */
export function answerByRules(
	{ schema, prompt, format }: ExtractionTask,
	sources: readonly ExtractionSource[],
): EngineAnswer {
	const wanted = schema ?? promptSchema(prompt ?? '');
	const used: EngineAnswer = { warnings: [], inputTokens: 0, outputTokens: 0 };
	if (prompt !== undefined && wanted === undefined) {
		return { ...used, failureReason: PROMPT_NOT_FOLLOWED };
	}
	if (prompt !== undefined && schema !== undefined) used.warnings.push(PROMPT_NOT_APPLIED);
	const pages = readSources(sources, wanted);
	if (pages.some(({ isCut }) => isCut)) used.warnings.push(CUT);
	const [only, ...others] = pages;
	if (wanted === undefined) {
		const all = pages.map(({ url, overview }) => ({ url, ...overview }));
		const isOne = only !== undefined && others.length === 0;
		return { ...used, content: isOne ? only.overview : { pages: all } };
	}
	const node = readSchema(wanted);
	const exact = fillFromInvoices(node, invoicesOf(sources));
	const filled = withExact(
		pages.map((page) => fillFromPage(node, page)).reduce(merge, null),
		exact,
	);
	const found = exact ? [] : pages.flatMap((page) => findListed(node, page, filled) ?? []);
	// An answer over several pages is not one for the entries of one of them.
	const listed = others.length === 0 ? found : found.map((one) => ({ ...one, entries: [] }));
	// What a list has is reported with it.
	if (pages.length + found.length === 1) used.warnings.push(...describeMissing(filled));
	return schema === undefined
		? writeAnswer(format, filled, listed, used)
		: fitAnswer(schema, filled, listed, used);
}

function readSources(sources: readonly ExtractionSource[], wanted: JsonObject | undefined) {
	const asked = wanted && askedLabelKeys(readSchema(wanted));
	return sources.map((source) => readSource(source, asked));
}

/** The answer to a prompt. @param found as for a schema; other forms than JSON take no entries. */
function writeAnswer(
	format: ExtractionTask['format'],
	filled: JsonValue,
	found: readonly ListedEntries[],
	used: EngineAnswer,
): EngineAnswer {
	const [listed] = found;
	if (format === 'json' && listed !== undefined && listed.entries.length > 0) {
		return { ...used, content: filled, listed };
	}
	const warnings = [...used.warnings, ...new Set(found.map(describeListed))];
	return isEmptyAnswer(filled)
		? { ...used, warnings, failureReason: NOTHING_FOUND }
		: { ...used, warnings, content: WRITERS[format](filled) };
}

/** @param found what lists have that the pages do not: with its entries part of the answer, else a warning */
function fitAnswer(
	schema: JsonObject,
	filled: JsonValue,
	found: readonly ListedEntries[],
	used: EngineAnswer,
): EngineAnswer {
	const check = createAnswerCheck(schema);
	const content = check.conform(filled);
	if (content === undefined) return { ...used, failureReason: NOT_CONFORMING };
	const [listed] = found;
	const entries = listed?.entries.flatMap((entry) => check.conform(entry) ?? []) ?? [];
	return listed !== undefined && entries.length > 0
		? { ...used, content, listed: { ...listed, entries } }
		: { ...used, content, warnings: [...used.warnings, ...new Set(found.map(describeListed))] };
}

/** Lists of several pages are joined, other fields come from the first page that has them. */
function merge(first: JsonValue, second: JsonValue): JsonValue {
	if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
	if (!isJsonObject(first) || !isJsonObject(second)) return isEmptyAnswer(first) ? second : first;
	const entries = Object.entries(second).map(
		([name, value]) => [name, merge(first[name] ?? null, value)] as const,
	);
	return { ...first, ...Object.fromEntries(entries) };
}
