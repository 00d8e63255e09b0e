import type { IncomingMessage } from 'node:http';

/** What a shape is asked for. */
export interface ShapeRequest {
	/** Below the shape's own address, without the slash: empty for its first page. */
	path: string;
	query: URLSearchParams;
	/** Fields of a form that was posted; empty for other requests. */
	form: URLSearchParams;
	method: NonNullable<IncomingMessage['method']>;
}

/** One way in which a site shows a list and lets people go on in it. */
export interface ListShape {
	/** What a reader sees, for the report. */
	name: string;
	/** Entries that a reader finds over all its pages, in order. */
	entries: string[];
	/** Pages or portions that they are on. */
	pages: number;
	/** Words that the page shows beside its list. */
	surroundings: string[];
	/** A page, or what a script of the page asked for; undefined for what must never be asked for. */
	serve(request: ShapeRequest): string | undefined;
}

/** `Lamp 01` to `Lamp 30`. */
export const nameEntries = (noun: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `${noun} ${String(index + 1).padStart(2, '0')}`);

/** Entries of a page, counted from 1. */
export const portion = <Entry>(entries: readonly Entry[], page: number, size: number): Entry[] =>
	entries.slice((page - 1) * size, page * size);

const PRICES = [4.5, 12, 19.9, 7.25, 31];

/** The price of an entry, derived from its number. */
export const priceOf = (name: string): string =>
	(PRICES[Number(name.slice(-2)) % PRICES.length] ?? 1).toFixed(2);

/** The address of an entry's own page. */
export const linkOf = (name: string): string => `/goods/${name.toLowerCase().replace(' ', '-')}`;

export const card = (name: string, className = 'card'): string =>
	`<li class="${className}"><a href="${linkOf(name)}"><h3>${name}</h3></a><p>Made by hand in small numbers</p><span class="price">€ ${priceOf(name)}</span><button type="button" onclick="fetch('/forbidden/cart',{method:'POST'})">+</button></li>`;

export const cards = (names: readonly string[]): string => names.map((name) => card(name)).join('');

const STYLE =
	'body{font:16px sans-serif;margin:0}main{padding:20px}li.card,.card{border:1px solid #999;padding:12px;margin:8px;list-style:none;min-height:90px}.pager *{margin:4px;display:inline-block}.disabled{color:#aaa}';

/** A page with the usual things around its content. */
export const page = (title: string, main: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>${head}</head><body>
<header><nav><ul><li><a href="/home">Home</a></li><li><a href="/forbidden/news">News</a></li><li><a href="/forbidden/login">Sign in</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<main><h1>${title}</h1><p>Welcome to our ${title.toLowerCase()}.</p>${main}</main>
<footer><p>Imprint of ${title.toLowerCase()}</p><ul><li><a href="/forbidden/terms">Terms</a></li><li><a href="/forbidden/privacy">Privacy</a></li></ul></footer></body></html>`;

/** What {@link page} shows beside its list. */
export const around = (title: string): string[] => [
	`Welcome to our ${title.toLowerCase()}.`,
	`Imprint of ${title.toLowerCase()}`,
];

/** A script that adds entries to `#list` when `more()` is called; `after` runs then with the number of the page. */
export const adding = (pages: number, options: { lateMs?: number; after?: string } = {}): string =>
	`<script>let at=1;async function more(){if(at>=${pages})return;at++;const html=await(await fetch('more?page='+at)).text();await new Promise(r=>setTimeout(r,${options.lateMs ?? 0}));list.insertAdjacentHTML('beforeend',html);const isLast=at>=${pages};${options.after ?? ''}}</script>`;
