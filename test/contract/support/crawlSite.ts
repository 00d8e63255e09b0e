import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pages, startPages } from './startPages.ts';

/** A site of more than 200 pages, with what crawlers fall into. */
export interface CrawlSite extends Pages {
	/** How often a path (with its query) was asked for. */
	countHits(path: string): number;
	/** Every path (with its query) asked for since the last call, in order. */
	takeRequests(): string[];
}

/** Pages of the guide beside its index; `/guide/1` to this. */
export const GUIDE_PAGES = 24;
/** Products in the shop; `/shop/product/1` to this. */
export const PRODUCTS = 120;
/** Pages of the slow part beside its index. */
export const SLOW_PAGES = 40;
/** Pages beside the index of the part in which each page is there sooner than the one linked before it. */
export const ORDER_PAGES = 6;
/** How long a page of the slow part takes. */
export const SLOW_MS = 400;

const POSTS = 60;
/** How long the stuck page takes. */
const STUCK_MS = 10_000;

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	delayMs?: number;
}

interface Asked {
	path: string;
	/** Header `Cookie`; empty without one. */
	cookies: string;
	query: URLSearchParams;
	/** How often this path and query was asked for, this time included. */
	hits: number;
}

/** Starts the site on a free port of 127.0.0.1. */
export async function startCrawlSite(): Promise<CrawlSite> {
	const hits = new Map<string, number>();
	let requests: string[] = [];
	const pages = await startPages((request, response) => {
		const address = request.url ?? '/';
		const count = (hits.get(address) ?? 0) + 1;
		hits.set(address, count);
		requests.push(address);
		const { pathname, searchParams } = new URL(address, 'http://site');
		void send(
			response,
			answer({
				path: pathname,
				cookies: request.headers.cookie ?? '',
				query: searchParams,
				hits: count,
			}),
		);
	});
	return {
		...pages,
		countHits: (path) => hits.get(path) ?? 0,
		takeRequests() {
			const taken = requests;
			requests = [];
			return taken;
		},
	};
}

async function send(response: ServerResponse, { delayMs = 0, ...page }: Answer): Promise<void> {
	await sleep(delayMs);
	const headers = { 'Content-Type': 'text/html; charset=utf-8', ...page.headers };
	response.writeHead(page.status ?? 200, headers).end(page.body);
}

