import { coverageOf } from '../../packages/documents/src/office/officeCoverage.ts';
import { linkList, textsAndLinks } from '../../packages/documents/src/ppt/pptLinks.ts';
import type { OldRecord } from '../../packages/documents/src/doc/records.ts';

it('links of a presentation of PowerPoint 97 to 2003 are listed with their words, each once', () => {
	const links = [
		{ words: 'the *fleet*', target: 'https://a.example/f' },
		{ words: 'the *fleet*', target: 'https://a.example/f' },
		{ words: '[2]', target: 'https://a.example/)' },
	];
	const targets = ['https://a.example/f', 'https://a.example/)', 'https://a.example/picture'];
	expect(linkList(links, targets)).toBe(
		[
			'## Links\n',
			'- [the \\*fleet\\*](https://a.example/f)',
			'- [[2]](https://a.example/%29)',
			'- [https://a.example/picture](https://a.example/picture)',
		].join('\n'),
	);
	expect(linkList([], [])).toBe('');
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

it('links are read with their words, those that lead nowhere are left out', () => {
	const { stream, records } = recordsOf('one two\rthree\vfour', [
		[1, 4, 11],
		[9, 0, 1],
	]);
	const targets = new Map([[1, 'https://a.example']]);
	expect(textsAndLinks(stream, records, targets)).toEqual({
		texts: ['one two\rthree\vfour'],
		links: [{ words: 'two\rthr', target: 'https://a.example' }],
	});
});
