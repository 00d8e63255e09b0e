import { startPages, type Pages } from '../support/startPages';
import { visitPage, visitPages, type VisitResult } from './support/visitPages';
import { ROW_COUNT, SCROLLED_FRAMES, SCROLLED_PAGES, WHEELED_PAGES } from './support/scrolledSite';
import { SHOWN_ALONE, SHOWN_PAGES, SHOWN_TOGETHER } from './support/shownSite';
import { serveWild, UNNAMED_ENCODINGS } from './support/wildSite';

let site: Pages;

beforeAll(async () => {
	site = await startPages(serveWild);
});

afterAll(async () => {
	await site.stop();
});

/** Visits paths of the site side by side and returns the results in order. */
async function visitAll(paths: string[]): Promise<VisitResult[]> {
	const round = paths.map((path) => ({ url: `${site.url}${path}` }));
	return (await visitPages({ rounds: [round], allowPrivateAddresses: true })).flat();
}

function expectAllRows(cases: string[], pages: VisitResult[]): void {
	const rows = pages.map(({ markdown = '' }) => markdown.match(/Row \d+ of the list/g) ?? []);
	const all = Array.from({ length: ROW_COUNT }, (_row, index) => `Row ${index} of the list`);
	expect(Object.fromEntries(cases.map((name, at) => [name, rows[at]]))).toEqual(
		Object.fromEntries(cases.map((name) => [name, all])),
	);
}

