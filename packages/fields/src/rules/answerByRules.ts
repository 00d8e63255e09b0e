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
	NOT_CONFORMING,
	type EngineAnswer,
	type ExtractionSource,
	type ExtractionTask,
	withWarnings,
} from '../extraction.ts';
import { type PrintedAnswer, printedInvoices, withPrinted } from '../business/printedInvoices.ts';
import { type CheckedAnswer, withoutContradictions } from '../business/termCheck.ts';
import { withoutIllegible } from './legible.ts';
import { describeMissing, describeUnsure, type Unsure } from './missingFields.ts';
import {
	describeOthers,
	fillFromInvoices,
	invoicesOf,
	withExact,
} from '../einvoice/fillFromInvoice.ts';
import { fillFromPage } from './fill.ts';
import { unshownFields, unsureFields } from './statedFields.ts';
import { type AskedByPrompt, readPrompt } from '../prompt/readPrompt.ts';
import { withinMostItems } from './mostItems.ts';
import { describeColumns, describeRecordInstead } from './recordInstead.ts';
import { readSource, type ReadSource } from './readSource.ts';
import { fillFromEntries, findRowsInstead, type RowsInstead } from './rowsInstead.ts';
import { askedLabelKeys } from '../text/valueEnds.ts';
import { readSchema, type SchemaNode } from '../schema/schemaNode.ts';

const PROMPT_NOT_APPLIED =
	"The prompt was not applied: without a language model, rules fill the schema's fields from what the page publishes.";
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
	const asked: AskedByPrompt =
		schema === undefined && prompt !== undefined
			? readPrompt(prompt)
			: { ...(schema && { schema }), notUnderstood: [] };
	const { schema: wanted, notUnderstood } = asked;
	const used: EngineAnswer = { warnings: [], inputTokens: 0, outputTokens: 0 };
	if (prompt !== undefined && wanted === undefined) {
		return { ...used, failureReason: describeNotFollowed(notUnderstood) };
	}
	if (prompt !== undefined && schema !== undefined) used.warnings.push(PROMPT_NOT_APPLIED);
	used.warnings.push(...describeLeftOut(notUnderstood));
	const labels = wanted && askedLabelKeys(readSchema(wanted));
	const pages = sources.map((source) => readSource(source, labels));
	if (pages.some(({ isCut }) => isCut)) used.warnings.push(CUT);
	if (wanted === undefined) {
		const [only, ...others] = pages;
		const all = pages.map(({ url, overview }) => ({ url, ...overview() }));
		const isOne = only !== undefined && others.length === 0;
		return { ...used, content: isOne ? only.overview() : { pages: all } };
	}
	const node = readSchema(wanted);
	const invoices = invoicesOf(sources);
	const exact = fillFromInvoices(node, invoices, true);
	used.warnings.push(...describeOthers(exact, invoices));
	return answerFields({ node, wanted, schema, format, exact, sources }, pages, used);
}

/** Fields to be filled. */
interface FieldTask extends Pick<ExtractionTask, 'schema' | 'format'> {
	node: SchemaNode;
	/** The schema that was given, or what the prompt asks for. */
	wanted: JsonObject;
	/** What e-invoices state. */
	exact: ReturnType<typeof fillFromInvoices>;
	sources: readonly ExtractionSource[];
}

function answerFields(
	{ node, wanted, schema, format, exact, sources }: FieldTask,
	pages: readonly ReadSource[],
	used: EngineAnswer,
): EngineAnswer {
	const read = pages
		.map((page, at) => {
			const filled = fillFromPage(node, page);
			const entries = sources[at]?.isEntry === true ? (page.parts?.().slice(0, 1) ?? []) : [];
			return fillFromEntries(node, page, [filled], entries)[0] ?? null;
		})
		.reduce(merge, null);
	const checked = exact ? undefined : withPrintedTerms(read, node, sources);
	const all = exact ? withExact(read, exact) : (checked?.answer ?? read);
	const filled = withinMostItems(all, wanted);
	const found = exact ? [] : findListed({ node, schema, sources }, pages, filled);
	// An answer over several pages is not one for the entries of one of them.
	const answer = pages.length === 1 ? found.find(({ isAnswer }) => isAnswer) : undefined;
	if (answer !== undefined && schema === undefined) {
		const { entries } = answer;
		const content = WRITERS[format](format === 'json' ? { items: entries } : entries);
		return withWarnings({ ...used, content }, [...answer.doubts, ...describeMissing(entries)]);
	}
	const labelled = new Map(
		pages.flatMap((page) => [...unshownFields(page, filled), ...unsureFields(node, page, filled)]),
	);
	used.warnings.push(
		...doubtsOf(pages, answer, checked),
		...describeEmpty(filled, { labelled, checked, found }),
	);
	if (schema !== undefined && pages.length === 1) {
		const instead = pages.flatMap((page) => describeRecordInstead(node, page, filled));
		const columns = pages.flatMap((page) => describeColumns(node, page, filled));
		used.warnings.push(...(instead.length > 0 ? instead : columns));
	}
	const listed = answer === undefined ? found.map((one) => ({ ...one, entries: [] })) : found;
	return schema === undefined
		? writeAnswer(format, filled, listed, used)
		: fitAnswer(schema, filled, listed, used);
}

