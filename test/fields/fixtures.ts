import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertPage } from '../../packages/page/src/convertPage.ts';
import { readPinned } from '../../packages/fields/src/pinned/readPinned.ts';
import { findSources } from '../../packages/fields/src/sources/findSources.ts';
import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { ExtractionEngine, ExtractionSource } from '../../packages/fields/src/extraction.ts';

const FOLDER = join(__dirname, '../fixtures/extraction');

/** A signal that is never aborted. */
export const untilDone = new AbortController().signal;

/** No model, so the rules answer; they read in this thread. */
export const rules: ExtractionEngine = {
	reader: {
		answerByRules: async (task, sources) => answerByRules(task, sources),
		readPinned: async (schema, sources) => readPinned(schema, sources),
		findSources: async (answer, schema, sources) => findSources(answer, schema, sources),
	},
};

/** A page of the fixtures with its Markdown, as the browser would hand it over. */
export function loadPage(name: string, url = `https://shop.test/${name}`): ExtractionSource {
	const html = read(`${name}.html`);
	const title = /<title>([^<]*)<\/title>/u.exec(html)?.[1] ?? '';
	return { url, title: title.replace('&amp;', '&'), html, markdown: toMarkdown(html, url) };
}

/** A document of the fixtures. */
export function loadDocument(name: string, url = ''): ExtractionSource {
	return { title: `${name}.pdf`, url, markdown: read(`${name}.md`) };
}

/** A collected item and its prompt, as a forEach action asks for them. */
export function itemOf(markdown: string, prompt: string) {
	const request = { prompt, output: 'markdown' as const };
	return [[{ title: '', url: '', markdown }], request] as const;
}

/** A page made of a body alone. */
export function pageOf(body: string, markdown?: string): ExtractionSource & { html: string } {
	const html = `<!doctype html><html lang="en"><head></head><body>${body}</body></html>`;
	const url = 'https://shop.test/page';
	return { url, title: '', html, markdown: markdown ?? toMarkdown(html, url) };
}

function toMarkdown(html: string, url: string): string {
	return convertPage({ html, url, contentOnly: false }).markdown;
}

/** A page that declares JSON-LD. */
export function pageDeclaring(...nodes: object[]): ExtractionSource {
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
