import type { Line, Paragraph } from '../../../service/src/parse/convert/ocr/layout.ts';
import { ocrMarkdown } from '../../../service/src/parse/convert/ocr/ocrMarkdown.ts';

const LETTER_WIDTH = 10;
const HEIGHT = 20;

interface Written {
	/** Where each piece begins, and what it says. */
	pieces: Array<[x: number, text: string]>;
	y: number;
	height?: number;
	confidence?: number;
}

function line({ pieces, y, height = HEIGHT, confidence = 90 }: Written): Line {
	const words = pieces.flatMap(([start, text]) => {
		let x = start;
		return text.split(' ').map((word) => {
			const x1 = x + word.length * LETTER_WIDTH;
			const bbox = { x0: x, y0: y, x1, y1: y + height };
			x = x1 + LETTER_WIDTH / 2;
			return { text: word, confidence, bbox };
		});
	});
	const boxes = words.map(({ bbox }) => bbox);
	const x0 = Math.min(...boxes.map((box) => box.x0));
	const x1 = Math.max(...boxes.map((box) => box.x1));
	return { words, height, bbox: { x0, y0: y, x1, y1: y + height } };
}

const paragraph = (...lines: Written[]): Paragraph => ({ lines: lines.map(line) });
const text = (y: number, words: string, more: Partial<Written> = {}): Written => ({
	pieces: [[50, words]],
	y,
	...more,
});

describe('the Markdown of a recognised page', () => {
	it('joins the lines of a paragraph, and words divided at their end', () => {
		expect(
			ocrMarkdown([paragraph(text(0, 'The herring fleet was re-'), text(30, 'paired at dawn.'))]),
		).toBe('The herring fleet was repaired at dawn.');
	});

	it('keeps a hyphen before a name', () => {
		expect(ocrMarkdown([paragraph(text(0, 'in North-'), text(30, 'Holland'))])).toBe(
			'in North- Holland',
		);
	});

	it('makes headings of larger lines, by how much larger they are', () => {
		const page = [
			paragraph(text(0, 'Report', { height: 44 })),
			paragraph(text(60, 'Chapter', { height: 32 })),
			paragraph(text(100, 'The first line'), text(130, 'the second line'), text(160, 'the third')),
		];
		expect(ocrMarkdown(page)).toBe(
			'# Report\n\n## Chapter\n\nThe first line the second line the third',
		);
	});

	it('makes lists of lines with bullets or numbers, wrapped items included', () => {
		expect(
			ocrMarkdown([
				paragraph(
					text(0, 'Cargo:'),
					text(30, '• salt from'),
					text(60, 'the south'),
					text(90, '* tar'),
				),
				paragraph(text(140, '1. load'), text(170, '2) sail')),
			]),
		).toBe('Cargo:\n\n- salt from the south\n- tar\n1. load\n2. sail');
	});

	it('makes a table of short pieces that line up, though recognised as paragraphs of their own', () => {
		const page = [
			paragraph(text(0, 'Ships of the year in the harbour')),
			paragraph({
				pieces: [
					[50, 'Region'],
					[250, 'Ships'],
				],
				y: 50,
			}),
			paragraph({ pieces: [[450, 'Crew']], y: 50 }),
			paragraph({
				pieces: [
					[50, 'North | East'],
					[250, '12'],
					[450, '96'],
				],
				y: 80,
			}),
			paragraph({ pieces: [[250, '(two lost)']], y: 104 }),
			paragraph({
				pieces: [
					[50, 'South'],
					[450, '54'],
				],
				y: 140,
			}),
			paragraph(text(300, 'The end of the page')),
		];
		expect(ocrMarkdown(page)).toBe(
			'Ships of the year in the harbour\n\n' +
				'| Region | Ships | Crew |\n| --- | --- | --- |\n' +
				'| North \\| East | 12<br>(two lost) | 96 |\n| South |  | 54 |\n\n' +
				'The end of the page',
		);
	});

	it('leaves prose in two columns alone', () => {
		const left = 'The herring fleet left the harbour at dawn';
		const right = 'and came back to it with the evening tide';
		const rows = [0, 30, 60].map((y) => ({
			left: text(y, left),
			right: { pieces: [[600, right]], y },
		}));
		const page = [
			paragraph(...rows.map((row) => row.left)),
			paragraph(
				...rows.map((row) => ({ ...row.right, pieces: [[600, right]] as [number, string][] })),
			),
		];
		expect(ocrMarkdown(page)).not.toContain('|');
	});

	it('drops what the recogniser itself does not believe, and escapes the rest', () => {
		expect(
			ocrMarkdown([
				paragraph(text(0, '~~"‚,', { confidence: 9 })),
				paragraph(text(40, 'a *star* and <b> and snake_case')),
			]),
		).toBe('a \\*star\\* and \\<b> and snake_case');
	});
});
