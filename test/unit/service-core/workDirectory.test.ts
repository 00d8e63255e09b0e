import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkDirectory } from '../../../service/src/assembly/workDirectory.ts';

describe('the folder that a process works in', () => {
	let parent: string;

	beforeEach(async () => {
		parent = await mkdtemp(join(tmpdir(), 'work-directories-'));
	});
	afterEach(() => rm(parent, { recursive: true, force: true }));

	const makeOld = (path: string) => utimes(path, new Date(0), new Date(0));

	it('is deleted by the next process when its own was killed, and not while that lives', async () => {
		const abandoned = join(parent, 'web-data-extraction-killed');
		await mkdir(abandoned);
		await writeFile(join(abandoned, 'page.pdf'), 'half a document');
		await makeOld(abandoned);
		const living = await openWorkDirectory(parent);
		expect(existsSync(abandoned)).toBe(false);

		await makeOld(living.path);
		const other = await openWorkDirectory(parent);
		expect(existsSync(living.path)).toBe(true);

		await living.remove();
		expect(existsSync(living.path)).toBe(false);
		await other.remove();
	});

	it('leaves folders of other programs, and new ones, alone', async () => {
		const foreign = join(parent, 'something-else');
		const young = join(parent, 'web-data-extraction-new');
		for (const path of [foreign, young]) await mkdir(path);
		await makeOld(foreign);
		const directory = await openWorkDirectory(parent);
		expect([foreign, young].map((path) => existsSync(path))).toEqual([true, true]);
		await directory.remove();
	});
});
