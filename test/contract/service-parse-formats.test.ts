import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outlookMessage } from '../fixtures/documents/compoundFile';
import { openDocument } from '../fixtures/documents/openDocument';
import { pdf, type PdfPage, textLines } from '../fixtures/documents/pdf';
import { germanPicture, scannedPage, twoPageTiff } from '../fixtures/documents/picture';
import {
	book,
	CSV,
	EMAIL,
	HTML,
	MARKDOWN,
	PLAIN_TEXT,
	RTF,
} from '../fixtures/documents/plainDocuments';
import { presentation } from '../fixtures/documents/presentation';
import { wordDocument } from '../fixtures/documents/wordDocument';
import { workbook } from '../fixtures/documents/workbook';
import {
	convertDocuments,
	type ConversionResult,
	type ConversionTasks,
} from './support/convertDocuments';

const TEXT_PDF = () =>
	pdf([
		{
			content: textLines([
				{ text: 'Harbour report', size: 24 },
				{ text: 'Cargo of the year', size: 13, bold: true },
				{ text: 'The herring fleet left at dawn and came back in the evening.' },
			]),
		},
		{
			content: textLines([{ text: 'Winter', size: 24 }, { text: 'The harbour froze in January.' }]),
		},
	]);

const scan = (page = scannedPage()) => ({
	content: 'q 612 0 0 792 0 0 cm /I0 Do Q',
	images: [page],
});

const SHIPS = '| Region | Ships |\n| --- | --- |\n| North | 12 |';
const CARGO = '- salt\n  - coarse salt\n- timber';
const SHEETS = [
	'## Ships 2026\n\n| Region | Day | Share | Note |\n| --- | --- | --- | --- |\n' +
		'| [North](https://example.com/north) | 2026-01-31 | 25% | salt \\| timber |\n' +
		'| South | 2026-02-01 | 75% | two<br>lines |',
	'## Notes\n\n| moved aside |\n| --- |',
];
const SCANNED = [
	'# Harbour report',
	'The herring fleet left at dawn and came back with the evening tide.',
	'| Region | Ships | Crew |\n| --- | --- | --- |\n| North | 12 | 96 |\n| South | 7 | 54 |',
];

/** File name, content, format, and what stands on each page. */
const DOCUMENTS: Array<
	[string, () => Promise<string | Buffer> | string | Buffer, string, string[][]]
> = [
	[
		'report.docx',
		wordDocument,
		'docx',
		[
			[
				'# Harbour report\n\nThe herring fleet left at dawn; see [the fleet](https://example.com/fleet).',
				'## Cargo\n\n- salt\n- coarse salt\n- timber\n1. load\n2. sail',
				'| Region | Ships |\n| --- | --- |\n| North | 12 |\n| South \\| East | 7 |',
			],
			['# Winter\n\nThe harbour froze in January.'],
		],
	],
	[
		'slides.pptx',
		presentation,
		'pptx',
		[
			['# Harbour report', CARGO],
			['# Ships', SHIPS],
		],
	],
	[
		'report.odt',
		() => openDocument('text'),
		'odt',
		[['# Harbour report', 'see [the fleet](https://example.com/fleet).', CARGO, SHIPS]],
	],
	[
		'ships.ods',
		() => openDocument('spreadsheet'),
		'ods',
		[[`## Ships\n\n${SHIPS}`], [`## Boats\n\n${SHIPS}`]],
	],
	[
		'slides.odp',
		() => openDocument('presentation'),
		'odp',
		[['Harbour report', CARGO], ['The harbour froze in January.']],
	],
	['ships.xlsx', () => workbook('xlsx'), 'xlsx', SHEETS.map((sheet) => [sheet])],
	['ships.xlsb', () => workbook('xlsb'), 'xlsx', SHEETS.map((sheet) => [sheet])],
	['ships.xls', () => workbook('xls'), 'xls', SHEETS.map((sheet) => [sheet])],
	[
		'report.rtf',
		() => RTF,
		'rtf',
		[['# Harbour report', 'The **herring** fleet left at dawn.', SHIPS]],
	],
	[
		'revised.rtf',
		() => String.raw`{\rtf1\ansi The price is {\deleted\revauthdel1 100}{\revised 120} marks.\par}`,
		'rtf',
		[['The price is 120 marks.']],
	],
	[
		'book.epub',
		book,
		'epub',
		[['# Harbour report\n\nThe herring fleet left at dawn.', '# Winter\n\n- salt\n- timber']],
	],
	[
		'ships.csv',
		() => CSV,
		'csv',
		[['| Region | Ships |\n| --- | --- |\n| North | 1;2 |\n| South | 007 |']],
	],
	[
		'page.html',
		() => HTML,
		'html',
		[
			[
				'# Harbour report',
				'See [the fleet](https://example.com/fleet).',
				'- salt\n  - coarse salt\n- timber',
				SHIPS,
			],
		],
	],
	['notes.md', () => MARKDOWN, 'md', [[MARKDOWN.trim()]]],
	['notes.txt', () => PLAIN_TEXT, 'txt', [[PLAIN_TEXT.trim()]]],
	[
		'mail.eml',
		() => EMAIL,
		'eml',
		[
			[
				'# Ships for the north',
				'- **From:** Anna Müller \\<anna@example.com>',
				'- **Date:** 2026-03-02T09:00:00.000Z',
				`## Fleet\n\n${SHIPS}`,
				'## Attachments\n\n- ships.csv (1 KB)',
			],
		],
	],
	[
		'mail.msg',
		outlookMessage,
		'msg',
		[
			[
				'# Ships for the north',
				'Anna Berg',
				'## Fleet\n\nThe herring fleet left at dawn.\n\n- salt',
			],
		],
	],
	[
		'report.pdf',
		TEXT_PDF,
		'pdf',
		[
			[
				'# Harbour report\n\n## Cargo of the year\n\nThe herring fleet left at dawn and came back in the evening.',
			],
			['# Winter\n\nThe harbour froze in January.'],
		],
	],
	['scan.pdf', () => pdf([scan()]), 'pdf', [SCANNED]],
	['scan.png', () => scannedPage().png, 'png', [SCANNED]],
	['scan.jpg', () => scannedPage().jpeg, 'jpg', [SCANNED]],
	['scan.webp', () => scannedPage().webp, 'webp', [SCANNED]],
	['scan.heic', () => scannedPage().heic, 'heic', [SCANNED]],
	['scan.tiff', twoPageTiff, 'tiff', [SCANNED, ['The second sheet']]],
];

