import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { outlookMessage } from '../fixtures/documents/compoundFile';
import { scannedPage, twoPageTiff } from '../fixtures/documents/picture';
import { pdf } from '../fixtures/documents/pdf';
import { CSV, EMAIL, HTML } from '../fixtures/documents/plainDocuments';
import { turnPicture } from '../../packages/documents/src/ocr/picture';
import { decodePicture, encodePicture } from '../../packages/documents/src/ocr/png';
import { convertDocuments, type ConversionTask } from './support/convertDocuments';

/** Documents that programs wrote (`programs/ORIGIN.md`), texts of all encodings, and damaged bytes. */

const PROGRAMS = join(__dirname, '../fixtures/documents/programs');

const TEXT = [
	'# Harbour report',
	'[the fleet](https://example.com/fleet)',
	'insertedword',
	'## Cargo',
	'- salt',
	'1. load the ships\n2. sail',
	'| North | 12 | 96 |\n| South | 7 | 54 |',
	'When the ice had gone.',
	'The harbour froze in January.',
];
/** What is left where a deletion that is tracked is accepted. */
const ACCEPTED = 'what was insertedword written.';
const SHEET = [
	'## Ships',
	'| Region | Ships | Since |\n| North | 12 | 31.01.2026 |\n| South | 7 | 01.02.2026 |\n| Total | 19 |',
];
const SLIDES = [
	'- salt\n- timber',
	'> Thank the crew.',
	'| Region | Ships |\n| --- | --- |\n| North | 12 |',
];

/** A column is read to its end before the next; no line of text is a row of a table. */
const PAPER = [
	'# Ships of the Northern Harbours\n\n',
	'A. Fisher',
	'## 1 Introduction\n\nHarbours publish how many ships call each year. An efficient harbour',
	'published and what is observed have',
	'## 2 Method\n\n### 2.1 Counting\n\nTwo observers counted independently. Where their figures differed',
	'### 2.2 Sources\n\n- Registers of the harbour masters.\n- Logs of the pilots.\n- Photographs of the quays',
	'found in Lerwick, where ferries call at night.\n\n| Harbour | Register | Observed |\n| --- | --- | --- |\n| Aberdeen | 7,412 | 7,398 |',
	'Earlier surveys1 relied on the registers',
	'1The first survey of 1898 lists only sailing ships.  \n2This happened on nine days.',
	'## References',
];

/** Running lines, text boxes and remarks of sheets. */
const BESIDE_CELLS = [
	'## Berths\n\nHarbour office, berth list\n\n| Berth |',
	'Prices are valid until 30 June – Größe prüfen',
	'Second line of the box\n\nOffer 2026-0417 & terms',
	'[^remark-1]: A: Seen on site',
	'Ж shape on sheet two',
];

/** Running lines, text boxes and remarks of texts. */
const BESIDE_TEXT = [
	'Harbour office, offer 2026-0417\n\nDear reader,',
	'Prices are net',
	'> Remark: to be signed\n\nIBAN DE89 3704 0044 0532 0130 00, Größe und Gewähr',
];

/** File, number of pages, and what stands in the Markdown. */
const WRITTEN: Array<[string, number, string[]]> = [
	['report.docx', 2, [...TEXT, ACCEPTED, 'at dawn[^1]', '  - coarse salt']],
	['report.doc', 1, [...TEXT, 'at dawn[^1]', '  - coarse salt']],
	['report.odt', 1, [...TEXT, ACCEPTED, 'at dawn[^1]', '  - coarse salt']],
	['report.rtf', 1, [...TEXT, ACCEPTED, 'at dawn[^1]', '  - coarse salt']],
	['report.pdf', 2, TEXT],
	['paper.pdf', 2, PAPER],
	['slides.pptx', 2, SLIDES],
	['slides.odp', 2, SLIDES],
	['ships.xlsx', 1, SHEET],
	['ships.xls', 1, SHEET],
	['berths.xls', 2, BESIDE_CELLS],
	['berths.fods', 2, BESIDE_CELLS],
	['letter.doc', 1, BESIDE_TEXT],
	['letter.rtf', 1, BESIDE_TEXT],
];

