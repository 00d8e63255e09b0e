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
