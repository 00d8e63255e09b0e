import type { IDataObject } from 'n8n-workflow';
import { readForAgent } from '../../../../nodes/shared/operations/toolOutput';
import { findPassages } from '../../../../nodes/shared/items/passages';
import { growthOf, LINEAR } from '../../../support/growth';

const whole = {
	output: 'simplified' as const,
	fields: [],
	maxCharacters: 20_000,
	query: '',
	continueAt: 0,
};

describe('what an agent gets of a result', () => {
	test('is without nothing, file links, flags and addresses of pictures', () => {
		const json = {
			url: 'https://a.test/',
			title: null,
			content: 'See [prices](/p) ![Lamp](https://cdn.test/lamp.png "A lamp")![](x.gif)',
			success: true,
			jobStatus: 'completed',
			markdownUrl: 'https://files.test/1.md',
			lowContent: false,
			jobId: 'j-1',
		};
		expect(readForAgent([json], whole)).toEqual([
			{ url: 'https://a.test/', content: 'See [prices](/p) [picture: Lamp]', jobId: 'j-1' },
		]);
	});

	test('is without the address of a picture whose text has brackets', () => {
		const [read] = readForAgent([{ content: 'See ![Figure [1] of 2](a.png)!' }], whole);
		expect(read?.content).toBe('See [picture: Figure [1] of 2]!');
	});

	test.each<[string, (size: number) => string]>([
		['pictures that never end', (size) => '!['.repeat(size)],
		['pictures without an address', (size) => '![a]('.repeat(size)],
		['pictures with an open title', (size) => '![a](b "'.repeat(size)],
		['brackets in pictures', (size) => '![[a]'.repeat(size)],
		['one address after the other', (size) => `${'https://'.repeat(size)} end`],
	])('costs in proportion to its length when it is nothing but %s', async (_label, textOf) => {
		const growth = await growthOf((size) => {
			const content = textOf(size);
			return () => readForAgent([{ content }], { ...whole, maxCharacters: content.length });
		}, 16_000);
		expect(growth).toBeLessThan(LINEAR);
	});

	test('costs in proportion to the number of rows', async () => {
		const growth = await growthOf((size) => {
			const rows = Array.from({ length: size }, (_row, index) => ({ name: `Lamp ${index}` }));
			return () => readForAgent(rows, { ...whole, query: 'lamp' });
		}, 1_000);
		expect(growth).toBeLessThan(LINEAR);
	});

	test('says in words what flags mean', () => {
		const [read] = readForAgent([{ content: 'x', lowContent: true, timedOut: true }], whole);
		expect(read).toEqual({
			content: 'x',
			note: expect.stringMatching(/^There is very little text.*'Get Result' with its ID/),
		});
	});

	test('is all of it, when that is wanted', () => {
		const json = {
			url: 'https://a.test/',
			title: null,
			success: true,
			markdownUrl: 'https://x.test/',
		};
		expect(readForAgent([json], { ...whole, output: 'raw' })).toEqual([json]);
	});

	test('is the fields that were selected, or what there is instead', () => {
		const selected = { ...whole, output: 'selected' as const, fields: ['title', 'url'] };
		const list = [
			{ url: 'https://a.test/', title: 'A', content: 'x' },
			{ content: 'y', jobId: 'j' },
		];
		expect(readForAgent(list, selected)).toEqual([
			{ title: 'A', url: 'https://a.test/' },
			{ note: 'None of the selected fields exist. There are: content, jobId.' },
		]);
	});

	test('keeps what is not well', () => {
		const json = { success: false, errorMessage: 'No such host', jobStatus: 'active' };
		expect(readForAgent([json], whole)).toEqual([json]);
	});

	test('names what was left out', () => {
		const list = Array.from({ length: 40 }, (_item, index) => ({
			url: `https://a.test/${index}`,
			content: 'x'.repeat(300),
		}));
		const read = readForAgent(list, { ...whole, maxCharacters: 3_000 });
		expect(read.at(-1)).toEqual({
			note: expect.stringMatching(/^3\d more items were left out: https:\/\/a\.test\/\d+, /),
		});
	});
});