const SECRET_SHEET = 'The sheet "Secret" is hidden and was left out.';

/** Warnings by file; the others have none. */
const WARNINGS: Record<string, string[]> = {
	'ships.xlsx': [SECRET_SHEET],
	'ships.xls': [SECRET_SHEET],
};

const SENTENCES: Array<[string, string]> = [
	[
		'shift_jis',
		'港の船は夜明けに出て、夕方の潮とともに帰ってきた。氷はもうなかった。塩と木材と銅を積んでいた。',
	],
	['windows-1251', 'Флот вышел на рассвете, когда лёд сошёл, и вернулся с вечерним приливом.'],
	['gb18030', '鲱鱼船队在黎明时分离开港口，冰已经消失，傍晚随着潮水回来。船上装着盐、木材和铜。'],
	['euc-kr', '청어 선단은 새벽에 항구를 떠났고 얼음은 이미 사라졌으며 저녁 밀물과 함께 돌아왔다.'],
	['windows-1252', 'Müller aus Köln schickt große Fässer für 1.234,50 € über den Fluß.'],
	['utf-16le', 'The herring fleet left at dawn.'],
];

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'program-documents-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const store = async (name: string, content: Buffer | string): Promise<string> => {
	const filePath = join(folder, name);
	await writeFile(filePath, content);
	return filePath;
};

describe('documents that programs wrote', () => {
	it('keep headings, links, lists, tables, footnotes, remarks and notes; hidden sheets stay out', async () => {
		const tasks = WRITTEN.map(([fileName]) => ({ filePath: join(PROGRAMS, fileName), fileName }));
		const results = await convertDocuments({ tasks });
		for (const [at, [fileName, pages, parts]] of WRITTEN.entries()) {
			const { markdown = '', totalPages, warnings } = results[at] ?? {};
			expect({ fileName, totalPages }).toEqual({ fileName, totalPages: pages });
			for (const part of parts) {
				const shown = markdown.replaceAll('| --- | --- | --- |\n', '');
				const expected = part.replaceAll('| --- | --- | --- |\n', '');
				expect({
					fileName,
					has: shown.includes(expected) || markdown.includes(part),
					part,
					shown,
				}).toMatchObject({ has: true });
			}
			expect(markdown).not.toMatch(/hiddenvalue|struckoutword(?=.*insertedword)/);
			const isNoted = /^report\.(?:docx|odt)$/.test(fileName);
			expect(markdown.includes('written.[^remark-1]')).toBe(isNoted);
			expect(markdown.includes('[^remark-1]: Bo: remarkofareader')).toBe(isNoted);
			expect(warnings).toEqual(WARNINGS[fileName] ?? []);
		}
	});
});

