import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../support/eventually';
import type { FilesPlace } from '../../service/src/files/filesPlace';
import { openStorage } from '../../service/src/files/openStorage';
import type { Storage } from '../../service/src/files/storage';
import { crawl } from './support/callCrawl';
import { submitParse } from './support/callParse';
import { callService, waitForEnd } from './support/callService';
import { readZip } from './support/readZip';
import { startPages } from './support/startPages';
import { startS3, type RunningS3 } from './support/startS3';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

const HOUR_MS = 3_600_000;

let s3: RunningS3;
let folder: string;

beforeAll(async () => {
	s3 = await startS3();
	// Its keys are taken from here, as AWS's own programs do.
	Object.assign(process.env, s3.environment);
});
afterAll(async () => {
	for (const name of Object.keys(s3.environment)) delete process.env[name];
	await s3.stop();
});
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'extraction-storage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PLACES: [string, () => FilesPlace][] = [
	['a folder of its own', () => ({ kind: 'folder', directory: folder, isShared: false })],
	['a shared folder', () => ({ kind: 'folder', directory: folder, isShared: true })],
	[
		'a bucket',
		() => ({
			kind: 's3',
			bucket: { name: s3.bucket, region: 'us-east-1', endpoint: s3.endpoint },
			prefix: `${randomUUID()}/`,
		}),
	],
];

async function readText(storage: Storage, name: string): Promise<string | undefined> {
	const file = await storage.read(name);
	return file && (await text(file.stream));
}

async function listNames(storage: Storage): Promise<string[]> {
	const names: string[] = [];
	for await (const { name } of storage.list()) names.push(name);
	return names.sort();
}

describe.each(PLACES)('files in %s', (_, place) => {
	let storage: Storage;

	beforeEach(async () => {
		const open = await openStorage({ files: place(), workDirectory: folder });
		storage = open('files');
	});

	const write = (name: string, content: string) =>
		storage.write(name, (path) => writeFile(path, content));

	it('are stored, read, listed and deleted', async () => {
		await storage.check();
		const beforeMs = Date.now() - 2000;
		await write('a.md', 'word '.repeat(50_000));
		await write('b.md', 'b');
		const file = await storage.read('a.md');
		const entries: { name: string; writtenAtMs: number }[] = [];
		for await (const entry of storage.list()) entries.push(entry);
		await storage.remove('b.md');
		await storage.remove('b.md');

		expect(file?.sizeBytes).toBe(250_000);
		file?.stream.destroy();
		expect(await readText(storage, 'a.md')).toBe('word '.repeat(50_000));
		expect(entries.map(({ name }) => name).sort()).toEqual(['a.md', 'b.md']);
		for (const { writtenAtMs } of entries) expect(writtenAtMs).toBeGreaterThan(beforeMs);
		expect(await storage.read('b.md')).toBeUndefined();
		expect(await listNames(storage)).toEqual(['a.md']);
	});

	it('can be read before the disk is waited for, and may be deleted meanwhile', async () => {
		await storage.writeRelaxed('a.md', (path) => writeFile(path, 'soon'));
		expect(await readText(storage, 'a.md')).toBe('soon');
		await storage.sync('a.md');
		await storage.remove('a.md');
		await storage.sync('a.md');
		expect(await listNames(storage)).toEqual([]);
	});

	it('come whole or not at all', async () => {
		const failing = storage.write('half.md', async (path) => {
			await writeFile(path, 'half');
			expect(await listNames(storage)).toEqual([]);
			expect(await storage.read('half.md')).toBeUndefined();
			throw new Error('The page broke off');
		});

		await expect(failing).rejects.toThrow('The page broke off');
		expect(await listNames(storage)).toEqual([]);
	});

	it('lie on this machine for programs that need a path, for as long as they need it', async () => {
		await write('a.md', 'for programs');
		const seen = await storage.withLocalFile('a.md', async (path) => {
			await storage.removeUnfinished();
			return { path, content: await readFile(path, 'utf8') };
		});

		expect(seen.content).toBe('for programs');
		expect(await readText(storage, 'a.md')).toBe('for programs');
		const missing = storage.withLocalFile('b.md', async () => 'never');
		await expect(missing).rejects.toThrow('The file has been deleted.');
	});

	it('that are being written are left alone by sweeps', async () => {
		await storage.write('slow.md', async (path) => {
			await writeFile(path, 'slow');
			await storage.removeUnfinished();
		});

		expect(await listNames(storage)).toEqual(['slow.md']);
	});
});

