import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createContentPool } from '../../../service/src/content/contentPool.ts';

jest.setTimeout(60_000);

const pool = createContentPool({ timeoutMs: 5_000 });
afterAll(() => pool.close());

const PAGES: Readonly<Record<string, string>> = {
	'a long comment': `<!--${'<iframe '.repeat(40_000)}--><p>x</p>`,
	'many brackets': `<p>${'[]('.repeat(60_000)}</p>`,
	'a table of spans': `<table>${`<tr><td rowspan=100 colspan=100>${'x'.repeat(50)}</td></tr>`.repeat(700)}</table>`,
	'elements without end': '<div>'.repeat(100_000),
};

describe('A page made to take long', () => {
	it.each(Object.entries(PAGES))('does not hold up others: %s', async (_name, html) => {
		const delay = monitorEventLoopDelay({ resolution: 10 });
		delay.enable();
		const page = { html, url: 'https://hostile.example/', contentOnly: false };
		const length = await pool.convert(page).then(
			({ markdown }) => markdown.length,
			(error: Error) => expect(error.message).toContain('The page cannot be converted'),
		);
		delay.disable();

		expect(delay.max / 1e6).toBeLessThan(1_000);
		expect(length ?? 0).toBeLessThan(4 * html.length);
	});

	it('is ended at its time, and the next one is read', async () => {
		const html = PAGES['elements without end'] ?? '';
		const quick = createContentPool({ timeoutMs: 300 });
		const url = 'https://hostile.example/';
		await expect(quick.convert({ html, url, contentOnly: false })).rejects.toThrow(
			/longer than 0.3/,
		);
		await quick.close();
		const { markdown } = await pool.convert({ html: '<p>Next</p>', url, contentOnly: false });

		expect(markdown).toBe('Next');
	});
});