describe('A page', () => {
	it.concurrent('is read when it has drawn itself, however late its data comes', async () => {
		const [late, chained, timer, component] = await visitAll([
			'/late-data',
			'/chained-data',
			'/timer',
			'/web-component',
		]);
		expect(late?.markdown).toContain('Fetched data');
		expect(chained?.markdown).toContain('Fetched data');
		expect(timer?.markdown).toContain('Drawn late');
		expect(component?.markdown).toBe('Price of the **Kettle**');
	});

	it.concurrent(
		'comes with its address after redirects, its status and the name of a real browser',
		async () => {
			const [redirected, script, early, missing, agent] = await visitAll([
				'/redirect?to=/static',
				'/script-redirect?to=/static',
				'/early-redirect?to=/static',
				'/not-found',
				'/agent',
			]);
			expect(redirected).toMatchObject({ finalUrl: `${site.url}/static`, httpStatus: 200 });
			expect(script).toMatchObject({ finalUrl: `${site.url}/static`, markdown: '# Static' });
			expect(early).toMatchObject({ finalUrl: `${site.url}/static`, markdown: '# Static' });
			expect(missing).toMatchObject({ httpStatus: 404, markdown: '# Gone' });
			expect(agent?.markdown).toMatch(/Chrome\/\d+/);
			expect(agent?.markdown).not.toContain('Headless');
		},
	);

	it.concurrent('that is only read has the window of a desktop all the same', async () => {
		const [page] = await visitAll(['/window']);
		expect(page?.markdown).toContain('1280 800 1280 800 1280 1280 800 1280 true visible');
		expect(page?.markdown).toMatch(/- far\n- in view$/m);
	});

	it.concurrent('is read as the browser shows it', async () => {
		const paths = SHOWN_ALONE.map((name) => `/shown?case=${encodeURIComponent(name)}`);
		const [together, ...alone] = await visitAll(['/shown', ...paths]);
		const parts = together?.markdown?.split('\n\n---\n\n') ?? [];
		const read = [...parts, ...alone.map(({ markdown }) => markdown)];
		const names = [...SHOWN_TOGETHER, ...SHOWN_ALONE];
		expect(names.map((name, at) => [name, read[at]])).toEqual(
			names.map((name) => [name, SHOWN_PAGES[name]?.markdown]),
		);
		expect(read).toHaveLength(names.length);
	});

	it.concurrent(
		'is read with all rows of the lists in it that are scrolled by themselves',
		async () => {
			const cases = Object.keys(SCROLLED_PAGES);
			const pages = await visitAll(
				cases.map((name) => `/scrolled?case=${encodeURIComponent(name)}`),
			);
			expectAllRows(cases, pages);
		},
	);

	it.concurrent(
		'is read as it is before the mouse wheel moves parts of it, and says whether these go on',
		async () => {
			const cases = Object.entries(WHEELED_PAGES);
			const pages = await visitAll(
				cases.map(([name]) => `/wheeled?case=${encodeURIComponent(name)}`),
			);
			for (const [at, [name, { goesOn }]] of cases.entries()) {
				expect([name, pages[at]?.hasUnreadPart]).toEqual([name, goesOn]);
				expect(pages[at]?.markdown?.match(/\d+/g)).toEqual(['0', '1', '2', '3']);
			}
		},
	);

	it.concurrent(
		'is read with all rows of the lists in its frames, also in those of other sites',
		async () => {
			const cases = Object.keys(SCROLLED_FRAMES);
			const paths = cases.map((name) => `/scrolled-frame?case=${encodeURIComponent(name)}`);
			const other = `${paths[0]}&at=${site.url.replace('127.0.0.1', 'localhost')}`;
			expectAllRows([...cases, 'of another site'], await visitAll([...paths, other]));
		},
	);

	it.concurrent(
		'is read with what stands in its frames, whose addresses start from their own',
		async () => {
			const [page, frames] = await visitAll(['/outer/page', '/outer/frames']);
			const inner = `Inner text [go on](${site.url}/inner/next.html) [part](${site.url}/inner/doc#part) ![pic](${site.url}/inner/pic.png)`;
			expect(page?.markdown).toBe(`# Outer\n\n${inner}`);
			expect(frames?.markdown).toBe(inner);
		},
	);

	it.concurrent('says in its Markdown every word that the browser shows of it', async () => {
		const [page] = await visitAll(['/whole']);
		const said = /data-said="([^"]*)"/.exec(page?.html ?? '')?.[1] ?? '';
		const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
		const left = wordsOf(page?.markdown ?? '');
		// The reading above a word is in brackets behind it.
		const shown = wordsOf(said.replace('漢kan', '漢(kan)'));
		const missing = shown.filter((word) => {
			const at = left.indexOf(word);
			if (at !== -1) left.splice(at, 1);
			return at === -1;
		});
		expect(shown.length).toBeGreaterThan(100);
		// Entities of the attribute itself.
		expect(missing.filter((word) => !/^(?:amp|lt|nbsp)$/.test(word))).toEqual([]);
	});

	it.concurrent('that names no encoding is read in its own', async () => {
		const encodings = Object.keys(UNNAMED_ENCODINGS);
		const pages = await visitAll(encodings.map((encoding) => `/unnamed-encoding?of=${encoding}`));
		const read = encodings.map((encoding, at) => [encoding, pages[at]?.markdown]);
		expect(Object.fromEntries(read)).toEqual(UNNAMED_ENCODINGS);
	});

	it.concurrent(
		'gets the cookies of the request, in either form, and nothing of another page',
		async () => {
			const url = `${site.url}/cookies`;
			const leftovers = { url: `${site.url}/leftovers` };
			const table = `Name\tValue\tDomain\tPath\nsid\ttable\t127.0.0.1\t/`;
			const results = await visitPages({
				rounds: [
					[{ url, cookies: 'sid=header; b=2' }],
					[{ url, cookies: table }, leftovers],
					[{ url }, leftovers],
				],
				allowPrivateAddresses: true,
			});
			const seen = results.flat().map(({ markdown }) => markdown);
			expect(seen).toEqual(['sid=header; b=2', 'sid=table', ',0,0,0,', 'none', ',0,0,0,']);
		},
	);

	it.concurrent('fails with the browser’s reason when it cannot be opened', async () => {
		const closed = await startPages(() => undefined);
		await closed.stop();
		const urls = [`${closed.url}/`, 'http://no-such-host.invalid/', `${site.url}/nothing`];
		const [refused, unknown, nothing] = (
			await visitPages({ rounds: [urls.map((url) => ({ url }))], allowPrivateAddresses: true })
		).flat();
		expect(refused?.error).toEqual({
			name: 'PageLoadError',
			message: `Failed to scrape ${closed.url}/: nothing answers at this address (net::ERR_CONNECTION_REFUSED)`,
		});
		expect(unknown?.error?.message).toBe(
			'Failed to scrape http://no-such-host.invalid/: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)',
		);
		expect(nothing?.error?.message).toContain('answers with nothing (HTTP 204)');
	});

	it('fails in bounded time when it does not answer or never comes to rest', async () => {
		const [[silent, behind], [endless]] = (await visitPages({
			rounds: [
				['/silent', '/redirect?to=/silent'].map((path) => ({
					url: site.url + path,
					navigationTimeoutMs: 500,
				})),
				[{ url: `${site.url}/endless` }],
			],
			allowPrivateAddresses: true,
		})) as [[VisitResult, VisitResult], [VisitResult]];
		expect(silent.error?.message).toContain('it took longer than 0.5 s');
		expect(behind.error?.message).toContain('it took longer than 0.5 s');
		expect(endless.error?.message).toContain('its scripts run without a pause');
		expect(endless.durationMs).toBeLessThan(60_000);
	});

	it.each([false, true])(
		'whose answer never ends is read as far as it came, or fails where nothing did (with actions: %s)',
		async (hasActions) => {
			const visits = (ways: string[]) =>
				ways.map((way) => ({
					url: `${site.url}/unended?way=${way}`,
					navigationTimeoutMs: 1_500,
					...(hasActions && { actions: [{ type: 'wait', duration: 1 }] }),
				}));
			const texts = visits(['drip', 'held', 'drawn', 'torn']);
			const blanks = visits(['comments', 'blanks', 'script', 'headers', 'words&type=text/plain']);
			const [read = [], failed = []] = await visitPages({
				rounds: [texts, blanks],
				allowPrivateAddresses: true,
			});
			expect(read.map(({ markdown, error }) => error ?? markdown?.split('\n')[0])).toEqual([
				'# Drip',
				'# Held',
				'Drawn text',
				'# Torn',
			]);
			expect(read.map(({ ending }) => ending)).toEqual(['never', 'never', 'never', 'never']);
			for (const { error } of failed) {
				expect(error?.message).toContain('the answer did not end in time, and nothing that can be');
			}
		},
	);

	it.concurrent(
		'behind a challenge is read once that has gone, and fails when it stays',
		async () => {
			const [passing, staying] = await visitAll(['/passing-challenge', '/staying-challenge']);
			expect(passing).toMatchObject({ markdown: '# The real page', httpStatus: 200 });
			expect(staying?.error).toEqual({
				name: 'ChallengeError',
				message: `Failed to scrape ${site.url}/staying-challenge: a bot challenge (bot check) stays on screen, and this service does not solve CAPTCHAs`,
			});
		},
	);

	it.concurrent('that only speaks of challenges is read', async () => {
		const { markdown } = await visitPage({ url: `${site.url}/manual` });
		expect(markdown).toContain('Press and hold the button');
	});
});