describe('documents of other people', () => {
	const outside = (fileName: string) => ({
		filePath: join(__dirname, '../fixtures/documents/outside', fileName),
		fileName,
	});

	it('are read for what they are: what is embedded in them and how they write names is no matter', async () => {
		const results = await convertDocuments({
			tasks: ['embedded-workbook.doc', 'capitals.xls'].map(outside),
		});
		expect(results).toMatchObject([
			{
				format: 'doc',
				warnings: [
					'The document contains 4 embedded objects, such as sheets or charts, that were not read. Save it as DOCX and send that.',
				],
				markdown: 'I have lots of embedded files in me',
			},
			{ format: 'xls', warnings: [] },
		]);
		expect(results[1]?.markdown).toContain(
			'| Celesio AG | DE000CLS1001 | EUR | 500.00 | 41.1400 | 20,570.00 |',
		);
	});

	it('scanned keep the words of a line in their order, long and short ones', async () => {
		const [page] = await convertDocuments({ tasks: [outside('scanned-book.tif')] });
		expect(page?.pages).toMatchObject([{ method: 'ocr' }]);
		const text = page?.markdown?.replace(/\s+/g, ' ');
		for (const sentence of [
			'Many other things I could now say of him, relating either to his most generous mind in his prosperity, or dejected estate in his worst state of poverty, but for brevity’s sake I shall now pass them by.',
			'At the end of his Posthume Poems are several elegies written on him by eminent poets of that time',
			'cast additional light on the personal connexion of Lovelace with the Kentish Petition of 1642',
		]) {
			expect(text).toContain(sentence);
		}
	});

	/** The beginning of a scanned page, of so many rows of pixels. */
	const beginning = (height: number) => {
		const page = decodePicture(scannedPage().png);
		const data = Uint8Array.from(page.data).slice(0, page.width * height * page.channels);
		return { ...page, height, data };
	};

	it('scanned with one, two or three quarter turns read as they do upright', async () => {
		const picture = beginning(640);
		const turns = [1, 2, 3] as const;
		const turned = [picture, ...turns.map((count) => turnPicture(picture, count))];
		const filePaths = await Promise.all(
			turned.map((each, count) => store(`turned-${count}.png`, encodePicture(each))),
		);
		const results = await convertDocuments({ tasks: filePaths.map((filePath) => ({ filePath })) });
		const [first = [], ...others] = results.map(
			({ markdown = '' }) => markdown.match(/[\p{L}\p{N}]+/gu) ?? [],
		);

		expect(first.length).toBeGreaterThan(20);
		expect(others).toEqual(turns.map(() => first));
	});

	it('of few words and scanned upside down read as they do upright', async () => {
		const filePath = await store('title.png', encodePicture(turnPicture(beginning(320), 2)));
		const [title] = await convertDocuments({ tasks: [{ filePath }] });

		expect(title?.markdown).toContain('Harbour report');
	});

	it('written by Outlook have people, subject and attachments in their own letters', async () => {
		const [attachments, cyrillic, exchange] = await convertDocuments({
			tasks: ['attachments.msg', 'cyrillic.msg', 'exchange.msg'].map(outside),
		});
		expect(attachments?.markdown).toMatch(
			/^# test pièce jointe 1\n\n- \*\*From:\*\* Nicolas1 23456/,
		);
		expect(attachments?.markdown).toContain('- test-unicode.doc (24 KB)\n- pj1.txt (1 KB)');
		expect(attachments?.markdown).toContain('## test-unicode.doc\n\nécole (00E9)');
		expect(cyrillic?.markdown).toMatch(
			/^# Автоматический ответ подсистемы обмена данными ФГУП "Почта России"\./,
		);
		expect(cyrillic?.markdown).toContain(
			'**To:** Свиридов Дмитрий Владимирович \\<sviridov@niips.ru>',
		);
		expect(exchange?.markdown).toContain(
			'- **From:** Kevin Roast\n- **To:** Kevin Roast \\<kevin.roast@alfresco.org>\n',
		);
	});
});

describe('figures that programs wrote', () => {
	const CHART =
		'**Fleet by region**\n\n|  | Ships | Crew |\n| --- | --- | --- |\n| North | 12 | 96 |\n| South | 7 | 54 |';

	it('keep the title and values of charts, descriptions of pictures and remarks', async () => {
		const tasks = ['figures.docx', 'figures.pptx', 'figures.odt'].map((fileName) => ({
			filePath: join(PROGRAMS, fileName),
			fileName,
		}));
		const [docx, pptx, odt] = await convertDocuments({ tasks });
		for (const document of [docx, odt]) {
			expect(document?.markdown).toContain('The fleet grew[^remark-1] in the north.');
			expect(document?.markdown).toContain('a picture: A schooner at the pier');
			expect(document?.markdown).toMatch(/\n\n\[\^remark-1\]: Bo Lind: Is this figure right\?$/);
		}
		expect(docx?.markdown).toContain(CHART);
		expect(pptx?.markdown).toContain(CHART);
	});
});

