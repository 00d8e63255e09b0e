import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { answerByRules } from '../../../packages/fields/src/rules/answerByRules.ts';
import { extract } from '../../../packages/fields/src/extract.ts';
import { describeListed } from '../../../packages/fields/src/extraction.ts';
import { readPinned } from '../../../packages/fields/src/pinned/readPinned.ts';
import { findSources } from '../../../packages/fields/src/sources/findSources.ts';
import { convertDownload } from '../../../service/src/documents/convertDownload.ts';
import { convertStaticPage } from '../../../packages/page/src/parse/staticPage.ts';

/** @typedef {import('../../../packages/fields/src/extraction.ts').ExtractionSource} ExtractionSource */
/** @typedef {import('../../../service/src/documents/documentConverter.ts').DocumentConverter} DocumentConverter */

/** @typedef {ExtractionSource & { warnings: string[] }} ReadDocument */
/** @typedef {{ content: unknown, warnings: string[] }} Answered */

/** Reads in this process what the service reads in others. */
const READER = {
	answerByRules: async (/** @type {Parameters<typeof answerByRules>} */ ...input) =>
		answerByRules(...input),
	readPinned: async (/** @type {Parameters<typeof readPinned>} */ ...input) => readPinned(...input),
	findSources: async (/** @type {Parameters<typeof findSources>} */ ...input) =>
		findSources(...input),
};
const PROGRAMS =
	/<script\b(?![^>]*type=["']?application\/(?:ld\+)?json)[^>]*>[\s\S]*?<\/script\s*>/giu;
const GZIP = 0x1f;

/**
 * A saved page as its server sent it, without its programs: what comes is always the same.
 * @param {Buffer} bytes HTML, or the same with gzip.
 * @param {string} url
 * @returns {ExtractionSource}
 */
export function openPage(bytes, url) {
	const text = (bytes[0] === GZIP ? gunzipSync(bytes) : bytes).toString('utf8');
	const request = { html: text.replace(PROGRAMS, ''), url, contentOnly: false };
	const { html, title, markdown } = convertStaticPage(request);
	return { url, title, html, markdown };
}

/**
 * A document as a parse job reads it.
 * @param {DocumentConverter} converter
 * @param {string} file
 * @returns {Promise<ReadDocument>}
 */
export async function readDocument(converter, file) {
	const fileName = basename(file);
	const { signal } = new AbortController();
	const { title, markdown, words, invoices, warnings } = await convertDownload(
		{ filePath: file, fileName },
		converter,
		signal,
	);
	return { url: '', title, markdown, words, invoices, warnings };
}

/**
 * @param {ExtractionSource} page
 * @param {{ schema?: Record<string, unknown>, prompt?: string }} question
 * @returns {Promise<Answered>}
 */
export async function askPage(page, question) {
	const request = {
		...question,
		...(question.prompt !== undefined && { output: /** @type {const} */ ('json') }),
	};
	const answer = await extract([page], request, { reader: READER }, new AbortController().signal);
	const { content, aiExtractionFailed, extractionEmpty, failureReason, listed } = answer;
	const warnings = [
		...answer.schemaWarnings,
		...answer.warnings,
		failureReason ?? [],
		// A job about a page says it with a flag.
		extractionEmpty ? ['No value was found for any field.'] : [],
		listed === undefined ? [] : describeListed(listed),
	].flat();
	return { content: aiExtractionFailed ? undefined : content, warnings };
}

/**
 * @param {ReadDocument} document
 * @param {{ schema: Record<string, unknown> }} question
 * @returns {Promise<Answered>}
 */
export async function askDocument({ warnings, ...source }, question) {
	const answer = await askPage(source, question);
	return { ...answer, warnings: [...warnings, ...answer.warnings] };
}