describe('A document', () => {
	it.concurrent('is stored as a file under its name, whatever the way it is sent', async () => {
		const [pdf, download, slow] = await visitAll(['/report.pdf', '/download', '/slow.pdf']);
		expect(pdf?.document).toMatchObject({
			fileName: 'report.pdf',
			contentType: 'application/pdf',
			sizeBytes: 180_000,
			beginning: expect.stringMatching(/^%PDF-1\.4/),
		});
		expect(download?.document).toMatchObject({ fileName: 'Q1 report.xlsx', sizeBytes: 2 });
		expect(slow?.document).toMatchObject({ beginning: '%PDF-1.4' });
	});

	it.concurrent('in a frame does not take the place of the page around it', async () => {
		const { markdown, document } = await visitPage({ url: `${site.url}/embeds-pdf` });
		expect(document).toBeUndefined();
		expect(markdown).toContain('# Our brochure');
		expect(markdown).toContain('The end of the page');
	});

	it.concurrent('is refused when it is too large or of no known kind', async () => {
		const large = await visitPage({ url: `${site.url}/report.pdf`, maxDocumentBytes: 1000 });
		const archive = await visitPage({ url: `${site.url}/archive` });
		expect(large.error?.message).toMatch(/the document is larger than/);
		expect(archive.error?.message).toContain(
			'the address answers with application/x-msdownload, which is neither a page nor a document that can be read',
		);
	});
});