describe('messages', () => {
	const part = (name: string, content: Buffer) =>
		`--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`;
	const mail = (subject: string, parts: string) =>
		`From: Anna Berg <anna@example.com>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n${parts}--b--\r\n`;
	const program = (name: string) => readFile(join(PROGRAMS, name));

	it('have the documents that are attached to them read, a message in a message included', async () => {
		const forwarded = mail('Inner', part('ships.xlsx', await program('ships.xlsx')));
		const outer = mail(
			'Outer',
			part('report.pdf', await program('report.pdf')) +
				part('locked.pdf', pdf([{ content: '' }], { isEncrypted: true })) +
				part('program.bin', Buffer.from([0, 1, 2, 3, 255])) +
				`--b\r\nContent-Type: message/rfc822\r\n\r\n${forwarded.replaceAll('boundary=b', 'boundary=c').replaceAll('--b', '--c')}\r\n`,
		);
		const outlook = outlookMessage({ name: 'report.docx', content: await program('report.docx') });
		const [eml, msg] = await convertDocuments({
			tasks: [
				{ filePath: await store('mail.eml', outer) },
				{ filePath: await store('mail.msg', outlook) },
			],
		});
		expect(eml?.markdown).toMatch(
			/^# Outer\n[^]*See below\.\n\n## Attachments\n\n- report\.pdf \(\d+ KB\)\n- locked\.pdf[^]*\n- program\.bin \(1 KB\)\n\n## report\.pdf\n\n### Harbour report\n[^]*\n## Inner\n[^]*\n### ships\.xlsx\n[^]*\| /,
		);
		expect(eml?.warnings).toEqual([
			expect.stringMatching(/^The attachment "locked\.pdf" was not read: .*password/),
			expect.stringContaining('is hidden'),
		]);
		expect(msg?.markdown).toMatch(
			/- report\.docx \(\d+ KB\)\n\n## report\.docx\n\n### Harbour report\n/,
		);
	});

	it('are read three deep, what lies deeper is listed', async () => {
		let message = mail('Innermost', '');
		for (let depth = 4; depth > 0; depth--)
			message = mail(`Level ${depth}`, part('inner.eml', Buffer.from(message)));
		const [result] = await convertDocuments({
			tasks: [{ filePath: await store('deep.eml', message) }],
		});
		expect(result?.markdown?.match(/^#+ Level \d$/gm)).toEqual([
			'# Level 1',
			'## Level 2',
			'### Level 3',
			'#### Level 4',
		]);
		expect(result?.markdown).toContain('- inner.eml (1 KB)');
		expect(result?.markdown).not.toContain('Innermost');
	});
});

describe('texts', () => {
	it('are read in the encoding that they are written in', async () => {
		const tasks: ConversionTask[] = [];
		for (const [encoding, text] of SENTENCES) {
			const bytes = iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
			tasks.push({ filePath: await store(`${encoding}.txt`, bytes), fileName: 'a.txt' });
		}
		const results = await convertDocuments({ tasks });
		expect(results.map(({ markdown }) => markdown)).toEqual(SENTENCES.map(([, text]) => text));
	});

	it('of feeds become entries, of notebooks text and code, of JSON and XML blocks of code', async () => {
		const rss =
			'<?xml version="1.0"?><rss><channel><title>Harbour news</title><item><title>Ice</title><link>https://example.com/ice</link><pubDate>Mon, 02 Mar 2026</pubDate><description>&lt;p&gt;All &lt;b&gt;gone&lt;/b&gt;.&lt;/p&gt;</description></item></channel></rss>';
		const notebook = JSON.stringify({
			cells: [
				{ cell_type: 'markdown', source: ['# Ships\n', 'of the year'] },
				{ cell_type: 'code', source: 'print(7)', outputs: [{ text: ['7\n'] }] },
			],
			metadata: { language_info: { name: 'python' } },
		});
		const tasks = [
			{ filePath: await store('a.rss', rss), fileName: 'a.rss' },
			{ filePath: await store('a.ipynb', notebook), fileName: 'a.ipynb' },
			{ filePath: await store('a.json', '{"ships":[7]}'), fileName: 'a.json' },
			{ filePath: await store('a.xml', '<?xml version="1.0"?><a>7</a>'), fileName: 'a.xml' },
		];
		const results = await convertDocuments({ tasks });
		expect(results.map(({ markdown }) => markdown)).toEqual([
			'# Harbour news\n\n## [Ice](https://example.com/ice)\n\n**Date:** Mon, 02 Mar 2026\n\nAll **gone**.',
			'# Ships\nof the year\n\n```python\nprint(7)\n```\n\n```text\n7\n```',
			'```json\n{\n  "ships": [\n    7\n  ]\n}\n```',
			'```xml\n<?xml version="1.0"?><a>7</a>\n```',
		]);
	});
});

