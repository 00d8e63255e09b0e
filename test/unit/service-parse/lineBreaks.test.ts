import type { OfficeContentNode } from 'officeparser';
import { keepLineBreaks } from '../../../service/src/parse/convert/pdf/lineBreaks.ts';

const CHARACTER_WIDTH = 5;

/** A paragraph whose lines stand below each other, as long as their text. */
function printed(...lines: string[]): OfficeContentNode {
	return {
		type: 'paragraph',
		text: lines.join(' '),
		children: lines.map((text, at) => ({
			type: 'text',
			text: `${text} `,
			bounds: { x: 60, y: 100 + at * 14, width: text.length * CHARACTER_WIDTH, height: 10 },
		})),
	};
}

const linesOf = (node: OfficeContentNode | undefined) =>
	(node?.children ?? [])
		.map((child) => (child.type === 'break' ? '\n' : (child.text ?? '')))
		.join('')
		.trim()
		.split('\n');

describe('the lines of a block of text in a PDF', () => {
	it('stay apart where the next word would have fitted', () => {
		const address = ['Anna Berg', 'Pier 3, behind the old herring house', '24103 Kiel'];
		expect(linesOf(keepLineBreaks([printed(...address)])[0])).toEqual([
			'Anna Berg',
			'Pier 3, behind the old herring house 24103 Kiel',
		]);
	});

	it('stay apart where each has a label', () => {
		const form = ['Invoice number: RE-4711', 'Date: 2026-03-02', 'Customer: Anna Berg, Pier 3'];
		expect(linesOf(keepLineBreaks([printed(...form)])[0])).toEqual(form);
	});

	it('are joined in a sentence that goes on, however ragged', () => {
		const sentence = [
			'The harbour of Nordhavn was built in 1871 and has',
			'grown ever since, in spite of the',
			'extraordinarily violent storms of autumn that keep',
			'the fleet ashore.',
		];
		const node = printed(...sentence);
		expect(keepLineBreaks([node])[0]).toBe(node);
	});

	it('are left alone where their places are not known, and in what is no paragraph', () => {
		const unplaced: OfficeContentNode = {
			type: 'paragraph',
			children: [
				{ type: 'text', text: 'Name: a' },
				{ type: 'text', text: 'Date: b' },
			],
		};
		const heading: OfficeContentNode = {
			...printed('Part: one', 'Part: two'),
			type: 'heading',
			metadata: { level: 1 },
		};
		expect(keepLineBreaks([unplaced, heading])).toEqual([unplaced, heading]);
	});
});
