import { startPages, type Pages } from '../startPages.ts';
import { DRAWN } from './drawn.ts';
import { type End, html, links, own, type Part, send, textOf } from './entry.ts';
import { FORMS } from './forms.ts';
import { LINKS } from './links.ts';
import { MAPS } from './maps.ts';
import { TROUBLE } from './trouble.ts';

/** A site that knows how each of its addresses ends in a crawl, and what was asked for. */
export interface AccountSite extends Pages {
	/** The paths, with queries and routes, of a part that end in a way. */
	list(base: string, end: End): string[];
	/** How often a path with its query was asked for. */
	countHits(path: string): number;
	/** How many requests there were. */
	countAll(): number;
}

const ROBOTS = '\uFEFFUser-agent: *\r\nDisallow: /forms/priv*/\r\nDisallow: /*.php$\r\n';

const ALIKE_PATHS = Array.from({ length: 12 }, (_, index) => `/alike/${index + 1}`);

/** Pages that say the same until their text has come. */
const ALIKE: Part = {
	'/alike/': ['read', send(own('/alike/', links(ALIKE_PATHS)))],
	...Object.fromEntries(
		ALIKE_PATHS.map((path) => [
			path,
			[
				'read',
				send(
					html(
						'<h1>Product</h1><p id="view">Please wait while the product of the day is loaded…</p><script src="/alike/app.js"></script>',
					),
				),
			] as const,
		]),
	),
	'/alike/app.js': [
		'unseen',
		send(
			`fetch('/alike/text' + location.pathname).then((answer) => answer.text())
				.then((text) => setTimeout(() => (view.textContent = text), 500))`,
			{ 'content-type': 'text/javascript' },
		),
	],
	...Object.fromEntries(
		ALIKE_PATHS.map((path) => [
			`/alike/text${path}`,
			['unseen', send(`${textOf(path)}.`)] as const,
		]),
	),
};

const SITE: Part = {
	...{ ...DRAWN, ...MAPS, ...LINKS, ...FORMS, ...TROUBLE, ...ALIKE },
	'/robots.txt': ['unseen', send(ROBOTS, { 'content-type': 'text/plain' })],
	'/elsewhere': ['unseen', send(own('/elsewhere'))],
};

/** Sessions are no part of an address. */
const withoutSession = (path: string): string => path.replace(/[?;]j?s(?:ession)?id=\w+$/, '');

/** What servers make of slashes that are doubled, or at the end. */
const withoutSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/\/$/, '');

export async function startAccountSite(): Promise<AccountSite> {
	const hits = new Map<string, number>();
	const pages = await startPages((request, response) => {
		const path = withoutSession(request.url ?? '/');
		const count = (hits.get(path) ?? 0) + 1;
		hits.set(path, count);
		const answer = SITE[path]?.[1] ?? SITE[withoutSlashes(path)]?.[1];
		(answer ?? send(html('Missing'), {}, 404))(request, response, count);
	});
	return {
		...pages,
		list: (base, wanted) =>
			Object.entries(SITE).flatMap(([path, [end]]) =>
				path.startsWith(base) && end === wanted ? path : [],
			),
		countHits: (path) => hits.get(path) ?? 0,
		countAll: () => [...hits.values()].reduce((sum, count) => sum + count, 0),
	};
}
