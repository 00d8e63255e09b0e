import type { ServerResponse } from 'node:http';
import { type Pages, startPages } from './startPages.ts';

/** How the pages of the site are drawn: each of them says `Loading…` until its script has run. */
const WAYS: Readonly<Record<string, (draw: string, path: string) => string>> = {
	'timer-100': (draw) => inline(`setTimeout(() => { ${draw} }, 100)`),
	'timer-300': (draw) => inline(`setTimeout(() => { ${draw} }, 300)`),
	'timer-1000': (draw) => inline(`setTimeout(() => { ${draw} }, 1000)`),
	'timer-2000': (draw) => inline(`setTimeout(() => { ${draw} }, 2000)`),
	'file-50': (_draw, path) => `<script src="${path}.50.js"></script>`,
	'file-500': (_draw, path) => `<script src="${path}.500.js"></script>`,
	'file-2000': (_draw, path) => `<script async src="${path}.2000.js"></script>`,
	fetch: (draw) => inline(`fetch('/api').then(() => setTimeout(() => { ${draw} }, 300))`),
	chain: (draw) =>
		inline(
			`(async () => { for (let i = 0; i < 4; i++) { await fetch('/api'); await new Promise((done) => setTimeout(done, 150)); } ${draw} })()`,
		),
};

/** Pages of each way. */
const EACH = 3;

const inline = (script: string): string => `<script>${script}</script>`;

/** The paths of the drawn pages; `/` links them all, drawn by a script itself. */
export const DRAWN_PATHS = Object.keys(WAYS).flatMap((way) =>
	Array.from({ length: EACH }, (_, index) => `/${way}/${index + 1}`),
);

/** What the page of a path says once it is drawn. */
export const drawnText = (path: string): string => `The text of ${path} has come.`;

/** Starts a site whose pages are drawn by scripts, late and all alike at first. */
export async function startDrawnSite(): Promise<Pages> {
	return startPages(({ url = '/' }, response) => answer(url, response));
}

function answer(path: string, response: ServerResponse): void {
	if (path === '/robots.txt') return void response.writeHead(404).end();
	if (path === '/api') return void setTimeout(() => response.end('{}'), 50);
	const [, page = path, delayMs] = /^(.*)\.(\d+)\.js$/.exec(path) ?? [];
	if (delayMs !== undefined) {
		response.setHeader('Content-Type', 'text/javascript');
		return void response.end(`setTimeout(() => { ${toDraw(page)} }, ${delayMs})`);
	}
	const way = WAYS[page.split('/')[1] ?? ''] ?? WAYS['timer-300'];
	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	const script = way?.(toDraw(page), page) ?? '';
	response.end(
		`<!doctype html><title>Harbour</title><div id="app">Loading the page, please be patient</div>${script}`,
	);
}

function toDraw(path: string): string {
	const links =
		path === '/' ? DRAWN_PATHS.map((other) => `<a href="${other}">${other}</a>`).join(' ') : '';
	return `app.innerHTML = ${JSON.stringify(`<p>${drawnText(path)}</p>${links}`)}`;
}