let folder: string;
const results = new Map<string, ConversionResult>();

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'documents-'));
	const tasks = await Promise.all(
		DOCUMENTS.map(async ([fileName, make]) => {
			const filePath = join(folder, `stored-${fileName.replace('.', '-')}`);
			await writeFile(filePath, await make());
			return { filePath, fileName };
		}),
	);
	const converted = await convertDocuments({ tasks });
	for (const [index, result] of converted.entries()) {
		results.set(DOCUMENTS[index]?.[0] ?? '', result);
	}
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(DOCUMENTS)('%s', (fileName, _make, format, pages) => {
	it('is read as what it is, without warnings', () => {
		expect(results.get(fileName)).toMatchObject({
			format,
			totalPages: pages.length,
			pagesParsed: pages.length,
			warnings: [],
		});
	});

	it('keeps its headings, sentences, lists, links and tables, page by page', () => {
		const found = results.get(fileName)?.pages?.map(({ markdown }) => markdown) ?? [];
		for (const [index, parts] of pages.entries()) {
			for (const part of parts) expect(found[index]).toContain(part);
		}
	});
});

describe('recognition', () => {
	/** Round letters as a print shop has them: curves, with no text behind; bold ones are read at once. */
	const outlinedLetters = Array.from({ length: 12 }, (_, at) => {
		const x = 80 + at * 30;
		return `${x} 700 m ${x} 720 ${x + 20} 720 ${x + 20} 700 c ${x + 20} 680 ${x} 680 ${x} 700 c h 4 w S`;
	}).join('\n');

	/** Small, as all is tried to read the little that is drawn on it. */
	const framed: PdfPage = {
		content: '1 1 0.9 rg 0 0 212 192 re f 0 0 0 RG 15 15 182 162 re S',
		size: [212, 192],
	};

	const convertPdf = async (mode: 'auto' | 'fast' | 'ocr', pages?: string) => {
		const filePath = join(folder, 'mixed.pdf');
		const stamp = textLines([{ text: 'Scanned 12/2026' }]);
		const stamped = scan();
		await writeFile(
			filePath,
			pdf([
				{ content: textLines([{ text: 'Typed text of the first page', size: 18 }]) },
				{ ...stamped, content: `${stamped.content}\n${stamp}` },
				{ content: '' },
				framed,
				{ content: outlinedLetters },
			]),
		);
		const [result] = await convertDocuments({
			tasks: [{ filePath, mode, ...(pages && { pages }) }],
		});
		return result?.pages?.map(({ method, markdown }) => [method, markdown.includes('herring')]);
	};

	it('reads only pages that show what is no text in mode auto, also under a stamp, but no frames', async () => {
		expect(await convertPdf('auto')).toEqual([
			['text', false],
			['ocr', true],
			['text', false],
			['text', false],
			['ocr', false],
		]);
	});

	it('never reads pictures in mode fast', async () => {
		const pages = await convertPdf('fast');
		expect(pages).toEqual(Array(5).fill(['text', false]));
	});

	it('reads lines that the font of others covers, and tells of them in mode fast', async () => {
		const filePath = join(folder, 'tall.pdf');
		const lines = ['The fleet left at dawn', 'and came back at night', 'with salt and timber'];
		const content = textLines(lines.map((text) => ({ text, size: 14 })));
		await writeFile(filePath, pdf([{ content }], { isTall: true }));
		const [read, fast] = await convertDocuments({
			tasks: [
				{ filePath, mode: 'auto' },
				{ filePath, mode: 'fast' },
			],
		});
		const text = read?.pages?.[0]?.markdown.replace(/\s+/g, ' ') ?? '';
		for (const line of lines) expect(text).toContain(line);
		expect(read?.pages?.[0]?.method).toBe('ocr');
		expect(fast?.warnings).toEqual([expect.stringMatching(/^Page 1 may lack lines/)]);
	});

	it('keeps the text of a page whose letters make no language, where its picture shows the same', async () => {
		const filePath = join(folder, 'garbled.pdf');
		const right = 'The fleet left at dawn and came back at night with salt';
		const garbled = 'Wkh ibhhw bhiw dw gdzq dqg fdph edfn dw qljkw zlwk vdbw';
		const pages = [right, garbled].map((text) => ({
			content: textLines([{ text, size: 14 }, { text }]),
		}));
		await writeFile(filePath, pdf(pages));
		const [read] = await convertDocuments({ tasks: [{ filePath, mode: 'auto' }] });
		expect(read?.pages?.map(({ method }) => method)).toEqual(['text', 'text']);
		expect(read?.pages?.[1]?.markdown).toContain('Wkh ibhhw bhiw');
	});

	it('reads a page of text from its picture in mode ocr', async () => {
		expect(await convertPdf('ocr', '1')).toEqual([['ocr', false]]);
	});
});