test('a long text is read to its end, part by part, without a gap', () => {
	const text = Array.from({ length: 4_000 }, (_line, index) => `Line ${index} of it`).join('\n');
	const json: IDataObject = { url: 'https://a.test/', content: text };
	let read = '';
	for (let calls = 0, from: number | undefined = 0; from !== undefined; calls += 1) {
		expect(calls).toBeLessThan(10);
		const [part] = readForAgent([json], { ...whole, continueAt: from });
		const content = String(part?.content);
		const next: number = Number(/continue at character (\d+)\]$/.exec(content)?.[1]);
		read += content.replace(/… \[\d+ more characters: .*$/, '');
		expect(part?.url).toBe('https://a.test/');
		from = Number.isNaN(next) ? undefined : next;
	}
	expect(read).toBe(text);
});

test('beyond the end of a text, an agent reads that nothing is left, and where the text ended', () => {
	const json = { url: 'https://a.test/', content: 'a word '.repeat(100) };
	expect(readForAgent([json], { ...whole, continueAt: 700 })).toEqual([
		{ url: 'https://a.test/', content: '' },
		{
			note: expect.stringContaining(
				'There is nothing after character 700: the text ends at character 700',
			),
		},
	]);
	expect(readForAgent([json], { ...whole, continueAt: 699 })).toHaveLength(1);
	expect(readForAgent([], { ...whole, continueAt: 5 })[0]?.note).toContain('ends at character 0');
});

