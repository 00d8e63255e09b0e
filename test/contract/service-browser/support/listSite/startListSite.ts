import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Pages, startPages } from '../../../support/startPages';
import { ADDED_SHAPES } from './addedShapes';
import type { ListShape } from './listShape';
import { PAGED_SHAPES } from './pagedShapes';

/** Thirty ways in which sites show lists, by number. Rules are made with the odd ones; the even ones decide. */
export const SHAPES: Readonly<Record<number, ListShape>> = { ...ADDED_SHAPES, ...PAGED_SHAPES };

export interface ListSite extends Pages {
	/** Address of a shape's first page. */
	addressOf(number: number): string;
	/** Requests for what must never be asked for, such as an order: method and path. */
	forbidden: string[];
}

/** Starts a site with all shapes. */
export async function startListSite(): Promise<ListSite> {
	const forbidden: string[] = [];
	const site = await startPages((request, response) => {
		const { method = 'GET', url = '/' } = request;
		void answer(request).then((body) => {
			if (body === undefined && url !== '/favicon.ico') forbidden.push(`${method} ${url}`);
			response.writeHead(body === undefined ? 404 : 200, {
				'content-type': 'text/html; charset=utf-8',
			});
			response.end(body ?? 'Not here');
		});
	});
	return { ...site, addressOf: (number) => `${site.url}/${number}/`, forbidden };
}

async function answer(request: IncomingMessage): Promise<string | undefined> {
	const { method = 'GET', url = '/' } = request;
	const { pathname, searchParams } = new URL(url, 'http://site.test');
	const [, number = '', path = ''] = /^\/(\d+)\/(.*)$/.exec(pathname) ?? [];
	const form = new URLSearchParams(method === 'POST' ? await text(request) : '');
	const body = SHAPES[Number(number)]?.serve({ path, query: searchParams, form, method });
	return typeof body === 'string' ? body.replaceAll('BASE', `/${number}`) : undefined;
}
