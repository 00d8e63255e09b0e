import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { paragraph } from '../fixtures/documents/wordDocument';
import { zip } from '../fixtures/documents/zip';
import { visitPage } from './service-browser/support/visitPages';
import { callService, waitForEnd } from './support/callService';
import { convertDocuments } from './support/convertDocuments';
import { startPages, type Pages } from './support/startPages';
import { startService } from './support/startService';

/** What documents try to reach, each beside a reader that lets itself be led there. */

jest.setTimeout(180_000);

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

let site: Pages;
let asked: string[];
let directory: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'hostile-documents-'));
	site = await startPages((request, response) => {
		asked.push(request.url ?? '');
		const isPage = request.url === '/page';
		response.writeHead(200, { 'Content-Type': isPage ? 'text/html' : 'image/svg+xml' });
		response.end(isPage ? PICTURES() : '<svg xmlns="http://www.w3.org/2000/svg"/>');
	});
});
beforeEach(() => (asked = []));
afterAll(async () => {
	await site.stop();
	await rm(directory, { recursive: true, force: true });
});

const PICTURES = () =>
	`<!doctype html><h1>Ferry</h1><p>It leaves at noon.</p><img src="${site.url}/picture"><link rel="stylesheet" href="${site.url}/style"><iframe src="${site.url}/frame"></iframe>`;

async function store(fileName: string, content: string | Buffer) {
	const filePath = join(directory, fileName);
	await writeFile(filePath, content);
	return { filePath, fileName };
}

const word = (body: string, relations: string, extra: Record<string, string> = {}) =>
	zip({
		'[Content_Types].xml':
			'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
		'_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}">${relations}</Relationships>`,
		'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body>${body}</w:body></w:document>`,
		...extra,
	});

describe('pictures that a document has elsewhere', () => {
	it('are not fetched, whatever the document', async () => {
		const picture = `${site.url}/picture`;
		const inWord = await word(
			`${paragraph('<w:r><w:t>The ferry leaves at noon.</w:t></w:r>')}<w:p><w:r><w:drawing><a:blip r:link="r9" r:embed="r9"/></w:drawing></w:r></w:p>`,
			`<Relationship Id="r9" Type="${OFFICE}/image" Target="${picture}" TargetMode="External"/><Relationship Id="r8" Type="${OFFICE}/attachedTemplate" Target="${picture}" TargetMode="External"/>`,
		);
		const mail = `From: a@example.com\r\nSubject: Ferry\r\nContent-Type: text/html\r\n\r\n${PICTURES()}`;
		const rich = `{\\rtf1 The ferry leaves at noon.{\\field{\\*\\fldinst INCLUDEPICTURE "${picture}"}}}`;
		const results = await convertDocuments({
			tasks: [
				await store('page.html', PICTURES()),
				await store('letter.docx', inWord),
				await store('letter.eml', mail),
				await store('letter.rtf', rich),
				await store('letter.md', `The ferry leaves at noon.\n\n![picture](${picture})`),
			],
		});

		for (const { markdown } of results) expect(markdown).toMatch(/leaves at noon/);
		expect(asked).toEqual([]);
	});

	it('are fetched by a browser that shows the same HTML', async () => {
		await visitPage({ url: `${site.url}/page` });
		expect(asked.sort()).toEqual(['/frame', '/page', '/picture', '/style']);
	});
});

describe('paths in an archive that lead out of it', () => {
	const OUTSIDE = '../../outside.txt';

	/** A document with such an entry; libraries that write archives refuse to. */
	const trap = async (): Promise<Buffer> => {
		const innocent = OUTSIDE.replaceAll('.', '_');
		const bytes = await word(paragraph('<w:r><w:t>The ferry leaves at noon.</w:t></w:r>'), '', {
			[innocent]: 'written by a document',
		});
		return Buffer.from(bytes.toString('latin1').replaceAll(innocent, OUTSIDE), 'latin1');
	};

	it('write nothing, and the document is refused with a reason or read', async () => {
		const folder = join(directory, 'a', 'b');
		await mkdir(folder, { recursive: true });
		const filePath = join(folder, 'trap.docx');
		await writeFile(filePath, await trap());
		const before = await readdir(directory);
		const [result] = await convertDocuments({ tasks: [{ filePath, fileName: 'trap.docx' }] });

		expect(result?.markdown ?? result?.error).toMatch(/\w{3}/);
		expect(await readdir(directory)).toEqual(before);
		expect(await readdir(folder)).toEqual(['trap.docx']);
	});

	it('lead a careless program out', async () => {
		const folder = join(directory, 'c', 'd');
		await mkdir(folder, { recursive: true });
		await unpackCarelessly(await trap(), folder);
		expect(await readFile(join(directory, 'outside.txt'), 'utf8')).toBe('written by a document');
	});
});

/** Unpacks an archive wherever its entries say. */
async function unpackCarelessly(bytes: Buffer, folder: string): Promise<void> {
	const archive = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, {
		lazyEntries: true,
		decodeStrings: false,
	});
	const open = promisify(archive.openReadStream.bind(archive));
	for await (const entry of entriesOf(archive)) {
		const path = join(folder, String(entry.fileName));
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, await open(entry));
	}
}

async function* entriesOf(archive: ZipFile) {
	for (let read = 0; read < archive.entryCount; read++) {
		const next = new Promise<Entry>((resolve) => archive.once('entry', resolve));
		archive.readEntry();
		yield await next;
	}
}

describe('the process that reads documents', () => {
	const run = promisify(execFile);

	/** How the process of a service's converter was started. */
	async function readConverterFlags(dataDirectory: string): Promise<string[]> {
		for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
			const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
			const parts = line.split('\0');
			if (parts.includes('--permission') && line.includes(dataDirectory)) {
				return parts.filter((part) => /^--(?:permission|allow-)/.test(part));
			}
		}
		throw new Error('no converter runs');
	}

	const onLinux = existsSync('/proc/self/cmdline') ? it : it.skip;
	onLinux('may not read the database, nor start programs', async () => {
		const service = await startService();
		try {
			const form = new FormData();
			form.append('file', new Blob(['# Ferry']), 'ferry.md');
			const response = await fetch(`${service.baseUrl}/parse`, {
				method: 'POST',
				headers: { 'x-api-key': service.apiKey },
				body: form,
			});
			const { jobId } = Object(await response.json());
			await waitForEnd(service, `/parse/${jobId}`);
			const flags = await readConverterFlags(service.dataDirectory);
			const [database] = (await readdir(service.dataDirectory)).filter((name) =>
				/\.(?:db|sqlite3?)$/.test(name),
			);
			const path = join(service.dataDirectory, database ?? 'no database');
			const reading = `require('node:fs').readFileSync(${JSON.stringify(path)}); console.log('read')`;
			const starting = "require('node:child_process').execFileSync('true')";
			const readDenied = await run(process.execPath, [...flags, '-e', reading]).catch(String);
			const startDenied = await run(process.execPath, [...flags, '-e', starting]).catch(String);

			expect(readDenied).toContain('ERR_ACCESS_DENIED');
			expect(startDenied).toContain('ERR_ACCESS_DENIED');
			expect((await run(process.execPath, ['-e', reading])).stdout).toBe('read\n');
			expect((await callService(service, 'GET', '/account')).status).toBe(200);
		} finally {
			await service.stop();
		}
	});
});
