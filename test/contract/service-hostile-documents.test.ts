import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { ZipFile as Archive } from 'yazl';
import { paragraph } from '../fixtures/documents/wordDocument';
import { zip } from '../fixtures/documents/zip';
import { visitPage } from './service-browser/support/visitPages';
import { callService, waitForEnd } from './support/callService';
import { convertDocuments } from './support/convertDocuments';
import { startPages, type Pages } from './support/startPages';
import { startService } from './support/startService';

/** What documents try to reach, each beside a reader that lets itself be led there. */

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

let site: Pages;
let asked: string[];
let directory: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'hostile-documents-'));
	site = await startPages((request, response) => {
		asked.push(request.url ?? '');
		const [type, body] = ANSWERS()[request.url ?? ''] ?? [
			'image/svg+xml',
			'<svg xmlns="http://www.w3.org/2000/svg"/>',
		];
		response.writeHead(200, { 'Content-Type': type }).end(body);
	});
});
beforeEach(() => (asked = []));
afterAll(async () => {
	await site.stop();
	await rm(directory, { recursive: true, force: true });
});

const PICTURES = () =>
	`<!doctype html><h1>Ferry</h1><p>It leaves at noon.</p><img src="${site.url}/picture"><link rel="stylesheet" href="${site.url}/style"><iframe src="${site.url}/frame"></iframe>`;

const SECRET = 'Keys of the house';

/** What the site answers, by path. */
const ANSWERS = (): Record<string, [type: string, body: string]> => ({
	'/page': ['text/html', PICTURES()],
	'/entity': ['text/plain', SECRET],
	'/laughs': ['application/xhtml+xml', xhtml(laughs(3))],
});

async function store(fileName: string, content: string | Buffer) {
	const filePath = join(directory, fileName);
	await writeFile(filePath, content);
	return { filePath, fileName };
}

const word = (
	body: string,
	relations: string,
	extra: Record<string, string> = {},
	declarations = '',
) =>
	zip({
		'[Content_Types].xml':
			'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
		'_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}">${relations}</Relationships>`,
		'word/document.xml': `<?xml version="1.0"?>${declarations}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body>${body}</w:body></w:document>`,
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

		const readAll = { markdown: expect.stringMatching(/leaves at noon/) };
		expect(results).toEqual(results.map(() => expect.objectContaining(readAll)));
		expect(asked).toEqual([]);
	});

	it('are fetched by a browser that shows the same HTML', async () => {
		await visitPage({ url: `${site.url}/page` });
		expect(asked.sort()).toEqual(['/frame', '/page', '/picture', '/style']);
	});
});

/** Declares entities in entities: the last one is of ten times as many words per level. */
const laughs = (levels: number): string => {
	const declared = Array.from(
		{ length: levels },
		(_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
	);
	return `<!DOCTYPE x [<!ENTITY l0 "lol ">${declared.join('')}<!ENTITY last "&l${levels};">]>`;
};

const XML = '<?xml version="1.0"?>';
const xhtml = (declarations: string): string =>
	`${XML}${declarations.replace('DOCTYPE x', 'DOCTYPE html')}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Ferry</title></head><body><p>noon &last;</p></body></html>`;
const feed = (declarations: string): string =>
	`${XML}${declarations}<rss><channel><title>noon &last;</title></channel></rss>`;

/** A reader that follows every entity, as XML allows. */
async function expandCarelessly(xml: string): Promise<string> {
	const entities = new Map<string, string>();
	for (const [, name = '', system, value = ''] of xml.matchAll(
		/<!ENTITY (\w+) (SYSTEM )?"([^"]*)">/g,
	)) {
		entities.set(name, system ? await readAnywhere(value) : value);
	}
	const expand = (text: string): string =>
		text.replaceAll(/&(\w+);/g, (_reference, name: string) => expand(entities.get(name) ?? ''));
	return expand(xml.slice(xml.indexOf(']>') + 2));
}

async function readAnywhere(address: string): Promise<string> {
	if (address.startsWith('file:')) return await readFile(new URL(address), 'utf8');
	return await (await fetch(address)).text();
}

