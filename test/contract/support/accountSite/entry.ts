import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request; `count` is how often the address was asked for, this time included. */
export type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/**
 * How an address ends in the crawl of its part: it is read, fails, or is left out by one reason;
 * `unseen` is what no page leads to, and what scripts load.
 */
export type End = 'read' | 'failed' | 'listing' | 'duplicate' | 'elsewhere' | 'robots' | 'unseen';

/** A part of the site: how each address ends and answers, by its path with query and route. */
export type Part = Readonly<Record<string, readonly [end: End, answer: Answer]>>;

/** What the page of a path says, and no other. */
export function textOf(path: string): string {
	const letters = createHash('sha256').update(path).digest('hex').replace(/\d/g, 'x');
	return `Here stand the words ${letters.slice(0, 9)} and ${letters.slice(9, 18)}`;
}

export const send =
	(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
	(_request, response) =>
		void response
			.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
			.end(body);

export const html = (body: string, head = ''): string =>
	`<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`;

/** A page that says its own text. */
export const own = (path: string, more = '', head = ''): string =>
	html(`<h1>A page</h1><p>${textOf(path)}.</p>${more}`, head);

/** An address that is to be read, with its own text. */
export const page = (path: string, more = '', head = ''): Part => ({
	[path]: ['read', send(own(path, more, head))],
});

/** Pages without links. */
export const pages = (...paths: string[]): Part =>
	Object.assign({}, ...paths.map((path) => page(path)));

export const links = (paths: readonly string[]): string =>
	`<ul>${paths.map((path) => `<li><a href="${path}">More</a></li>`).join('')}</ul>`;

export const redirect =
	(location: string): Answer =>
	(_request, response) =>
		void response.writeHead(302, { location }).end();
