import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { callService } from './support/callService';
import { startService, type RunningService } from './support/startService';

/**
 * Notes in a file which files and folders the service has had written to disk, and has each take a
 * moment, so that an answer that does not wait for it comes before its note.
 */
const NOTE_SYNCS = (notes: string) => `
	import { appendFileSync, readlinkSync } from 'node:fs';
	import { open } from 'node:fs/promises';
	const handle = await open('/dev/null');
	const prototype = Object.getPrototypeOf(handle);
	await handle.close();
	const { sync } = prototype;
	prototype.sync = async function () {
		const path = readlinkSync('/proc/self/fd/' + this.fd);
		await new Promise((resolve) => setTimeout(resolve, 200));
		await sync.call(this);
		appendFileSync(${JSON.stringify(notes)}, path + '\\n');
	};`;

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('an upload that was answered', () => {
	let folder: string;
	let notes: string;
	let service: RunningService;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'durability-'));
		notes = join(folder, 'notes');
		const program = `data:text/javascript,${encodeURIComponent(NOTE_SYNCS(notes))}`;
		service = await startService({
			environment: { NODE_OPTIONS: `--import=${program}` },
			withoutBrowser: true,
		});
	});
	afterAll(async () => {
		await service.stop();
		await rm(folder, { recursive: true, force: true });
	});

	/** What was on disk when the answer came, in alphabetical order: the documents' names, and their folder. */
	async function readNotes(): Promise<string[]> {
		const lines = (await readFile(notes, 'utf8').catch(() => '')).trim().split('\n');
		await rm(notes, { force: true });
		const documents = join(service.dataDirectory, 'parse-files');
		return lines
			.filter((path) => path.startsWith(documents))
			.map((path) => (path === documents ? 'the folder' : basename(path)))
			.toSorted();
	}

	it('with a job is on disk, its bytes and its name', async () => {
		const form = new FormData();
		form.append('file', new Blob(['# Ferry']), 'ferry.md');
		form.append('options', JSON.stringify({ wait: false }));
		const response = await fetch(`${service.baseUrl}/parse`, {
			method: 'POST',
			headers: { 'x-api-key': service.apiKey },
			body: form,
		});
		const onDisk = await readNotes();
		const { fileId } = Object(await response.json());

		expect(response.status).toBe(202);
		expect(onDisk).toEqual([expect.stringContaining(fileId), 'the folder']);
	});

	it('to a prepared address is on disk, too', async () => {
		const prepared = await callService(service, 'POST', '/parse/uploads', {
			fileName: 'ferry.md',
			size: 7,
		});
		const { uploadUrl, fileId } = Object(prepared.body);
		const response = await fetch(uploadUrl, { method: 'PUT', body: '# Ferry' });
		const onDisk = await readNotes();

		expect(response.ok).toBe(true);
		expect(onDisk).toEqual([expect.stringContaining(fileId), 'the folder']);
	});
});
