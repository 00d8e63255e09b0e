import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConversionTasks } from '../../../service/src/documents/conversionTasks.ts';
import { WorkerPool } from '../../../service/src/workers/pool.ts';

let directory: string;
let pool: WorkerPool<ConversionTasks>;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'worker-pool-'));
	pool = new WorkerPool({
		program: pathToFileURL(resolve('service/src/documents/conversionTasks.ts')),
		data: {
			dataDirectory: directory,
			languages: [],
			limits: { maxSelectedPages: 1, maxMarkdownLength: 1 },
		},
		directory,
		hasAddons: true,
		maxProcesses: 1,
		maxHeapMegabytes: 512,
		maxMemoryMegabytes: 1_024,
		retireAboveMegabytes: 512,
		timeoutMs: 60_000,
	});
});
afterAll(async () => {
	await pool.close();
	await rm(directory, { recursive: true, force: true });
});

const countPages = async (toPath: (folder: string) => string | Promise<string>) =>
	await pool.run('countPages', async (folder) => {
		const request = { filePath: await toPath(folder), fileName: 'ferry.md', mode: 'auto' } as const;
		return [request, false] as const;
	});

describe('A process of a pool', () => {
	it('may read what is put into its folder after it started', async () => {
		await countPages(() => resolve('package.json'));
		const later = countPages(async (folder) => {
			const filePath = join(folder, 'ferry.md');
			await writeFile(filePath, 'The ferry leaves at noon.');
			return filePath;
		});
		expect(await later).toMatchObject({ result: { totalPages: 1 } });
	});

	it('may read nothing beside its folder and the code', async () => {
		const outside = countPages(async () => {
			const filePath = join(directory, 'outside.md');
			await writeFile(filePath, 'Keys of the house');
			return filePath;
		});
		expect(await outside).toMatchObject({ code: 'damaged' });
	});
});
