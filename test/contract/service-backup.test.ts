import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { programOf } from './support/compiledService';
import { callService, waitForEnd } from './support/callService';
import { startService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

const BACKUP = programOf(resolve(__dirname, '../../service/src/cli/backup.ts'));

let site: TestSite;
let folder: string;

beforeAll(async () => {
	site = await startSite();
	folder = await mkdtemp(join(tmpdir(), 'extraction-backup-'));
});

afterAll(async () => {
	await site.stop();
	await rm(folder, { recursive: true, force: true });
});

async function backUp(settings: Record<string, string>, ...target: string[]) {
	const env = { ...process.env, ...settings };
	return await promisify(execFile)(process.execPath, [BACKUP, ...target], { env }).then(
		({ stdout }) => stdout,
		({ stderr }) => `failed: ${stderr}`,
	);
}

test('a backup taken while jobs run has all that had ended, and the rest runs in its copy', async () => {
	const service = await startService({ dataDirectory: join(folder, 'data') });
	const submit = async (path: string, options: object) => {
		const request = { urls: [{ url: `${site.url}${path}` }], ...options };
		const { body } = await callService(service, 'POST', '/scrape', request);
		return `/scrape/${Object(body).jobId}`;
	};
	const ended = await submit('/article', { screenshot: true });
	const { body: before } = await waitForEnd(service, ended);
	const running = await Promise.all(
		Array.from({ length: 6 }, () => submit('/held?by=backup', { scrapeMode: 'fast' })),
	);
	const target = join(folder, 'copies', 'first');
	const said = await backUp({ DATA_DIR: service.dataDirectory }, target);
	const again = await backUp({ DATA_DIR: service.dataDirectory }, target);
	site.release('backup');
	for (const path of running) await waitForEnd(service, path);
	const screenshot = async (body: unknown, baseUrl: string) => {
		const { pathname, search } = new URL(Object(body).result.data[0].screenshotUrl);
		const answer = await fetch(new URL(pathname + search, baseUrl));
		return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
	};
	const shown = await screenshot(before, service.baseUrl);
	await service.kill();

	const restored = await startService({ dataDirectory: target, withoutBrowser: true });
	const { body: after } = await callService(restored, 'GET', ended);
	const ends = await Promise.all(running.map((path) => waitForEnd(restored, path)));
	const shownAfter = await screenshot(after, restored.baseUrl);
	await restored.stop();

	expect(said).toMatch(/first: the database and \d+ files\.\n$/);
	expect(again).toContain('already exists');
	expect(existsSync(`${target}.partial`)).toBe(false);
	expect((await stat(join(target, 'service.db'))).mode & 0o777).toBe(0o600);
	expect(Object(after)).toMatchObject({ status: 'completed' });
	expect(shownAfter).toEqual(shown);
	expect(shown).toMatchObject({ status: 200 });
	expect(ends.map(({ body }) => Object(body).status)).toEqual(Array(6).fill('completed'));
});

test('what can not be backed up is said', async () => {
	const postgres = { DATABASE_URL: 'postgres://somebody@127.0.0.1/nothing' };
	expect(await backUp({ DATA_DIR: folder })).toContain('Usage: backup');
	expect(await backUp({ DATA_DIR: folder }, join(folder, 'none'))).toContain(
		`There is no database in ${folder}. Set DATA_DIR to the service's data folder.`,
	);
	expect(await backUp(postgres, join(folder, 'none'))).toContain('pg_dump');
});