test('in a shared folder, what another process is writing is left alone, and what a dead one left is not', async () => {
	const files: FilesPlace = { kind: 'folder', directory: folder, isShared: true };
	const open = async () => (await openStorage({ files, workDirectory: folder }))('files');
	const [one, other] = [await open(), await open()];
	const left = join(folder, 'files', '.unfinished-of-a-dead-process.md');
	await writeFile(left, 'x');
	const longAgo = new Date(Date.now() - 2 * HOUR_MS);
	await utimes(left, longAgo, longAgo);
	await one.write('slow.md', async (path) => {
		await writeFile(path, 'slow');
		await other.removeUnfinished();
		expect((await readdir(join(folder, 'files'))).length).toBe(1);
	});

	expect(await listNames(other)).toEqual(['slow.md']);
});

// The S3 server of the tests cannot tell its listings apart with this Node.js.
test('a bucket of more files than one answer names is listed whole', async () => {
	const entry = (name: string) =>
		`<Contents><Key>p/files/${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`;
	const server = await startPages((request, response) => {
		const after = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token');
		const page =
			after === 'more'
				? `<IsTruncated>false</IsTruncated>${entry('b.md')}`
				: `<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>${entry('a.md')}`;
		response.setHeader('Content-Type', 'application/xml');
		response.end(`<?xml version="1.0"?><ListBucketResult>${page}</ListBucketResult>`);
	});
	try {
		const bucket = { name: s3.bucket, region: 'us-east-1', endpoint: server.url };
		const files: FilesPlace = { kind: 's3', bucket, prefix: 'p/' };
		const storage = (await openStorage({ files, workDirectory: folder }))('files');

		expect(await listNames(storage)).toEqual(['a.md', 'b.md']);
	} finally {
		await server.stop();
	}
});