describe('a document of Word 95', () => {
	/** What the main stream begins with since Word 97, and what it began with before. */
	const [WORD_97, WORD_95] = [Buffer.from([0xec, 0xa5]), Buffer.from([0xdc, 0xa5])];

	it('is refused with what to do, not told to be damaged alone', async () => {
		const bytes = Buffer.from(readFileSync(join(PROGRAMS, 'report.doc')));
		WORD_95.copy(bytes, bytes.indexOf(WORD_97));
		const [result] = await convertDocuments({
			tasks: [{ filePath: await store('old.doc', bytes), fileName: 'old.doc' }],
		});
		expect(result).toMatchObject({
			code: 'unsupported',
			error: expect.stringMatching(/Word 95 or earlier.*Save it as DOCX/),
		});
	});
});

describe('damaged bytes', () => {
	const SOURCES: Array<[string, () => Promise<Buffer | string> | Buffer | string]> = [
		...['report.docx', 'report.doc', 'report.odt', 'report.rtf', 'report.pdf', 'report.epub'].map(
			(name): [string, () => Buffer] => [name, () => readFileSync(join(PROGRAMS, name))],
		),
		...['slides.pptx', 'slides.odp', 'ships.xlsx', 'ships.xls', 'ships.ods'].map(
			(name): [string, () => Buffer] => [name, () => readFileSync(join(PROGRAMS, name))],
		),
		['mail.msg', outlookMessage],
		['mail.eml', () => EMAIL],
		['table.csv', () => CSV],
		['page.html', () => HTML],
		['scan.tiff', twoPageTiff],
		['scan.png', () => scannedPage().png],
		['scan.jpg', () => scannedPage().jpeg],
		['scan.webp', () => scannedPage().webp],
		['notes.md', () => '# Ships\n\n| a | b |\n|---|---|\n| 1 | [2](x) |\n'],
		['notes.txt', () => SENTENCES.map(([, text]) => text).join('\n')],
		['ships.json', () => JSON.stringify({ ships: [{ name: 'Ferry', tons: 7 }] })],
		['ships.xml', () => '<?xml version="1.0"?><ships><ship tons="7">Ferry</ship></ships>'],
		['ships.rss', () => '<rss><channel><item><title>Ice</title></item></channel></rss>'],
		['ships.ipynb', () => JSON.stringify({ cells: [{ cell_type: 'code', source: 'print(7)' }] })],
	];
	// Of all numbers between 0 and 1, most are so small that only the first byte would be hit.
	const share = fc.integer({ min: 1, max: 9999 }).map((part) => part / 10_000);
	/** Where a file is cut off, or bits that are turned over. */
	const damage = fc.oneof(
		fc.record({ cut: share, flips: fc.constant([]) }),
		fc.record({
			cut: fc.constant(1),
			flips: fc.array(fc.tuple(share, fc.nat(7)), { minLength: 1, maxLength: 30 }),
		}),
	);
	const RUNS = 4;
	/** Pictures take longer to be read. */
	const SCAN_RUNS = 1;

	function damaged(whole: Buffer, cut: number, flips: ReadonlyArray<[number, number]>): Buffer {
		const bytes = Buffer.from(whole.subarray(0, Math.ceil(whole.length * cut)));
		for (const [place, bit] of flips) {
			const at = Math.floor(place * (bytes.length - 1));
			bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
		}
		return bytes;
	}

	it('of every format give a result or a reason, within their time', async () => {
		const tasks: ConversionTask[] = [];
		for (const [fileName, make] of SOURCES) {
			const whole = Buffer.from(await make());
			// The mode fast refuses pictures without a look.
			const [runs, mode]: [number, ConversionTask['mode']] = fileName.startsWith('scan.')
				? [SCAN_RUNS, 'auto']
				: [RUNS, 'fast'];
			const damages = fc.sample(damage, { numRuns: RUNS, seed: 7 }).slice(-runs);
			for (const [run, { cut, flips }] of damages.entries()) {
				const filePath = await store(`${run}-${fileName}`, damaged(whole, cut, flips));
				tasks.push({ filePath, fileName, mode });
			}
		}
		const good = { filePath: join(PROGRAMS, 'report.pdf'), fileName: 'report.pdf' };
		const results = await convertDocuments({ tasks: [...tasks, good] });
		for (const [at, result] of results.entries()) {
			const isAnswered = result.markdown !== undefined || (result.error ?? '').length > 0;
			const name = tasks[at]?.fileName ?? good.fileName;
			expect({ name, isAnswered, code: result.code }).toEqual({
				name,
				isAnswered: true,
				code:
					result.markdown === undefined ? expect.not.stringMatching(/^(?:other|time)$/) : undefined,
			});
		}
		expect(results.at(-1)?.markdown).toContain('# Harbour report');
	});
});