describe('entities in XML', () => {
	/** Documents of every kind that holds XML, each with the entity `last` in its text. */
	const documents = async (name: string, declarations: string) => [
		await store(`${name}.rss`, feed(declarations)),
		await store(`${name}.xml`, `${XML}${declarations}<ferry>noon &last;</ferry>`),
		await store(`${name}.html`, xhtml(declarations)),
		await store(
			`${name}.docx`,
			await word(paragraph('<w:r><w:t>noon &last;</w:t></w:r>'), '', {}, declarations),
		),
	];
	const external = (address: string) => `<!DOCTYPE x [<!ENTITY last SYSTEM "${address}">]>`;
	let outside: Record<'file' | 'site', string>;

	beforeAll(async () => {
		const { filePath } = await store('secret.txt', SECRET);
		outside = { file: pathToFileURL(filePath).href, site: `${site.url}/entity` };
	});

	it('that name files or addresses are not followed, and those in entities not multiplied', async () => {
		const results = await convertDocuments({
			tasks: [
				...(await documents('file', external(outside.file))),
				...(await documents('site', external(outside.site))),
				...(await documents('bomb', laughs(9))),
			],
		});

		for (const { markdown, error } of results) {
			const text = markdown ?? error ?? '';
			expect(text).toMatch(/\w{3}/);
			expect(text).not.toContain(SECRET);
			expect(text.length).toBeLessThan(2_000);
		}
		const refused = results.flatMap(({ markdown, error }) =>
			markdown?.includes('noon') === true ? [] : [error ?? markdown],
		);
		expect(refused.length < 4 ? [] : refused).toEqual([]);
		expect(asked).toEqual([]);
	});

	it('lead a careless reader there, and are multiplied', async () => {
		expect(await expandCarelessly(feed(external(outside.file)))).toContain(SECRET);
		expect(await expandCarelessly(feed(external(outside.site)))).toContain(SECRET);
		expect(asked).toEqual(['/entity']);
		for (const levels of [2, 3, 4]) {
			const laughed = (await expandCarelessly(feed(laughs(levels)))).match(/lol/g);
			expect(laughed).toHaveLength(10 ** levels);
		}
	});

	it('are multiplied by a browser that shows the same page', async () => {
		const { markdown } = await visitPage({ url: `${site.url}/laughs` });
		expect(markdown?.match(/lol/g)).toHaveLength(1000);
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

/** Unpacks an archive wherever its entries say, links included. */
async function unpackCarelessly(bytes: Buffer, folder: string): Promise<void> {
	const archive = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, {
		lazyEntries: true,
		decodeStrings: false,
	});
	const open = promisify(archive.openReadStream.bind(archive));
	for await (const entry of entriesOf(archive)) {
		const path = join(folder, String(entry.fileName));
		await mkdir(dirname(path), { recursive: true });
		const content = await buffer(await open(entry));
		const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
		if (isLink) await symlink(content.toString(), path);
		else await writeFile(path, content);
	}
}

async function* entriesOf(archive: ZipFile) {
	for (let read = 0; read < archive.entryCount; read++) {
		const next = new Promise<Entry>((resolve) => archive.once('entry', resolve));
		archive.readEntry();
		yield await next;
	}
}

describe('links in an archive', () => {
	/** A Word document whose text is a link to a file elsewhere, as Unix archives hold them. */
	const trap = async (target: string): Promise<Buffer> => {
		const archive = new Archive();
		const parts = {
			'[Content_Types].xml':
				'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
			'_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
		};
		for (const [name, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(text), name);
		archive.addBuffer(Buffer.from(target), 'word/document.xml', { mode: LINK_MODE });
		archive.end();
		return await buffer(archive.outputStream);
	};
	const LINK_MODE = 0o120777;
	let target: string;

	beforeAll(async () => {
		const text = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph(`<w:r><w:t>${SECRET}</w:t></w:r>`)}</w:body></w:document>`;
		({ filePath: target } = await store('elsewhere.xml', text));
	});

	it('are not followed: the document is refused with a reason or read without it', async () => {
		const [result] = await convertDocuments({
			tasks: [await store('linked.docx', await trap(target))],
		});
		const text = result?.markdown ?? result?.error;
		expect(text).toMatch(/\w{3}/);
		expect(text).not.toContain(SECRET);
	});

	it('lead a careless program there', async () => {
		const folder = join(directory, 'e');
		await mkdir(folder);
		await unpackCarelessly(await trap(target), folder);
		expect(await readFile(join(folder, 'word/document.xml'), 'utf8')).toContain(SECRET);
	});
});

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
		const service = await startService({ withoutBrowser: true });
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
