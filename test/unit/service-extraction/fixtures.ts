import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ExtractionDocument,
	ExtractionEngine,
	ExtractionPage,
} from '../../../service/src/content/extraction/extraction.ts';
import { readDocument } from '../../../service/src/content/extraction/ruleBased/readDocument.ts';
import { readPage } from '../../../service/src/content/extraction/ruleBased/readPage.ts';

const FOLDER = join(__dirname, '../../fixtures/extraction');

/** A signal that is never aborted. */
export const untilDone = new AbortController().signal;

/** No model, so the rules answer; they read in this thread. */
export const rules: ExtractionEngine = {
	reader: {
		readPage: async (page) => readPage(page),
		readDocument: async (document) => readDocument(document),
	},
};

/** A page of the fixtures with its Markdown, as the browser would hand it over. */
export function loadPage(name: string, url = `https://shop.test/${name}`): ExtractionPage {
	const html = read(`${name}.html`);
	const title = /<title>([^<]*)<\/title>/u.exec(html)?.[1] ?? '';
	return { url, title: title.replace('&amp;', '&'), html, markdown: read(`${name}.md`) };
}

/** A document of the fixtures. */
export function loadDocument(name: string, url?: string): ExtractionDocument {
	return { title: `${name}.pdf`, url, markdown: read(`${name}.md`) };
}

/** A page made of a body alone. */
export function pageOf(body: string, markdown = ''): ExtractionPage {
	const html = `<!doctype html><html lang="en"><head></head><body>${body}</body></html>`;
	return { url: 'https://shop.test/page', title: '', html, markdown };
}

/** A page that declares JSON-LD. */
export function pageDeclaring(...nodes: object[]): ExtractionPage {
	const scripts = nodes.map(
		(node) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`,
	);
	return pageOf(scripts.join(''));
}

/** A schema property: a type name, or any JSON Schema. */
type Property = string | object;

/** An object schema from its properties. */
export function objectOf(properties: Record<string, Property>): Record<string, unknown> {
	const entries = Object.entries(properties).map(([name, property]) => [
		name,
		typeof property === 'string' ? { type: property } : property,
	]);
	return { type: 'object', properties: Object.fromEntries(entries) };
}

/** A list of objects with the given properties. */
export function listOf(properties: Record<string, Property>): object {
	return { type: 'array', items: objectOf(properties) };
}

export const date = { type: 'string', format: 'date' };
export const dateTime = { type: 'string', format: 'date-time' };
export const texts = { type: 'array', items: { type: 'string' } };

function read(file: string): string {
	return readFileSync(join(FOLDER, file), 'utf8');
}