describe('hostile documents', () => {
	it('read no file beside them, and ask nothing of the network', async () => {
		const secret = await store('secret.txt', 'the secret of another document');
		const external = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file://${secret}">]><rss><channel><title>&x; news</title></channel></rss>`;
		const expanding = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">${Array.from(
			{ length: 9 },
			(_, at) =>
				`<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`,
		).join('')}]><rss><channel><title>&j; news</title></channel></rss>`;
		const tasks = [
			{ filePath: await store('external.rss', external), fileName: 'external.rss' },
			{ filePath: await store('expanding.rss', expanding), fileName: 'expanding.rss' },
			{ filePath: secret, fileName: 'secret.txt' },
		];
		const [first, second, control] = await convertDocuments({ tasks });
		expect(first?.markdown).toContain('news');
		expect(first?.markdown).not.toContain('the secret');
		expect(second?.markdown?.length ?? 0).toBeLessThan(10_000);
		expect(control?.markdown).toBe('the secret of another document');
		expect(await readFile(secret, 'utf8')).toBe('the secret of another document');
	});

	it('that are nested without end give a reason, and the next document is read; those that are not are read', async () => {
		const mail = (depth: number): string =>
			depth === 0
				? 'From: a@example.com\r\nSubject: inner\r\n\r\ndeep'
				: `From: a@example.com\r\nSubject: ${depth}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\nContent-Type: message/rfc822\r\n\r\n${mail(depth - 1)}\r\n--b${depth}--\r\n`;
		const rich = (depth: number): string =>
			`{\\rtf1 ${'{'.repeat(depth)}deep${'}'.repeat(depth + 1)}`;
		const json = (depth: number): string => `${'['.repeat(depth)}"deep"${']'.repeat(depth)}`;
		const named = async (fileName: string, text: string) => ({
			filePath: await store(fileName, text),
			fileName,
		});
		const tasks = [
			await named('deep.rtf', rich(200_000)),
			await named('deep.eml', mail(60)),
			await named('deep.json', json(200_000)),
			await named('flat.rtf', rich(20)),
			await named('flat.eml', mail(3)),
			await named('flat.json', json(20)),
			{ filePath: join(PROGRAMS, 'report.rtf'), fileName: 'report.rtf' },
		];
		const results = await convertDocuments({ tasks });
		for (const result of results) {
			expect(result.markdown !== undefined || (result.error ?? '') !== '').toBe(true);
			expect(result.code).not.toBe('time');
		}
		expect(results[1]?.markdown).toContain('# 60');
		expect(results[1]?.markdown).not.toMatch(/^deep$/m);
		for (const flat of results.slice(3, 6)) expect(flat.markdown).toContain('deep');
		expect(results.at(-1)?.markdown).toContain('# Harbour report');
	});

	it('whose page tree goes in circles give a reason', async () => {
		const loop =
			'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 5/Kids[2 0 R 3 0 R]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n';
		const straight = loop.replace('/Count 5/Kids[2 0 R 3 0 R]', '/Count 1/Kids[3 0 R]');
		const results = await convertDocuments({
			tasks: [
				{ filePath: await store('loop.pdf', loop) },
				{ filePath: await store('straight.pdf', straight) },
			],
		});
		expect(results[0]?.code).not.toBe('time');
		expect(results[0]?.markdown !== undefined || (results[0]?.error ?? '') !== '').toBe(true);
		expect(results[1]).toMatchObject({
			totalPages: 1,
			warnings: ['No text was found in the document.'],
		});
	});
});
