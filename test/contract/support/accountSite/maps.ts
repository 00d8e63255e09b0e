import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { html, pages, type Answer, type Part, send } from './entry.ts';

const at = ({ headers }: IncomingMessage, path: string): string => `http://${headers.host}${path}`;

const ADDRESS_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const urlset = (locations: readonly string[], more = ''): string =>
	`<?xml version="1.0" encoding="UTF-8"?><urlset ${ADDRESS_SPACE}>${locations
		.map((location) => `<url><loc>${location}</loc>${more}</url>`)
		.join('')}</urlset>`;

/** A sitemap, made of what stands in it and sent in a way of its own. */
const map =
	(
		list: (request: IncomingMessage) => string,
		pack: (text: string) => string | Buffer = (text) => text,
		headers: Record<string, string> = {},
	): Answer =>
	(request, response, count) =>
		send(pack(list(request)), { 'content-type': 'application/xml', ...headers })(
			request,
			response,
			count,
		);

const listing = (...answer: Parameters<typeof map>): Part[string] => ['listing', map(...answer)];

const PICTURE =
	'<image:image xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><image:loc>http://other.invalid/picture</image:loc></image:image>';

const NAMES = [
	'relative.xml',
	'packed.xml.gz',
	'encoded.xml',
	'marked.xml',
	'prefixed.xml',
	'bare',
];
const MORE_NAMES = ['gone.xml', 'soft.xml', 'empty.xml', 'torn.xml', 'index.xml', 'map.php?page=1'];

/** A sitemap index whose sitemaps are written in many ways. Only the index itself is a result. */
export const MAPS: Part = {
	'/maps/index.xml': [
		'read',
		map((request) => {
			const listed = [...NAMES, ...MORE_NAMES, 'CAPITALS.XML', 'lines.txt'].map((name) =>
				at(request, `/maps/${name}`),
			);
			const all = ['/maps/plain.xml', ...listed, 'http://localhost:1/maps/other.xml'];
			return `<sitemapindex ${ADDRESS_SPACE}>${all
				.map((location) => `<sitemap><loc>${location}</loc></sitemap>`)
				.join('')}</sitemapindex>`;
		}),
	],
	'/maps/plain.xml': listing((request) =>
		urlset(
			[
				at(request, '/maps/plain/1'),
				`  ${at(request, '/maps/plain/2')}\n`,
				`<![CDATA[${at(request, '/maps/plain/3')}]]>`,
				at(request, '/maps/plain/query?a=1&amp;b=2'),
				'https://elsewhere.invalid/page',
			],
			PICTURE,
		),
	),
	'/maps/relative.xml': listing(() => urlset(['/maps/relative/1', 'relative/2'])),
	'/maps/packed.xml.gz': listing(
		(request) => urlset([at(request, '/maps/packed/1')]),
		(text) => gzipSync(text),
		{ 'content-type': 'application/gzip' },
	),
	'/maps/encoded.xml': listing(
		(request) => urlset([at(request, '/maps/packed/2')]),
		(text) => gzipSync(text),
		{ 'content-encoding': 'gzip' },
	),
	'/maps/marked.xml': listing((request) => `\uFEFF${urlset([at(request, '/maps/marked/1')])}`),
	'/maps/prefixed.xml': listing((request) =>
		urlset([at(request, '/maps/prefixed/1')])
			.replace('xmlns=', 'xmlns:sm=')
			.replace(/<(\/?)(urlset|url|loc)/g, '<$1sm:$2'),
	),
	'/maps/bare': listing((request) => urlset([at(request, '/maps/bare/1')])),
	'/maps/empty.xml': listing(() => urlset([])),
	'/maps/torn.xml': listing((request) =>
		urlset([at(request, '/maps/torn/1'), at(request, '/maps/torn/2')]).slice(0, -30),
	),
	'/maps/map.php?page=1': listing((request) => urlset([at(request, '/maps/script/1')])),
	'/maps/CAPITALS.XML': listing((request) => urlset([at(request, '/maps/capitals/1')])),
	'/maps/lines.txt': listing(
		(request) => `${at(request, '/maps/lines/1')}\n${at(request, '/maps/lines/2')}\n`,
		undefined,
		{ 'content-type': 'text/plain' },
	),
	'/maps/gone.xml': ['failed', send(html('Gone'), {}, 404)],
	// A page in place of a sitemap is a page.
	...pages('/maps/soft.xml'),
	...pages('/maps/plain/1', '/maps/plain/2', '/maps/plain/3', '/maps/plain/query?a=1&b=2'),
	...pages('/maps/relative/1', '/maps/relative/2', '/maps/packed/1', '/maps/packed/2'),
	...pages('/maps/marked/1', '/maps/prefixed/1', '/maps/bare/1', '/maps/torn/1', '/maps/script/1'),
	...pages('/maps/capitals/1', '/maps/lines/1', '/maps/lines/2'),
};