describe('languages', () => {
	const GERMAN = ['früh', 'über', 'Größe', 'Maße', 'Fässer', 'gegenüber'];

	const readWith = async (settings: ConversionTasks['settings'] = {}) => {
		const filePath = join(folder, 'german.png');
		await writeFile(filePath, germanPicture());
		const [result] = await convertDocuments({ tasks: [{ filePath }], settings });
		return GERMAN.filter((word) => result?.markdown?.includes(word));
	};

	it('reads the letters of the languages it is told to expect, and of no others', async () => {
		expect(await readWith({ languages: ['deu', 'eng'] })).toEqual(GERMAN);
		// English alone is expected where nothing is said.
		expect((await readWith()).length).toBeLessThan(GERMAN.length);
	});
});

describe('pages', () => {
	it('converts the selected pages only, and tells after each how far it is', async () => {
		const filePath = join(folder, 'twelve.pdf');
		const content = (page: number) =>
			textLines([{ text: `This is page number ${page} of the book`, size: 14 }]);
		await writeFile(
			filePath,
			pdf(Array.from({ length: 12 }, (_, at) => ({ content: content(at + 1) }))),
		);

		const [result] = await convertDocuments({
			tasks: [{ filePath, pages: '2, 10-', maxPages: 3 }],
		});

		expect(result?.totalPages).toBe(12);
		expect(result?.pages?.map(({ pageNumber, markdown }) => [pageNumber, markdown])).toEqual([
			[2, expect.stringContaining('page number 2 of')],
			[10, expect.stringContaining('page number 10 of')],
			[11, expect.stringContaining('page number 11 of')],
		]);
		expect(result?.progress).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
		]);
	});

	it('ranks headings over a whole long document, not over the pages read at a time', async () => {
		const filePath = join(folder, 'long.pdf');
		const sentence = { text: 'The herring fleet left at dawn and came back in the evening.' };
		// Titles that differ in a number alone are running lines.
		const titles = ['Boats', 'Nets', 'Crews', 'Cooks', 'Smiths', 'Pilots'].flatMap((who) =>
			['abroad', 'asleep', 'at sea', 'at home', 'in debt', 'in port', 'of old', 'on ice'].map(
				(where) => `${who} ${where}`,
			),
		);
		const pages = titles.map((text, at) => ({
			content: textLines([{ text, size: at === 0 ? 30 : 18 }, sentence, sentence]),
		}));
		await writeFile(filePath, pdf(pages));

		const [result] = await convertDocuments({ tasks: [{ filePath }] });

		expect(result?.pages?.at(0)?.markdown).toMatch(/^# Boats abroad$/m);
		expect(result?.pages?.at(-1)?.markdown).toMatch(/^## Pilots on ice$/m);
	});
});
