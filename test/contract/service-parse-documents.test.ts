import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf, textAt } from '../fixtures/documents/pdf';
import { scannedPage } from '../fixtures/documents/picture';
import { GERMAN_CSV, LATIN2_HTML, NEWSLETTER } from '../fixtures/documents/plainDocuments';
import { presentationFromMaster } from '../fixtures/documents/presentation';
import { germanWordDocument } from '../fixtures/documents/wordDocument';
import { officeWorkbook } from '../fixtures/documents/workbook';
import {
	convertDocuments,
	type ConversionResult,
	type ConversionTask,
} from './support/convertDocuments';

/** Documents as the programs of offices write them, and what people find in them. */

const LEFT_COLUMN = [
	'The harbour of Nordhavn was built in',
	'1871 and has grown ever since, with two',
	'piers that protect the fleet.',
];
const RIGHT_COLUMN = [
	'The second column tells of the cargo:',
	'salt and timber are the goods that the',
	'ships bring home.',
];

function columns(): Buffer {
	const column = (x: number, lines: string[]) =>
		lines.map((line, at) => textAt(x, 700 - at * 14, line));
	const content = [
		textAt(200, 750, 'Nordhavn', 20),
		...column(60, LEFT_COLUMN),
		...column(320, RIGHT_COLUMN),
	];
	return pdf([{ content: content.join('\n') }]);
}

function invoice(): Buffer {
	const rows = [
		['Item', 'Quantity', 'Price'],
		['Herring barrels', '12', '8.50'],
		['Salt', '3', '20.00'],
	];
	const table = rows.flatMap((cells, row) =>
		cells.map((cell, column) => textAt(60 + column * 150, 640 - row * 18, cell)),
	);
	const content = [
		textAt(60, 750, 'Invoice', 22),
		textAt(60, 720, 'Invoice number: RE-4711'),
		textAt(60, 706, 'Date: 2026-03-02'),
		textAt(60, 692, 'Customer: Anna Berg, Pier 3'),
		...table,
	];
	return pdf([{ content: content.join('\n') }]);
}

const scannedPdf = () =>
	pdf([
		{ content: textAt(60, 700, 'This page is text, the other one is a picture of text.') },
		{ content: 'q 612 0 0 792 0 0 cm /I0 Do Q', images: [scannedPage()] },
	]);

/** File name, content, and what stands in the Markdown. */
const DOCUMENTS: Array<[string, () => Promise<string | Buffer> | string | Buffer, string[]]> = [
	[
		'bericht.docx',
		germanWordDocument,
		[
			'# Hafenbericht\n\n## Fracht\n\nDie Flotte lief aus[^1].\n\nEs blieb wenig Salz.',
			'| Boote |  | Jahr |\n| --- | --- | --- |\n| Nord | 12 | 2025 |\n|  | 14 | 2026 |',
			'مرحبا بالعالم',
			'[^1]: Im Morgengrauen.',
		],
	],
	[
		'cargo.pptx',
		presentationFromMaster,
		['## Cargo\n\n- salt & spice\n  - coarse salt\n- timber\n\n> Thank the crew.'],
	],
	[
		'sales.xlsx',
		officeWorkbook,
		[
			'Sales 2026\n\n| Region | Sum | Until |\n| --- | --- | --- |\n| North | 1,234.50 € | 31.01.2026 |\n| South | #DIV/0! | 31. Januar 2026 |',
			'| Flags | TRUE | 0.3 |',
			'| Port | 2025 Ships | 2025 Crew | 2026 Ships | 2026 Crew |\n| --- | --- | --- | --- | --- |\n| Bergen | 7 | 70 | 8 | 80 |\n\nCounted in May',
		],
	],
	[
		'preise.csv',
		() => GERMAN_CSV,
		[
			'| Name | Stadt | Preis |\n| --- | --- | --- |\n| Müller | Köln | 1.234,50 |\n| Groß; Söhne | Bad<br>Ems | 3,5 |',
		],
	],
	[
		'page.html',
		() => LATIN2_HTML,
		[
			'Łódź\n\n| Region | Boats | Boats |\n| --- | --- | --- |\n| North | 12 | 2025 |\n| North | 14 | 2026 |',
		],
	],
	[
		'news.eml',
		() => NEWSLETTER,
		[
			'# News\n\n- **From:** harbour@example.com\n- **To:** anna@example.com\n\n## Grüße\n\nSee [the fleet](https://example.com/fleet).\n\n## Older news\n\n- **From:** carol@example.com\n\nThe ice is gone.',
		],
	],
	['columns.pdf', columns, [LEFT_COLUMN.join(' '), RIGHT_COLUMN.join(' ')]],
	[
		'invoice.pdf',
		invoice,
		[
			'Invoice number: RE-4711  \nDate: 2026-03-02  \nCustomer: Anna Berg, Pier 3',
			'| Item | Quantity | Price |\n| --- | --- | --- |\n| Herring barrels | 12 | 8.50 |\n| Salt | 3 | 20.00 |',
		],
	],
];

/** What a reader is told of, and in which mode. */
const WARNED: Array<[string, () => Buffer | string, Partial<ConversionTask>, string]> = [
	[
		'scan.pdf',
		scannedPdf,
		{ mode: 'fast' },
		'Page 2 has pictures but no text, which the mode fast does not read. Use the mode auto or ocr.',
	],
	[
		'scan-alone.pdf',
		scannedPdf,
		{ mode: 'fast', pages: '2' },
		'No text was found in the document. The mode fast reads no pictures; auto and ocr do.',
	],
	['blank.pdf', () => pdf([{ content: '' }]), {}, 'No text was found in the document.'],
];

let folder: string;
let results: ConversionResult[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'office-documents-'));
	const wanted = [
		...DOCUMENTS.map(([fileName, make]) => ({ fileName, make, options: {} })),
		...WARNED.map(([fileName, make, options]) => ({ fileName, make, options })),
	];
	const tasks: ConversionTask[] = [];
	for (const { fileName, make, options } of wanted) {
		const filePath = join(folder, fileName);
		await writeFile(filePath, await make());
		tasks.push({ filePath, fileName, ...options });
	}
	results = await convertDocuments({ tasks });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(DOCUMENTS.map(([fileName, , parts], index) => ({ fileName, parts, index })))(
	'$fileName reads as its author meant it',
	({ parts, index }) => {
		const { markdown, warnings } = results[index] ?? {};
		for (const part of parts) expect(markdown).toContain(part);
		expect(warnings).toEqual([]);
	},
);

test('a columned page keeps its columns apart, and a mail what it hides hidden', () => {
	const markdown = results.map((result) => result.markdown ?? '').join('\n');
	expect(markdown).not.toContain(`${LEFT_COLUMN[0]} ${RIGHT_COLUMN[0]}`);
	expect(markdown).not.toContain('preheader');
	expect(markdown).not.toContain('viel');
});

test.each(
	WARNED.map(([fileName, , , warning], at) => ({ fileName, warning, at: DOCUMENTS.length + at })),
)('$fileName without its text is told of', ({ warning, at }) => {
	expect(results[at]?.warnings).toEqual([warning]);
});
