import { coverageOf } from '../../packages/documents/src/office/officeCoverage.ts';
import { linesOf, placeOldLinks } from '../../packages/documents/src/doc/docLinks.ts';
import type { OldRecord } from '../../packages/documents/src/doc/records.ts';

/** A line with links on some of its words. */
const line = (text: string, links: Readonly<Record<string, string>> = {}) => ({
	text,
	links: Object.entries(links).map(([words, target]) => {
		const start = text.indexOf(words);
		return { start, end: start + words.length, target };
	}),
});

it.each<[string, string, ReturnType<typeof line>, string]>([
	[
		'several in a line',
		'See the fleet and the tides.',
		line('See the fleet and the tides.', { 'the fleet': 'https://a.example/f', tides: '#t' }),
		'See [the fleet](https://a.example/f) and the [tides](#t).',
	],
	[
		'bold words, whole and half, and signs that are escaped',
		'- **Tides** of a **b\\*c** ends',
		line('Tides of a b*c ends', { Tides: 'https://a.example/(t)', 'a b*c': 'https://a.example/)' }),
		'- **[Tides](https://a.example/(t))** of [a **b\\*c**](https://a.example/%29) ends',
	],
	[
		'numbers in brackets',
		'1. As \\[2] says',
		line('As [2] says', { '[2]': 'https://a.example' }),
		'1. As [\\[2\\]](https://a.example) says',
	],
	[
		'a power that was marked before',
		'10^6 ships',
		line('106 ships', { '106': 'https://a.example' }),
		'[10^6](https://a.example) ships',
	],
])(
	'links of a presentation of PowerPoint 97 to 2003 are on their words: %s',
	(_name, plain, of, linked) => {
		expect(placeOldLinks(plain, [of])).toEqual({ markdown: linked, unplaced: [] });
	},
);

it('of lines that say the same, each has its own link, or none has one', () => {
	const lines = [
		line('More', { More: 'https://a.example/1' }),
		line('More'),
		line('More', { More: 'https://a.example/2' }),
	];
	expect(placeOldLinks('More\n\nMore\n\n- More', lines)).toEqual({
		markdown: '[More](https://a.example/1)\n\nMore\n\n- [More](https://a.example/2)',
		unplaced: [],
	});
	expect(placeOldLinks('More\n\nMore', lines)).toEqual({
		markdown: 'More\n\nMore',
		unplaced: ['https://a.example/1', 'https://a.example/2'],
	});
});

it('a link whose marks would be torn is none', () => {
	const of = line('see the tides now', { 'the tides': 'https://a.example' });
	expect(placeOldLinks('see the **tides now**', [of])).toEqual({
		markdown: 'see the **tides now**',
		unplaced: ['https://a.example'],
	});
});

it('brackets in an address are no words of the document', () => {
	const markdown = '[Tides](https://a.example/(north)x)';
	expect(coverageOf(['Tides'], { markdown, leftOut: [] }).missing).toEqual([]);
});

/** Records of a text and of links on it, `[link, from, to]`. */
function recordsOf(text: string, links: ReadonlyArray<[number, number, number]>) {
	const parts: Buffer[] = [];
	const records: OldRecord[] = [];
	const add = (kind: number, content: Buffer, isContainer = false) => {
		const start = parts.reduce((sum, { length }) => sum + length, 0);
		parts.push(content);
		records.push({ kind, instance: 0, start, end: start + content.length, isContainer });
	};
	const numbers = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);
	add(4000, Buffer.from(text, 'utf16le'));
	for (const [link, from, to] of links) {
		const head = Buffer.from([0, 0, 4083 & 0xff, 4083 >> 8, 16, 0, 0, 0]);
		add(4082, Buffer.concat([head, numbers(0, link, 0, 0)]), true);
		add(4063, numbers(from, to));
	}
	return { stream: Buffer.concat(parts), records };
}

it('links over several lines are in each of them, and none is over another', () => {
	const { stream, records } = recordsOf('one two\rthree\vfour', [
		[2, 14, 18],
		[1, 4, 11],
		[2, 6, 13],
		[9, 0, 1],
	]);
	const targets = new Map([
		[1, 'https://a.example'],
		[2, 'https://b.example'],
	]);
	const [a, b] = [...targets.values()];
	expect(linesOf(stream, records, targets)).toEqual([
		{ text: 'one two', links: [{ start: 4, end: 7, target: a }] },
		{
			text: 'three',
			links: [
				{ start: 0, end: 3, target: a },
				{ start: 3, end: 5, target: b },
			],
		},
		{ text: 'four', links: [{ start: 0, end: 4, target: b }] },
	]);
});