describe('the passages of a text about a query', () => {
	const filler = (subject: string) => `${subject} stands on the shelf of the shop. `.repeat(20);
	const text = [
		filler('A lamp'),
		'## Delivery\n\nDeliveries to islands take a week.',
		filler('A chair'),
		'Returns are free.',
		filler('A desk'),
		'An island price is higher.',
	].join('\n\n');

	test('come in the order of the text, with where each begins', () => {
		const { text: found, note } = findPassages(text, 'delivery to an island', 200);
		const starts = [...found.matchAll(/\[at character (\d+)[^\]]*\]\n(.*)/g)];
		expect(
			starts.map(([, start, line]) => text.slice(Number(start)).startsWith(String(line))),
		).toEqual(starts.map(() => true));
		expect(found).toContain('Deliveries to islands take a week.');
		expect(found).not.toContain('Returns are free');
		expect(note).toMatch(/passages about 'delivery to an island' in a text of \d+ characters/);
	});

	test('are at least one, however short the bound', () => {
		expect(findPassages(text, 'islands', 1).text).toMatch(
			/^\[at character \d+, in Delivery\]\n.+$/s,
		);
	});

	test('are parts of a long block, too', () => {
		const rows = Array.from({ length: 300 }, (_row, index) => `| Part ${index} | ${index * 3} |`);
		const { text: found } = findPassages(rows.join('\n'), 'part 217', 400);
		expect(found).toContain('| Part 217 | 651 |');
		expect(found.length).toBeLessThan(2_000);
	});

	/** What is shown of a text, by where it says that it begins. */
	function shownOf(found: string): Array<[start: number, text: string]> {
		return found
			.split(/\n\n(?=\[at character )/)
			.map((part) => [Number(/\d+/.exec(part)?.[0]), part.replace(/^.*\n/, '')]);
	}

	const sentences = Array.from({ length: 200 }, (_s, index) => `Part ${index} costs ${index * 3}.`);

	test.each([
		['lines', '\n', /^Part \d+ costs \d+\.$/],
		['sentences', ' ', /^Part .*\.$/s],
		['words', ',', /^(?:Part|\d|costs)/],
	])(
		'of a long block are whole %s, of bounded length, where they say',
		(_what, separator, whole) => {
			const block = `${filler('A lamp')}\n\n${sentences.join(separator)}`;
			const shown = shownOf(findPassages(block, 'part', 10_000).text);
			expect(shown.length).toBeGreaterThan(1);
			for (const [start, passage] of shown) {
				expect(block.slice(start)).toMatch(
					new RegExp(`^${passage.slice(0, 40).replace(/[.]/g, '\\.')}`),
				);
				expect(block.slice(start, start + passage.length)).toBe(passage);
				expect(passage.length).toBeLessThanOrEqual(1_500);
				expect(passage.split('\n')[0]).toMatch(whole);
			}
			const kept = shown.map(([, passage]) => passage).join(' ');
			for (const index of sentences.keys())
				expect(kept).toMatch(new RegExp(`costs ${index * 3}\\b`));
		},
	);

	test('of a long text without any blank are cut at its length', () => {
		const block = `${'lamp'.repeat(1_000)}`;
		const shown = shownOf(findPassages(block, 'lamp', 10_000).text);
		expect(shown.map(([start, { length }]) => [start, length])).toEqual([
			[0, 1_500],
			[1_500, 1_500],
			[3_000, 1_000],
		]);
	});

	test('are as many as fit, the best of them, in the order of the text', () => {
		const about = (words: string) => `${words}: ${'and much more '.repeat(20)}`.trim();
		const blocks = ['lamp', 'LAMP price island', 'price', 'island lamp price', 'lamp'].map(about);
		const long = [...blocks, filler('A chair'), filler('A desk')].join('\n\n');
		const firstWords = (maxLength: number) =>
			shownOf(findPassages(long, 'lamp price island', maxLength).text).map(
				([, passage]) => passage.split(':')[0],
			);
		expect(firstWords(10_000)).toEqual(['LAMP price island', 'island lamp price']);
		expect(firstWords(700)).toEqual(['LAMP price island', 'island lamp price']);
		expect(firstWords(400)).toEqual(['LAMP price island']);
	});

	test('of a short text are all of it', () => {
		expect(findPassages('Short.', 'anything', 100)).toEqual({ text: 'Short.' });
	});

	test.each([
		['Chinese', '价格', '这台灯的价格是一百元。'],
		['Japanese', '価格', 'このランプの価格は千円です。'],
		['Thai', 'ราคา', 'โคมไฟราคาหนึ่งร้อยบาท'],
		['Korean', '가격', '램프의 가격은 만원입니다.'],
		['a German compound', 'Preis', 'Der Verkaufspreis steht am Regal.'],
		['Russian', 'цены', 'Новая цена лампы.'],
		['Arabic', 'سعر', 'هذا السعر جديد'],
		['letters without their accents', 'resume', 'Son résumé est long.'],
	])('are found in %s', (_language, query, passage) => {
		const { text: found, note } = findPassages([text, passage, text].join('\n\n'), query, 1);
		expect(found).toContain(passage);
		expect(note).toContain('1 of 1 passages');
	});

	test('are parts of a long line without a blank line, too', () => {
		const line = '灯在商店的架子上。'.repeat(500);
		const { text: found } = findPassages(`${line}价格是一百元。${line}`, '价格', 100);
		expect(found).toContain('价格是一百元。');
		expect(found.length).toBeLessThan(2_000);
	});

	test('are found in proportion to the text, with 100,000 paragraphs, too', async () => {
		const growth = await growthOf((size) => {
			const paragraphs = Array.from({ length: size }, (_p, index) => `Lamp ${index}`).join('\n\n');
			return () => findPassages(paragraphs, 'lamp', 1_000);
		}, 1_000);
		expect(growth).toBeLessThan(LINEAR);
		const many = Array.from({ length: 200_000 }, () => 'A lamp').join('\n\n');
		expect(findPassages(many, 'lamp', 1_000).note).toContain('of 200000 passages');
	});

	test('that are none give the text, and say so', () => {
		const found = findPassages(text, 'zebra', 100);
		expect(found).toEqual({
			text,
			note: expect.stringContaining("No passage contains a word of 'zebra'"),
		});
	});
});
