import Papa from 'papaparse';
import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import type { AnswerFormat, ExtractionRequest } from '../extraction.ts';

const FORMATS: readonly AnswerFormat[] = ['json', 'csv', 'markdown'];

/** "as CSV", "in JSON format", "output a Markdown table": a format that is requested explicitly. */
const ASKED_FORMAT =
	/\b(?:as|in|into|to|output|return|give|produce|generate|create|make|write)\s+(?:me\s+)?(?:an?\s+|the\s+|valid\s+|raw\s+|pure\s+|plain\s+|clean\s+|only\s+)*(json|csv|markdown)\b/iu;
/** "CSV format", "JSON objects", "a markdown table". */
const NAMED_FORMAT =
	/\b(json|csv|markdown)[\s-]+(?:format|output|objects?|arrays?|lists?|rows?|lines?|tables?|only|with|of|containing)\b/iu;
const SPREADSHEET = /\b(?:comma[\s-]separated|spreadsheets?)\b/iu;
/** Prompts that ask for prose. */
const PROSE =
	/\b(?:summari[sz]e|summary|translate|rewrite|rephrase|explain|describe|paraphrase|(?:blog|news) (?:post|article)|bullet points?|essay|report)\b/iu;
/** Tasks whose result is fields, whatever prose they contain ("extract title and summary"). */
const FIELDS = /\b(?:extract|fields?|scrape|collect|list|get|find|return)\b/iu;

/**
 * The format in which a transform instruction wants its data: `json`, `csv` or `markdown`
 * (api/openapi.yaml, GET /crawl/{jobId}/download: the format is auto-detected from the transform
 * instruction). An explicit format wins; else prose tasks are Markdown and the rest is JSON.
 */
function detectTransformFormat(instruction: string): AnswerFormat {
	const named = (ASKED_FORMAT.exec(instruction) ?? NAMED_FORMAT.exec(instruction))?.[1];
	if (named !== undefined)
		return FORMATS.find((format) => format === named.toLowerCase()) ?? 'json';
	if (SPREADSHEET.test(instruction)) return 'csv';
	const prose = PROSE.exec(instruction);
	const fields = FIELDS.exec(instruction);
	if (prose !== null && (fields === null || prose.index < fields.index)) return 'markdown';
	return 'json';
}

/**
 * The format of the answer to a request: a schema forces JSON, `output` decides otherwise, and a
 * prompt alone is searched for the format it wants. Undefined: raw Markdown, nothing is extracted
 * (api/openapi.yaml, POST /scrape, `output`).
 */
export function decideFormat({
	prompt = '',
	output,
	schema,
}: Omit<ExtractionRequest, 'schema'> & { schema?: unknown }): AnswerFormat | undefined {
	if (schema !== undefined || output === 'json') return 'json';
	return prompt.trim() === '' ? undefined : (output ?? detectTransformFormat(prompt));
}

/** Text that spreadsheets take for the beginning of a formula, except signed figures (`-1,234.50 €`). */
const FORMULA = /^(?![+-]\s?[\d\s.,:/()-]*\d\s?[%\p{Sc}]?$)[=+\-@\t\r]/u;

/** CSV (RFC 4180) of which spreadsheets run no cell: a formula gets an apostrophe, their mark for text. */
const CSV = { newline: '\n', escapeFormulae: FORMULA };

/** An answer as CSV: a line per entry of its list, or one line when it has none. */
export function toCsv(answer: JsonValue): string {
	return Papa.unparse(toTable(answer), CSV);
}

/** An answer as Markdown: a table when it contains a list of entries, else a list of its fields. */
export function toMarkdown(answer: JsonValue): string {
	const [names = [], values = [], ...others] = toTable(answer);
	if (others.length === 0) {
		return names.map((name, column) => `- **${name}:** ${values[column] ?? ''}`).join('\n');
	}
	return gfmTable([names, values, ...others].map((cells) => cells.map(gfmCell)));
}

/** A header and the entries of an answer that is a list or contains only one; else the answer alone. */
function toTable(answer: JsonValue): string[][] {
	const values = isJsonObject(answer) ? Object.values(answer) : [answer];
	const list = values.length === 1 && Array.isArray(values[0]) ? values[0] : [answer];
	const rows = list.every(isJsonObject)
		? list
		: [isJsonObject(answer) ? answer : { value: answer }];
	const columns = [...new Set(rows.flatMap(Object.keys))];
	return [columns, ...rows.map((row) => columns.map((column) => cellText(row[column] ?? null)))];
}

function cellText(value: JsonValue): string {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(cellText).join('; ');
	return isJsonObject(value) ? JSON.stringify(value) : String(value);
}

/** CSV without cells that run as formulas; the text unchanged when there are none. */
export function defuseCsv(text: string): string {
	const { data: rows } = Papa.parse<string[]>(text);
	const isHarmless = !rows.some((row) => row.some((cell) => FORMULA.test(cell)));
	return isHarmless ? text : Papa.unparse(rows, CSV);
}