describe('a service with its files in a bucket', () => {
	let site: TestSite;
	let service: RunningService;

	beforeAll(async () => {
		[site, service] = await Promise.all([startSite(), startService()]);
	});
	afterAll(() => Promise.all([site.stop(), service.stop()]));

	const submitScreenshot = async () => {
		const { body } = await callService(service, 'POST', '/scrape', {
			urls: [{ url: `${site.url}/article` }],
			screenshot: true,
		});
		return `/scrape/${Object(body).jobId}`;
	};

	const upload = async (content: Buffer | string): Promise<Response> => {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'words.txt');
		const headers = { 'x-api-key': service.apiKey };
		return await fetch(`${service.baseUrl}/parse`, { method: 'POST', headers, body: form });
	};

	it('gives screenshots, crawled pages and archives, and keeps none of them on its own disk', async () => {
		const path = await submitScreenshot();
		const { body } = await waitForEnd(service, path);
		const image = await fetch(Object(body).result.screenshots[0]);
		const { jobId } = await crawl(service, {
			baseUrl: `${site.url}/article`,
			crawlInstruction: 'all pages',
			maxPages: 1,
		});
		const archive = await fetch(
			`${service.baseUrl}/crawl/${jobId}/download?include=html,markdown`,
			{ headers: { 'x-api-key': service.apiKey } },
		);
		const entries = readZip(Buffer.from(await archive.arrayBuffer()));

		expect(image.headers.get('Content-Type')).toBe('image/png');
		const bytes = Buffer.from(await image.arrayBuffer());
		expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
		expect(bytes.length).toBe(Number(image.headers.get('Content-Length')));
		expect([...entries.keys()]).toHaveLength(2);
		const keys = await s3.keys('tests/files/');
		expect(keys.map((key) => key.split('.')[1]).sort()).toEqual(['html', 'md', 'png']);
		expect(await readdir(join(service.dataDirectory, 'copies', 'files'))).toEqual([]);
		await expect(stat(join(service.dataDirectory, 'files'))).rejects.toThrow('ENOENT');
	});

	it('parses forms, prepared uploads and links, and deletes what it is told to', async () => {
		const form = await upload('Sent in a form.');
		const { body: prepared } = await callService(service, 'POST', '/parse/uploads', {
			fileName: 'prepared.txt',
			size: 14,
		});
		const { fileId, uploadUrl } = Object(prepared);
		const put = await fetch(uploadUrl, { method: 'PUT', body: 'Sent prepared.' });
		const parsed = await submitParse(service, { fileId });
		const linked = await submitParse(service, { url: `${site.url}/article` });
		const keyOf = `tests/parse-files/${fileId}`;

		expect(await form.json()).toMatchObject({ status: 'completed', markdown: 'Sent in a form.' });
		expect(put.status).toBe(200);
		expect(parsed.body).toMatchObject({ status: 'completed', markdown: 'Sent prepared.' });
		expect(linked.body.status).toBe('completed');
		expect(await s3.keys(keyOf)).toEqual([keyOf]);
		expect((await callService(service, 'DELETE', `/parse/files/${fileId}`)).status).toBe(200);
		expect(await s3.keys(keyOf)).toEqual([]);
		expect(await readdir(join(service.dataDirectory, 'copies', 'parse-files'))).toEqual([]);
	});

	it('passes files on without holding them', async () => {
		const megabytes = 150;
		const block = Buffer.alloc(1024 * 1024, 'word ');
		const size = megabytes * block.length;
		const { body: prepared } = await callService(service, 'POST', '/parse/uploads', {
			fileName: 'large.txt',
			size,
		});
		const { uploadUrl } = Object(prepared);
		const blocks = new ReadableStream({
			pull(controller) {
				sent += 1;
				if (sent > megabytes) controller.close();
				else controller.enqueue(block);
			},
		});
		let sent = 0;
		const before = await residentMegabytes(service.processId);
		// Not in the types of this fetch yet: a body may be sent as it comes.
		const streamed = { duplex: 'half' };
		const put = await fetch(uploadUrl, { method: 'PUT', body: blocks, ...streamed });
		const after = await residentMegabytes(service.processId);

		expect(put.status).toBe(200);
		expect(after - before).toBeLessThan((megabytes * 2) / 3);
	});

	it('holds jobs back while the bucket is away, refuses uploads, and goes on when it is back', async () => {
		await s3.pause();
		const path = await submitScreenshot();
		const refused = await upload('No room.');
		const { body: waiting } = await callService(service, 'GET', path);
		const { status: usage } = await callService(service, 'GET', '/usage-stats?range=7d');
		const origin = new URL(service.baseUrl).origin;
		const [alive, ready] = await Promise.all(
			['/healthz', '/readyz'].map((probe) => fetch(origin + probe)),
		);
		await s3.resume();
		const { body: ended } = await waitForEnd(service, path);

		expect(refused.status).toBe(503);
		expect(refused.headers.get('Retry-After')).toBe('30');
		expect(await refused.json()).toEqual({
			status: 'error',
			message: 'The file storage (FILES_URL) cannot be used: ECONNREFUSED.',
			code: 'SERVICE_BUSY',
			retry_after: 30,
		});
		expect(['queued', 'active', 'delayed', 'waiting']).toContain(Object(waiting).status);
		expect(usage).toBe(200);
		expect(alive?.status).toBe(200);
		expect(ready?.status).toBe(503);
		expect(await ready?.json()).toEqual({ status: 'not ready', reasons: ['files'] });
		expect(Object(ended).status).toBe('completed');
		expect((await fetch(Object(ended).result.screenshots[0])).status).toBe(200);
		await eventually(
			async () => ((await fetch(`${origin}/readyz`)).ok ? true : undefined),
			'The service is not ready again',
		);
	});
});

async function residentMegabytes(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

test('a service that its bucket refuses does not start, says why, and tells no key', async () => {
	const wrongKey = { AWS_ACCESS_KEY_ID: 'NOBODYS-KEY', AWS_SECRET_ACCESS_KEY: 'a-wrong-secret' };
	const error: unknown = await startService({ environment: wrongKey }).catch((reason) => reason);
	expect(String(error)).toContain('cannot be used: InvalidAccessKeyId.');
	expect(String(error)).not.toMatch(/NOBODYS-KEY|a-wrong-secret/);
	const bucket = { name: 'nobody-made-it', region: 'us-east-1', endpoint: s3.endpoint };
	const files: FilesPlace = { kind: 's3', bucket, prefix: '' };
	const missing = (await openStorage({ files, workDirectory: folder }))('files');
	await expect(missing.check()).rejects.toThrow('cannot be used: NoSuchBucket.');
});

test('a service keeps its files in the folder that FILES_URL names', async () => {
	const service = await startService({ environment: { FILES_URL: folder }, withoutBrowser: true });
	try {
		const { body: prepared } = await callService(service, 'POST', '/parse/uploads', {
			fileName: 'words.txt',
			size: 7,
		});
		await fetch(Object(prepared).uploadUrl, { method: 'PUT', body: 'Shared.' });
		const [stored = ''] = await readdir(join(folder, 'parse-files'));

		expect(await readFile(join(folder, 'parse-files', stored), 'utf8')).toBe('Shared.');
	} finally {
		await service.stop();
	}
});