function answer(asked: Asked): Answer {
	for (const [pattern, toAnswer] of PARTS) {
		const match = pattern.exec(asked.path);
		if (match !== null) return toAnswer(asked, Number(match[1]));
	}
	return { status: 404, body: page('Not found', '<p>There is no such page.</p>') };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const link = (path: string, text = path) => `<li><a href="${path}">${text}</a></li>`;

const list = (links: string[]) => `<ul>${links.join('')}</ul>`;

const PARTS: [RegExp, (asked: Asked, number: number) => Answer][] = [
	[/^\/$/, () => ({ body: home() })],
	[
		/^\/robots\.txt$/,
		() => ({
			headers: { 'Content-Type': 'text/plain' },
			body: 'User-agent: *\nDisallow: /guide/private\nDisallow: /forbidden\n',
		}),
	],
	[/^\/guide\/?$/, () => ({ body: guideIndex() })],
	[/^\/guide\/(\d+)\/?$/, (_asked, number) => guidePage(number)],
	// The same text as a guide page, without a hint which of the two is the real one.
	[/^\/guide\/copy\/(\d+)$/, (_asked, number) => guidePage(number)],
	// Another form of a guide page, which names the real one.
	[
		/^\/guide\/print\/(\d+)$/,
		(_asked, number) => ({
			body: page(`Print: guide ${number}`, '<p>Print version.</p>', `/guide/${number}`),
		}),
	],
	[/^\/guide\/old\/(\d+)$/, (_asked, number) => redirect(`/guide/${number}`)],
	[/^\/guide\/away$/, () => redirect('/shop')],
	[/^\/guide\/circle$/, () => redirect('/guide/circle')],
	[/^\/guide\/error$/, () => ({ status: 500, body: page('Error', '<p>It broke.</p>') })],
	[/^\/guide\/private/, () => ({ body: page('Private', '<p>Nothing for robots.</p>') })],
	[/^\/guide\/sub(\/sub)*\/?$/, (asked) => ({ body: nested(asked.path) })],
	[/^\/guide\/calendar$/, (asked) => ({ body: calendar(asked.query) })],
	[/^\/flaky\/?$/, () => ({ body: page('Flaky part', list([link('/flaky/once')])) })],
	[
		/^\/flaky\/once$/,
		({ hits }) => (hits === 1 ? { status: 503 } : { body: page('Flaky', '<p>Back again.</p>') }),
	],
	[
		/^\/order\/?$/,
		() => ({ body: page('Order', list(numbers(ORDER_PAGES).map((at) => link(`/order/${at}`)))) }),
	],
	[
		/^\/order\/(\d+)$/,
		(_asked, number) => ({
			body: page(`Part ${number}`, '<p>In its place.</p>'),
			delayMs: (ORDER_PAGES - number) * 200,
		}),
	],
	[/^\/blog\/?$/, (asked) => ({ body: blogList(Number(asked.query.get('page') ?? 1)) })],
	[/^\/blog\/post-(\d+)$/, (_asked, number) => ({ body: page(`Post ${number}`, '') })],
	[/^\/blog\/tag\/(\d+)$/, (_asked, number) => ({ body: page(`Tag ${number}`, '') })],
	[/^\/shop\/?$/, () => ({ body: shop() })],
	[/^\/shop\/product\/(\d+)$/, (_asked, number) => ({ body: product(number) })],
	[
		/^\/days\/$/,
		() => ({ body: page('Days', list([link('/days/seen/1'), link('/days/rate/1')])) }),
	],
	[/^\/days\/(seen|rate)\/\d+$/, ({ path }) => ({ body: dayPage(path) })],
	[/^\/counter$/, (asked) => ({ body: counter(Number(asked.query.get('n') ?? 0)) })],
	[/^\/stuck$/, () => ({ delayMs: STUCK_MS, body: page('Stuck', '') })],
	[/^\/slow\/?$/, () => ({ body: slowIndex() })],
	[/^\/slow\/(\d+)$/, (_asked, number) => slowPage(number)],
	[/^\/files\/?$/, () => ({ body: page('Files', list([link('/files/prices.csv')])) })],
	[
		/^\/files\/prices\.csv$/,
		() => ({ headers: { 'Content-Type': 'text/csv' }, body: 'chair,price\nOak,120\nPine,80\n' }),
	],
	[/^\/members(?:\/\d)?$/, members],
	[/^\/app\/?$/, () => ({ body: page('App', `<ul id="list"></ul>${DRAW_LINKS}`) })],
	[/^\/routed\/?$/, () => ({ body: page('Routed', `<main id="view"></main>${DRAW_ROUTE}`) })],
	[
		/^\/pressed-unfollowed\/$/,
		() => ({ body: page('Pressed', `<meta name="robots" content="nofollow">${PRESSED_APP}`) }),
	],
	[/^\/pressed-late\/$/, () => ({ body: page('Late', LATE_APP) })],
	[/^\/pressed-late\/\w+$/, ({ path }) => ({ body: page(`Page ${path}`, '') })],
	[/^\/pressed\/?$/, () => ({ body: page('Pressed', PRESSED_APP) })],
	[/^\/pressed\/\w+$/, ({ path }) => ({ body: page(`Page ${path}`, PRESSED_APP) })],
	[/^\/app\/(\d)$/, (_asked, number) => ({ body: page(`App page ${number}`, '') })],
	[/^\/troubled\/?$/, () => ({ body: page('Troubled part', list(troubledLinks())) })],
	[/^\/troubled\/frozen$/, () => ({ body: page('Frozen', FREEZE) })],
	[/^\/troubled\/alert$/, () => ({ body: page('Alert', '<script>alert(1)</script>') })],
	[/^\/troubled\/empty$/, () => ({ body: '' })],
	[/^\/troubled\/(\d)$/, (_asked, number) => ({ body: page(`Fine ${number}`, '') })],
	[/^\/forbidden$/, () => ({ body: page('Forbidden', '') })],
	[/^\/moved$/, () => redirect('/blog/')],
	[/^\/single$/, () => ({ body: page('Single', '<p>No links at all.</p>') })],
	[/^\/half\/?$/, () => ({ body: page('Half of it', list(halfLinks())) })],
	[
		/^\/half\/(\d)$/,
		(_asked, number) => ({ body: page(`Half ${number}`, list([link('/single')])) }),
	],
	[/^\/broken\/?$/, () => ({ body: page('Broken part', list(brokenLinks())) })],
	[/^\/large\/?$/, () => ({ body: page('Large part', list(numbers(9).map(toLargeLink))) })],
	[/^\/large\/(\d+)$/, (_asked, number) => ({ body: largePage(number) })],
];

function toLargeLink(number: number): string {
	return link(`/large/${number}`);
}

function redirect(path: string): Answer {
	return { status: 302, headers: { Location: path } };
}

function home(): string {
	return page(
		'Home',
		list([
			...['/guide', '/blog', '/shop', '/slow', '/counter', '/single', '/broken'].map((path) =>
				link(path),
			),
			...['/a.zip', '/a.pdf', '/logo.png', 'mailto:a@example.com', 'javascript:void(0)'].map(
				(path) => link(path),
			),
			link('http://outside.invalid/', 'Elsewhere'),
		]),
	);
}

// Every page of the guide, some of them under several addresses, and everything to fall into.
function guideIndex(): string {
	return page(
		'Guide',
		list([
			...numbers(10).map((number) => link(`/guide/${number}?utm_source=index#top`)),
			...numbers(10).map((number) => link(`/guide/${number}/`)),
			...numbers(5).map((number) => link(`/guide/old/${number}`)),
			...['/guide/away', '/guide/circle', '/guide/error', '/guide/missing'].map((path) =>
				link(path),
			),
			...['/guide/private', '/guide/sub', '/shop'].map((path) => link(path)),
		]),
	);
}

// A loop: the pages lead on to each other, and the last to the first.
/** What the pages of the guide are about, one each. */
const SUBJECTS =
	'bridges canals ferries harbours islands jetties lagoons marshes oceans piers quays reefs rivers rapids springs straits swamps tides valleys wells wharves weirs brooks dunes'
		.split(' ')
		.map((subject) => `All about ${subject}, and how they came to be.`);

function guidePage(number: number): Answer {
	if (number < 1 || number > GUIDE_PAGES) return { status: 404, body: page('No such page', '') };
	const next = (number % GUIDE_PAGES) + 1;
	return {
		body: page(
			`Guide ${number}`,
			`<p>${SUBJECTS[number - 1]}</p>` +
				list([
					link(`/guide/${next}`, 'Next'),
					link('/guide', 'Up'),
					link(`/guide/copy/${number}`),
					link(`/guide/print/${number}`),
					link('/guide/private/notes'),
				]),
		),
	};
}

// A broken relative link: every page leads one folder deeper, and each has a text of its own.
function nested(path: string): string {
	return page(`Nested ${path}`, list([link(`${path.replace(/\/$/, '')}/sub/`)]));
}

function calendar(query: URLSearchParams): string {
	const month = Number(query.get('month') ?? 1);
	return page(`Month ${month}`, list([link(`/guide/calendar?month=${month + 1}`)]));
}

function counter(n: number): string {
	return page(`Counter ${n}`, list([link(`/counter?n=${n + 1}`)]));
}

let visitCount = 0;

/** A day with nothing but a rate of its own, of 12, or with nothing but the count of all visits, without end. */
function dayPage(path: string): string {
	const [, , kind, number] = path.split('/');
	const n = Number(number);
	visitCount += 1;
	const figure = kind === 'rate' ? `One euro is ${1 + ((n * 7919) % 997) / 1000} dollars.` : '';
	const visits = kind === 'seen' ? `Popularity: ${(visitCount * 7919) % 9973}` : '';
	const date = new Date(Date.UTC(2026, 10, 25 - n)).toISOString().slice(0, 10);
	const next = kind === 'rate' && n === 12 ? [] : [link(`/days/${kind}/${n + 1}`, 'Previous day')];
	return page(`Day`, `<p>${date}</p><p>${figure}${visits}</p>${list(next)}`);
}

function blogList(number: number): string {
	const posts = numbers(POSTS).slice((number - 1) * 10, number * 10);
	return page(
		`Blog, page ${number}`,
		list([
			...posts.map((post) => link(`/blog/post-${post}`, `Post ${post}`)),
			...posts.map((post) => link(`/blog/tag/${post}`, `Tag ${post}`)),
			...(number * 10 < POSTS ? [link(`/blog/?page=${number + 1}`, 'Older posts')] : []),
			link('/shop', 'Shop'),
		]),
	);
}

function shop(): string {
	return page(
		'Shop',
		list([
			...numbers(PRODUCTS).map((number) => link(`/shop/product/${number}`, `Chair ${number}`)),
			...numbers(20).map((number) => link(`/shop?sort=field${number}`, `Sort ${number}`)),
			link('/shop/logout', 'Sign out'),
		]),
	);
}

function product(number: number): string {
	const data = {
		'@context': 'https://schema.org',
		'@type': 'Product',
		name: `Chair ${number}`,
		offers: { '@type': 'Offer', price: number + 0.5, priceCurrency: 'EUR' },
	};
	const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
	return page(`Chair ${number}`, `${script}${list([link('/shop', 'Shop')])}`);
}

function slowIndex(): string {
	return page('Slow part', list(numbers(SLOW_PAGES).map((number) => link(`/slow/${number}`))));
}

function slowPage(number: number): Answer {
	return { delayMs: SLOW_MS, body: page(`Slow ${number}`, '') };
}

// Only for those who are signed in.
function members({ path, cookies }: Asked): Answer {
	if (!cookies.includes('session=ann')) return { status: 403, body: page('Sign in', '') };
	return { body: page(`Members ${path}`, list([link('/members/1'), link('/members/2')])) };
}

function troubledLinks(): string[] {
	const names = ['frozen', 'alert', 'empty', ...numbers(6)];
	return names.map((name) => link(`/troubled/${name}`));
}

// The links exist only after a script has run.
const DRAW_LINKS = `<script>
	addEventListener('load', () => setTimeout(() => {
		for (const number of [1, 2, 3]) {
			const entry = document.createElement('a');
			entry.href = '/app/' + number;
			entry.textContent = 'Page ' + number;
			document.getElementById('list').append(entry);
		}
	}, 50));
</script>`;

// One document, whose fragment names what it shows; it starts with the fragment it is opened with.
const DRAW_ROUTE = `<nav><a href="#/users">Users</a> <a href="#/orders">Orders</a> <a href="#!/bang">Bang</a>
	<a href="#top">Top</a></nav><script>
	const route = location.hash.replace(/^#!?\\//, '') || 'home';
	setTimeout(() => { document.getElementById('view').textContent = 'The ' + route + ' are shown here.'; }, 300);
</script>`;

// An application whose menu has buttons only: each way a script may lead on, and one that only acts.
const PRESSED_APP = `<nav><button data-away="/pressed/#/team">Team</button><button data-push="/pressed/prices">Prices</button>
	<button data-later="/pressed/news">News</button><span role="link" data-away="/pressed/contact">Contact</span>
	<button data-window="/pressed/shop">Shop</button><button data-remove="1">Remove</button></nav><p id="view"></p><script>
	document.getElementById('view').textContent = 'Shown is ' + location.pathname + location.hash;
	document.querySelector('nav').addEventListener('click', ({ target: { dataset } }) => {
		fetch('/pressed/removed', { method: 'POST' }).catch(() => undefined);
		navigator.sendBeacon('/pressed/removed', 'all');
		if (dataset.push) history.pushState({}, '', dataset.push);
		if (dataset.later) setTimeout(() => history.pushState({}, '', dataset.later), 100);
		if (dataset.away) location.href = dataset.away;
		if (dataset.window) window.open(dataset.window);
	});
</script>`;

// Its buttons ask for nothing, and lead on some time after they were pressed.
const LATE_APP = `<nav><button data-wait="100">soon</button><button data-wait="900">later</button>
	<button data-wait="2500">last</button></nav><script>
	document.querySelector('nav').addEventListener('click', ({ target: { dataset, textContent } }) => {
		setTimeout(() => { location.href = '/pressed-late/' + textContent; }, Number(dataset.wait));
	});
</script>`;

/** A page that is there, and then never answers again. */
const FREEZE = '<script>addEventListener("load", () => setTimeout(() => { for (;;); }))</script>';

function brokenLinks(): string[] {
	return ['/broken/missing', '/guide/error', '/broken/away'].map((path) => link(path));
}

// What fails stands before what is there.
function halfLinks(): string[] {
	return ['/half/missing', '/half/gone', '/half/1', '/half/2'].map((path) => link(path));
}

// Text that packs badly, so that archives of it are large.
function largePage(number: number): string {
	const cells = numbers(60_000).map((cell) => ((cell * 7919 * number) % 99_991).toString(36));
	return page(`Large ${number}`, `<p>${cells.join(' ')}</p>`);
}

function page(title: string, body: string, canonical?: string): string {
	const head = canonical === undefined ? '' : `<link rel="canonical" href="${canonical}">`;
	return (
		`<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>` +
		`<h1>${title}</h1><p>This page is about ${title} and says so in a whole sentence.</p>` +
		`${body}</body></html>`
	);
}
