import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { compoundFile } from '../fixtures/documents/compoundFile';
import { openDocument } from '../fixtures/documents/openDocument';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { scannedPage, twoPageTiff } from '../fixtures/documents/picture';
import { RTF } from '../fixtures/documents/plainDocuments';
import { wordDocument } from '../fixtures/documents/wordDocument';
import { workbook } from '../fixtures/documents/workbook';
import { zip } from '../fixtures/documents/zip';
import { convertDocuments, type ConversionTasks } from './support/convertDocuments';

type Content = Buffer | string;

const page = (text: string) => ({ content: textLines([{ text }]) });
const textPdf = () => pdf([page('The herring fleet left at dawn.')]);
const BOOK = pdf(Array.from({ length: 10_000 }, (_, at) => page(`This is page ${at + 1}`)));
const cut = (content: Buffer) => content.subarray(0, Math.floor(content.length / 2));

/** A picture header that claims 60,000 by 60,000 pixels. */
function hugePng(): Buffer {
	const header = Buffer.alloc(64);
	Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(header);
	header.write('IHDR', 12);
	header.writeUInt32BE(60_000, 16);
	header.writeUInt32BE(60_000, 20);
	return header;
}

/** A DOCX whose text inflates to 600 MB. It repeats what was packed once: to pack it all takes 10 seconds. */
function bomb(): Buffer {
	const [times, part] = [75, Buffer.alloc(8 * 1024 * 1024, 'A')];
	const packed = deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH });
	const end = deflateRawSync('');
	let crc = 0;
	for (let count = 0; count < times; count++) crc = crc32(part, crc);
	const chunks: Uint8Array[] = [];
	const archive = new Zip((_error, chunk) => chunks.push(chunk));
	const text: ZipInputFile = {
		filename: 'word/document.xml',
		size: times * part.length,
		crc,
		compression: 8,
	};
	archive.add(text);
	text.ondata?.(null, Buffer.concat([...Array.from({ length: times }, () => packed), end]), true);
	archive.end();
	return Buffer.concat(chunks);
}

/** File name, content, the failure's code, and the reason shown. */
const FAILURES: Array<[string, string, () => Promise<Content> | Content, string, RegExp]> = [
	['an empty file', 'a.pdf', () => '', 'empty', /^The file is empty \(0 bytes\)\.$/],
	['a blank text', 'a.txt', () => ' \n\t\n', 'empty', /no text/],
	[
		'a password-protected PDF',
		'a.pdf',
		() => pdf([page('secret')], { isEncrypted: true }),
		'password',
		/^The PDF is password-protected\./,
	],
	[
		'a password-protected Word document',
		'a.docx',
		() => compoundFile({ EncryptionInfo: Buffer.alloc(8), EncryptedPackage: Buffer.alloc(99) }),
		'password',
		/^The document is password-protected\./,
	],
	[
		'a password-protected OpenDocument text',
		'a.odt',
		() => openDocument('text', { isEncrypted: true }),
		'password',
		/password-protected|encrypted/,
	],
	['a truncated PDF', 'a.pdf', () => cut(textPdf()), 'damaged', /^The PDF is truncated/],
	[
		'a truncated Word document',
		'a.docx',
		async () => cut(await wordDocument()),
		'damaged',
		/^The document is truncated/,
	],
	[
		'a truncated workbook',
		'a.xls',
		() => workbook('xls').subarray(0, 4096),
		'damaged',
		/truncated/,
	],
	[
		'truncated rich text',
		'a.rtf',
		() => RTF.slice(0, -20),
		'damaged',
		/^The document is truncated/,
	],
	...(['png', 'jpeg', 'webp'] as const).map((format): (typeof FAILURES)[number] => [
		`a truncated picture (${format})`,
		`a.${format}`,
		() => cut(scannedPage()[format]),
		'damaged',
		/^The image is truncated/,
	]),
	[
		'a truncated TIFF',
		'a.tiff',
		() => twoPageTiff().subarray(0, -200),
		'damaged',
		/^The image is truncated/,
	],
	[
		'a PDF whose inside is damaged',
		'a.pdf',
		() => '%PDF-1.4\nnothing of a PDF\nstartxref\n9\n%%EOF\n',
		'damaged',
		/^The PDF is damaged/,
	],
	[
		'a Word document without its text',
		'a.docx',
		() => wordDocument('<w:p><w:r>'),
		'damaged',
		/can't be read|damaged/,
	],
	[
		'a ZIP archive without a document in it',
		'a.zip',
		() => zip({ 'program.bin': Buffer.from([0, 1, 2, 255]) }),
		'unsupported',
		/^The ZIP archive contains no document that can be read: "program\.bin"\.$/,
	],
	[
		'an old Word document without its text',
		'a.doc',
		() => compoundFile({ WordDocument: Buffer.alloc(99) }),
		'damaged',
		/^The document is damaged/,
	],
	[
		'an old presentation without its slides',
		'a.ppt',
		() => compoundFile({ 'PowerPoint Document': Buffer.alloc(99) }),
		'damaged',
		/^The document is damaged/,
	],
	[
		'bytes of nothing known',
		'a.pdf',
		() => Buffer.from([1, 2, 3, 0, 5, 6, 7, 8, 9]),
		'unsupported',
		/format of the file is not supported/,
	],
	['a ZIP bomb', 'a.docx', bomb, 'tooLarge', /^The document unpacks to 600 MB; at most 512 MB/],
	['a picture bomb', 'a.png', hugePng, 'tooLarge', /60000 × 60000 pixels/],
	[
		'a PDF of 10,000 pages',
		'a.pdf',
		() => BOOK,
		'tooLarge',
		/^The selection has 10000 pages; at most 2000 .* maxPages\.$/,
	],
];

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'documents-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function store(name: string, content: Content): Promise<string> {
	const filePath = join(folder, name);
	await writeFile(filePath, content);
	return filePath;
}