/** What lists on the pages have; a prompt about one page does not say whether a list is meant. */
function findListed(
	{ node, schema, sources }: Pick<FieldTask, 'node' | 'schema' | 'sources'>,
	pages: readonly ReadSource[],
	answer: JsonValue,
): RowsInstead[] {
	const [only, ...others] = sources;
	const isFree = schema === undefined && others.length === 0 && only?.isEntry !== true;
	return pages.flatMap((page) => findRowsInstead(node, page, answer, isFree) ?? []);
}

/**
 * An answer with the terms that printed invoices have, without those that contradict their shape or each other, and
 * without what was hardly legible.
 */
function withPrintedTerms(
	answer: JsonValue,
	node: SchemaNode,
	sources: readonly ExtractionSource[],
): CheckedAnswer & Pick<PrintedAnswer, 'unsure' | 'warnings'> {
	const printed = printedInvoices(sources);
	const [only, ...others] = printed;
	// Of several documents, the amounts of one say nothing about those of another.
	const numbers = others.length === 0 ? only?.numbers : undefined;
	const { answer: stated, unsure, warnings } = withPrinted(answer, node, printed);
	const fitting = withoutContradictions(stated, node, numbers);
	const proved = printed.flatMap((one) => one.proved ?? []);
	const legible = withoutIllegible(fitting.answer, sources, proved);
	return {
		answer: legible.answer,
		emptied: [...fitting.emptied, ...legible.emptied],
		reasons: [...fitting.reasons, ...legible.reasons],
		unsure,
		warnings,
	};
}

/** What is not sure: whose values they are, and the rows, both in the fields of an answer and as the answer. */
const doubtsOf = (
	pages: readonly ReadSource[],
	answer: RowsInstead | undefined,
	printed: Pick<PrintedAnswer, 'warnings'> | undefined,
): string[] => [
	...(printed?.warnings ?? []),
	...pages.flatMap(({ doubts = [] }) => [...doubts]),
	...(answer?.doubts ?? []),
];

/** What is said about the fields of an answer. */
interface Said {
	/** Whose labels differ. */
	labelled: Unsure;
	checked: (CheckedAnswer & { unsure: Unsure }) | undefined;
	found: readonly RowsInstead[];
}

/** Which fields are empty, and why. */
function describeEmpty(filled: JsonValue, { labelled, checked, found }: Said): string[] {
	const unsure = new Map([...labelled, ...(checked?.unsure ?? [])]);
	const known = new Set([
		...unsure.keys(),
		...(checked?.emptied ?? []),
		...found.flatMap(({ fields }) => fields),
	]);
	return [
		...describeUnsure(unsure),
		...(checked?.reasons ?? []),
		...describeMissing(filled, known),
	];
}

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ');

/** Says which parts of a prompt were not followed, while the rest was. */
const describeLeftOut = (notUnderstood: readonly string[]): string[] =>
	notUnderstood.length === 0
		? []
		: [
				`Not understood, and not followed: ${quoted(notUnderstood)}. Without a language model, only fields can be asked for.`,
			];

/** Says which words of a prompt were not understood, and what is. */
function describeNotFollowed(notUnderstood: readonly string[]): string {
	const words = quoted(notUnderstood);
	return `Without a language model, only prompts that name fields can be answered. Not understood: ${words}. Name the fields you want ("name and price of each product"), give a schema, or configure a model.`;
}

/** The answer to a prompt. @param found as for a schema */
function writeAnswer(
	format: ExtractionTask['format'],
	filled: JsonValue,
	found: readonly RowsInstead[],
	used: EngineAnswer,
): EngineAnswer {
	const told = withWarnings(used, [...new Set(found.map(describeListed))]);
	return isEmptyAnswer(filled)
		? { ...told, failureReason: NOTHING_FOUND }
		: { ...told, content: WRITERS[format](filled) };
}

/** @param found what lists have that the pages do not: with its entries part of the answer, else a warning */
function fitAnswer(
	schema: JsonObject,
	filled: JsonValue,
	found: readonly RowsInstead[],
	used: EngineAnswer,
): EngineAnswer {
	const check = createAnswerCheck(schema);
	const content = check.conform(filled);
	if (content === undefined) return { ...used, failureReason: NOT_CONFORMING };
	const [listed] = found;
	const entries = listed?.entries.flatMap((entry) => check.conform(entry) ?? []) ?? [];
	return listed !== undefined && entries.length > 0
		? { ...used, content, listed: { reason: listed.reason, entries } }
		: withWarnings({ ...used, content }, [...new Set(found.map(describeListed))]);
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
