import type { AnswerFormat } from '../../content/extraction/extraction.ts';
import { decideFormat } from '../../content/extraction/outputFormat.ts';

/**
 * In which form a crawl's data is written to an archive: detected from the transform instruction
 * (reference, GET /crawl/{jobId}/download); a schema means JSON, neither means raw Markdown.
 */
export function detectDataFormat({
	transformInstruction,
	schema,
}: {
	transformInstruction?: string | undefined;
	schema?: unknown;
}): AnswerFormat {
	return decideFormat({ prompt: transformInstruction, schema }) ?? 'markdown';
}

/** A page's data as the text of its file. */
export function toDataText(data: unknown, format: AnswerFormat): string {
	const isText = format !== 'json' && typeof data === 'string';
	return isText ? data : `${JSON.stringify(data, null, 2)}\n`;
}