const convertOne = async (
	filePath: string,
	{ settings, ...task }: Partial<ConversionTasks['tasks'][number] & ConversionTasks> = {},
) => {
	const tasks = [{ filePath, ...task }];
	const [result] = await convertDocuments({ tasks, ...(settings && { settings }) });
	return result;
};

describe('a document that cannot be read', () => {
	let results: Awaited<ReturnType<typeof convertDocuments>>;

	beforeAll(async () => {
		const good = await store('good', textPdf());
		const tasks = [];
		for (const [index, [, fileName, make]] of FAILURES.entries()) {
			tasks.push({ filePath: await store(String(index), await make()), fileName });
		}
		results = await convertDocuments({ tasks: [...tasks, { filePath: good }] });
	});

	it.each(FAILURES.map(([what, , , code, reason], index) => ({ what, code, reason, index })))(
		'is refused with its reason: $what',
		({ code, reason, index }) => {
			expect(results[index]).toEqual({ code, error: expect.stringMatching(reason) });
		},
	);

	it('leaves the converter able to read the next document', () => {
		expect(results.at(-1)?.markdown).toBe('The herring fleet left at dawn.');
	});
});

describe('a file whose name is wrong', () => {
	it.each([
		['report.docx', textPdf, 'pdf', 'The file name says a Word document, but the content is a PDF'],
		['report.pdf', wordDocument, 'docx', 'The file name says a PDF, but the content is a Word'],
		['page.pdf', () => '<!doctype html><h1>Hello</h1>', 'html', 'the content is an HTML page'],
		['table.xls', () => 'a\tb\n1\t2\n', 'csv', 'the content is a CSV table'],
	])('is read as what it is, with a warning: %s', async (fileName, make, format, warning) => {
		const filePath = await store(fileName, await make());
		expect(await convertOne(filePath, { fileName })).toMatchObject({
			format,
			warnings: [expect.stringContaining(warning)],
		});
	});
});

describe('a document past its bounds', () => {
	it('is given up when it takes too much memory, and the next one is read', async () => {
		const rows = Array.from({ length: 150_000 }, (_, row) => `row ${row},a,b,c,d,e,f,g,h,i`);
		const large = await store('large.csv', rows.join('\n'));
		const small = await store('small.pdf', textPdf());

		const results = await convertDocuments({
			tasks: [{ filePath: large, fileName: 'large.csv' }, { filePath: small }],
			settings: { maxProcesses: 1, maxHeapMegabytes: 64, maxMemoryMegabytes: 512 },
		});

		expect(results[0]).toEqual({
			code: 'memory',
			error: 'The document needs more memory than one document may use (512 MB).',
		});
		expect(results[1]?.markdown).toBe('The herring fleet left at dawn.');
	});

	it('is given up when no page comes for too long', async () => {
		const filePath = await store('slow.pdf', textPdf());
		expect(await convertOne(filePath, { settings: { stallTimeoutMs: 20 } })).toEqual({
			code: 'time',
			error: expect.stringContaining('on one step'),
		});
	});

	/** One document at a time, of at most so much Markdown. */
	const narrow = {
		maxProcesses: 1,
		limits: { maxSelectedPages: 2_000, maxMarkdownLength: 20 },
	};

	it('is refused when its Markdown would be endless', async () => {
		const filePath = await store('plain.txt', 'The herring fleet left at dawn.');
		expect(await convertOne(filePath, { settings: narrow })).toEqual({
			code: 'tooLarge',
			error: 'The Markdown has 31 characters; at most 20 are returned. Choose fewer pages.',
		});
	});

	it('is let go long before its end when its job is cancelled, also while it waits for others', async () => {
		const many = Array.from({ length: 300 }, () => page('text'));
		const slow = await store('queue-slow.pdf', pdf(many));
		const quick = await store('queue-quick.pdf', textPdf());
		const [first, second] = await convertDocuments({
			tasks: [
				{ filePath: slow, mode: 'ocr', cancelAfterMs: 3_000 },
				{ filePath: quick, mode: 'ocr', cancelAfterMs: 500 },
			],
			settings: narrow,
			isAtOnce: true,
		});
		const cancelled = { code: 'other', error: expect.stringContaining('Timeout') };
		expect([first, second]).toMatchObject([cancelled, cancelled]);
		expect(second?.endedAfterMs).toBeLessThan(first?.endedAfterMs ?? 0);
		expect(first?.endedAfterMs).toBeLessThan(60_000);
	});

	it('of 10,000 pages gives the few that are asked for', async () => {
		const filePath = await store('book.pdf', BOOK);
		const result = await convertOne(filePath, { pages: '9999-' });
		expect(result?.pages?.map(({ markdown }) => markdown)).toEqual([
			'This is page 9999',
			'This is page 10000',
		]);
	});

	it('is refused when it was cut off while it lay on disk', async () => {
		const filePath = await store('cut.xlsx', workbook('xlsx'));
		await truncate(filePath, 2000);
		expect(await convertOne(filePath)).toMatchObject({ code: 'damaged' });
	});
});
