import Papa from 'papaparse';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { gfmCell, gfmTable } from '../page/markdown/gfmTable.ts';
import type { AnswerFormat } from './extraction.ts';

/** "as CSV", "in JSON format", "output a Markdown table": a form that is asked for outright. */
const ASKED_FORMAT =
	/\b(?:as|in|into|to|output|return|give|produce|generate|create|make|write)\s+(?:me\s+)?(?:an?\s+|the\s+|valid\s+|raw\s+|pure\s+|plain\s+|clean\s+|only\s+)*(json|csv|markdown)\b/iu;
/** "CSV format", "JSON objects", "a markdown table". */
const NAMED_FORMAT =
	/\b(json|csv|markdown)[\s-]+(?:format|output|objects?|arrays?|lists?|rows?|lines?|tables?|only|with|of|containing)\b/iu;
const SPREADSHEET = /\b(?:comma[\s-]separated|spreadsheets?)\b/iu;
/** Tasks whose result is prose. */
const PROSE =
	/\b(?:summari[sz]e|summary|translate|rewrite|rephrase|explain|describe|paraphrase|(?:blog|news) (?:post|article)|bullet points?|essay|report)\b/iu;
/** Tasks whose result is fields, whatever prose they contain ("extract title and summary"). */
const FIELDS = /\b(?:extract|fields?|scrape|collect|list|get|find|return)\b/iu;

/**
 * The form in which a transform instruction wants its data: `json`, `csv` or `markdown`
 * (reference, GET /crawl/{jobId}/download: the format is auto-detected from the transform
 * instruction). A form that is named wins; else prose tasks are Markdown and the rest is JSON.
 */
export function detectTransformFormat(instruction: string): AnswerFormat {
	const named = (ASKED_FORMAT.exec(instruction) ?? NAMED_FORMAT.exec(instruction))?.[1];
	if (named !== undefined) return toFormat(named);
	if (SPREADSHEET.test(instruction)) return 'csv';
	const prose = PROSE.exec(instruction);
	const fields = FIELDS.exec(instruction);
	if (prose !== null && (fields === null || prose.index < fields.index)) return 'markdown';
	return 'json';
}

/**
 * How the answer to a request is written: a schema forces JSON, `output` decides otherwise, and a
 * prompt alone is read for the form it wants. Undefined: raw Markdown, nothing is extracted
 * (reference, POST /scrape, `output`).
 */
export function decideFormat(request: {
	prompt?: string | undefined;
	output?: 'json' | 'markdown' | undefined;
	schema?: unknown;
}): AnswerFormat | undefined {
	if (request.schema !== undefined || request.output === 'json') return 'json';
	if (request.prompt === undefined || request.prompt.trim() === '') return undefined;
	return request.output ?? detectTransformFormat(request.prompt);
}

function toFormat(name: string): AnswerFormat {
	const lower = name.toLowerCase();
	return lower === 'csv' || lower === 'markdown' ? lower : 'json';
}

/** An answer as CSV (RFC 4180): a line per entry of its list, or one line when it has none. */
export function toCsv(answer: JsonValue): string {
	const rows = rowsOf(answer);
	const columns = columnsOf(rows);
	const lines = rows.map((row) => columns.map((column) => cellText(row[column] ?? null)));
	return Papa.unparse(
		[columns, ...lines].map((cells) => cells.map(defuseCell)),
		{ newline: '\n' },
	);
}

/** An answer as Markdown: a table when it holds a list of entries, else a list of its fields. */
export function toMarkdown(answer: JsonValue): string {
	const rows = rowsOf(answer);
	const columns = columnsOf(rows);
	const [only, ...others] = rows;
	if (only !== undefined && others.length === 0) {
		return columns.map((column) => `- **${column}:** ${cellText(only[column] ?? null)}`).join('\n');
	}
	const lines = rows.map((row) => columns.map((column) => cellText(row[column] ?? null)));
	return gfmTable([columns, ...lines].map((cells) => cells.map(gfmCell)));
}

/** The entries of an answer that is a list or holds nothing but one; else the answer alone. */
function rowsOf(answer: JsonValue): JsonObject[] {
	const values = isJsonObject(answer) ? Object.values(answer) : [answer];
	const [list] = values;
	if (values.length === 1 && Array.isArray(list) && list.every(isJsonObject)) return list;
	return isJsonObject(answer) ? [answer] : [{ value: answer }];
}

function columnsOf(rows: readonly JsonObject[]): string[] {
	return [...new Set(rows.flatMap(Object.keys))];
}

function cellText(value: JsonValue): string {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(cellText).join('; ');
	return isJsonObject(value) ? JSON.stringify(value) : String(value);
}

/** What spreadsheets take for the beginning of a formula. */
const FORMULA_START = /^[=+\-@\t\r]/u;
/** `-5`, `+49 30 1234`, `-1,234.50 €`: signs before figures are no formulas. */
const FIGURE = /^[+-]\s?[\d\s.,:/()-]*\d\s?[%\p{Sc}]?$/u;

/**
 * A cell that no spreadsheet runs: text of strangers such as `=HYPERLINK(…)` gets an apostrophe, the
 * spreadsheets' own mark for text, in front.
 */
export function defuseCell(text: string): string {
	return FORMULA_START.test(text) && !FIGURE.test(text) ? `'${text}` : text;
}

/** CSV of which no cell is run as a formula; the text as it was when there is none. */
export function defuseCsv(text: string): string {
	const { data: rows } = Papa.parse<string[]>(text);
	const isHarmless = rows.every((row) => row.every((cell) => defuseCell(cell) === cell));
	return isHarmless
		? text
		: Papa.unparse(
				rows.map((row) => row.map(defuseCell)),
				{ newline: '\n' },
			);
}
