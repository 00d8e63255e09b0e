import { createServer } from 'node:http';
import { type Pages, startPages } from '../support/startPages';
import { CLOCK_PAGES, LATE_PAGES, LATE_TEXT, serveLate, serveSocket } from './support/lateSite';
import { visitPages, type VisitResult } from './support/visitPages';

const KINDS = Object.keys(LATE_PAGES);

/** Pages open at a time: what a service on two cores opens, not all that there are. */
const AT_A_TIME = 6;

let site: Pages;

beforeAll(async () => {
	site = await startPages(createServer(serveLate).on('upgrade', serveSocket));
});

afterAll(async () => {
	await site.stop();
});

/** Visits paths of the site, a few at a time. */
async function visitPaths(paths: string[]): Promise<Array<VisitResult | undefined>> {
	const visits = paths.map((path) => ({ url: `${site.url}${path}` }));
	const rounds = await visitPages({
		rounds: Array.from({ length: Math.ceil(visits.length / AT_A_TIME) }, (_round, index) =>
			visits.slice(index * AT_A_TIME, (index + 1) * AT_A_TIME),
		),
		allowPrivateAddresses: true,
	});
	return rounds.flat();
}

describe('Text that comes late or from an unusual place is read', () => {
	let results: Map<string, VisitResult | undefined>;

	beforeAll(async () => {
		const paths = [...KINDS.map((_kind, index) => `/late/${index}`), '/streamed', '/encoded'];
		const visited = await visitPaths(paths);
		results = new Map(
			[...KINDS, 'a stream', 'an encoding'].map((kind, index) => [kind, visited[index]]),
		);
	});

	it.each(KINDS)('from %s', (kind) => {
		expect(results.get(kind)?.error).toBeUndefined();
		expect(results.get(kind)?.markdown).toContain(LATE_TEXT);
	});

	it('from what is read once it is seen, each time', async () => {
		const path = `/late/${KINDS.indexOf('text that waits for visibility')}`;
		const visited = await visitPaths(Array.from({ length: AT_A_TIME }, () => path));

		expect(visited.filter((result) => result?.markdown?.includes(LATE_TEXT) !== true)).toEqual([]);
	});

	it('from HTML that is streamed', () => {
		expect(results.get('a stream')?.markdown).toMatch(/A first part\s+The ferry leaves at noon/);
	});

	it('in the encoding that a meta element names', () => {
		expect(results.get('an encoding')?.markdown).toBe(`Паром\n\n${LATE_TEXT}`);
	});

	it.each(['a frame of the same site', 'a frame of another site'])(
		'at its place in the page, from %s',
		(kind) => {
			expect(results.get(kind)?.markdown).toMatch(
				/Words of an ordinary page[^]*In the frame[^]*The ferry leaves at noon[^]*After the frame/,
			);
		},
	);
});

test('The time of a page stays near the time of day', async () => {
	const kinds = Object.keys(CLOCK_PAGES);
	const visited = await visitPaths(kinds.map((_kind, index) => `/clock/${index}`));
	const aheadMs = visited.map((visit) => {
		const [shownMs = Infinity] = /\d{13,}/.exec(visit?.markdown ?? '') ?? [];
		return Number(shownMs) - Date.now();
	});
	expect(aheadMs.filter((ms) => !(ms < 60_000))).toEqual([]);
});

// At the moment of its redirect such a page is still being read: no request may get lost in between.
test('A page that leads on at once arrives, every time', async () => {
	const index = KINDS.indexOf('a redirect by script after half a second');
	const visited = await visitPaths(Array.from({ length: AT_A_TIME }, () => `/late/${index}`));
	expect(visited.map((visit) => visit?.error)).toEqual(visited.map(() => undefined));
});