describe('A page that wants too much', () => {
	it('of memory is refused with the reason, and a large one is read to its end', async () => {
		const [huge, large] = await visitAll(['/huge', '/large']);
		// A slow machine may not even show it in time.
		expect(huge?.error?.message).toMatch(/the page is larger than 20 MB|does not respond/);
		expect(large?.error).toBeUndefined();
		expect(large?.html?.length).toBeGreaterThan(3_000_000);
		expect(large?.html).toContain('The very end');
	});

	it('of windows is read, and its windows are closed', async () => {
		const { markdown } = await visitPage({
			url: `${site.url}/windows`,
			actions: [{ type: 'wait', duration: 6000 }],
		});
		const [, count] =
			/^# Windows\n\n40 were opened, (\d+) windows are open$/.exec(markdown ?? '') ?? [];
		// The last of them may be on its way out.
		expect(Number(count)).toBeLessThan(3);
	});

	it('of time, by leading on for ever, is read or fails within the limits', async () => {
		const { durationMs, error, markdown } = await visitPage({
			url: `${site.url}/circle?hops=0`,
			navigationTimeoutMs: 5000,
		});
		expect(error?.message ?? markdown).toMatch(/Circle \d+|Failed to scrape/);
		expect(durationMs).toBeLessThan(60_000);
	});

	it('of attention, by a comment full of what rules look for, is read at once', async () => {
		const { markdown, durationMs } = await visitPage({ url: `${site.url}/comment` });
		expect(markdown).toBe('# Comment');
		expect(durationMs).toBeLessThan(60_000);
	});
});

describe('A crash', () => {
	it('of a tab fails the page in it and no other', async () => {
		const url = `${site.url}/late-data`;
		const [[crashed, other] = []] = await visitPages({
			rounds: [[{ url, crash: 'tab', afterMs: 500 }, { url }]],
			allowPrivateAddresses: true,
		});
		expect(crashed?.error).toBeDefined();
		expect(other?.markdown).toContain('Fetched data');
	});

	// Calls on a dead page reject with words of their own, before anybody knows that it is dead.
	it.each(['tab', 'browser'] as const)(
		'of the %s is told as one at whatever moment it comes',
		async (crash) => {
			const url = `${site.url}/late-data`;
			const others = crash === 'tab' ? [] : [{ url }];
			const rounds = await visitPages({
				rounds: Array.from({ length: 6 }, (_round, index) => [
					{ url, crash, afterMs: 20 + 60 * index },
					...others,
				]),
				allowPrivateAddresses: true,
			});
			const errors = rounds.flat().flatMap(({ error }) => (error ? [error.name] : []));
			expect(errors).not.toEqual([]);
			expect(new Set(errors)).toEqual(new Set(['BrowserCrashedError']));
		},
	);

	// The browser loads on in another one, and the page would stay without what was on its way.
	it('of the process that loads is one of the pages that were loading', async () => {
		const url = `${site.url}/late-data`;
		const [[crashed] = [], [next] = []] = await visitPages({
			rounds: [[{ url, crash: 'network' }], [{ url }]],
			allowPrivateAddresses: true,
		});
		expect(crashed?.error?.name).toBe('BrowserCrashedError');
		expect(next?.markdown).toContain('Fetched data');
	});

	it('of the browser fails the pages in it, and the next page gets a fresh one', async () => {
		const url = `${site.url}/late-data`;
		const [crashed = [], [next] = []] = await visitPages({
			rounds: [
				[
					{ url, crash: 'browser', afterMs: 500 },
					{ url, stays: true },
				],
				[{ url }],
			],
			allowPrivateAddresses: true,
		});
		for (const { error } of crashed) {
			expect(error).toEqual({
				name: 'BrowserCrashedError',
				message: 'The browser stopped unexpectedly while the page was open',
			});
		}
		expect(next?.markdown).toContain('Fetched data');
	});
});

describe('A browser that is killed while it starts', () => {
	it('is started again', async () => {
		const [[page] = []] = await visitPages({
			rounds: [[{ url: `${site.url}/static` }]],
			allowPrivateAddresses: true,
			isKilledAtStart: true,
		});
		expect(page?.error).toBeUndefined();
		expect(page?.markdown).toBe('# Static');
	});
});

describe('Pages beyond the pool’s places', () => {
	it('wait for their turn, and can be given up while they wait and while they load', async () => {
		const silent = `${site.url}/silent`;
		const [[loading, waiting, last] = []] = await visitPages({
			rounds: [
				[
					{ url: silent, isAborted: true, afterMs: 900 },
					{ url: silent, isAborted: true, afterMs: 300 },
					{ url: `${site.url}/static` },
				],
			],
			allowPrivateAddresses: true,
			maxConcurrentPages: 1,
		});
		expect(loading?.error?.message).toBe('Stopped by the client');
		expect(waiting?.error?.message).toBe('Stopped by the client');
		expect(waiting?.durationMs).toBeLessThan(loading?.durationMs ?? 0);
		expect(last?.markdown).toBe('# Static');
		expect(last?.durationMs).toBeGreaterThanOrEqual(800);
	});
});
