import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createContentPool, type ContentPool } from '../../../service/src/extract/contentPool.ts';

// On a busy machine processes start slowly.
const pool = createContentPool({ timeoutMs: 5_000 });
afterAll(() => pool.close());

const PAGES: Readonly<Record<string, string>> = {
	'a long comment': `<!--${'<iframe '.repeat(40_000)}--><p>x</p>`,
	'many brackets': `<p>${'[]('.repeat(60_000)}</p>`,
	'a table of spans': `<table>${`<tr><td rowspan=100 colspan=100>${'x'.repeat(50)}</td></tr>`.repeat(700)}</table>`,
	'elements without end': '<div>'.repeat(60_000),
};

describe('A page made to take long', () => {
	it.each(Object.entries(PAGES))(
		'holds up neither others nor the next: %s',
		async (_name, html) => {
			// Of this process alone: that of the process which reads the page is not in it.
			const before = process.cpuUsage();
			const page = { url: 'https://hostile.example/', contentOnly: false };
			const length = await pool.convert({ ...page, html }).then(
				({ markdown }) => markdown.length,
				(error: Error) => expect(error.message).toContain('The page cannot be converted'),
			);
			const { user, system } = process.cpuUsage(before);
			const next = await pool.convert({ ...page, html: '<p>Next</p>' });

			expect(next.markdown).toBe('Next');
			expect((user + system) / 1e6).toBeLessThan(1);
			expect(length ?? 0).toBeLessThan(4 * html.length);
		},
	);

	it('is ended at its time, and the next one is read', async () => {
		const html = '<div>'.repeat(100_000);
		const quick = createContentPool({ timeoutMs: 300 });
		const calm = createContentPool();
		const url = 'https://hostile.example/';
		await expect(quick.convert({ html, url, contentOnly: false })).rejects.toThrow(
			/longer than 0.3/,
		);
		await quick.close();
		const { markdown } = await calm.convert({ html: '<p>Next</p>', url, contentOnly: false });
		await calm.close();

		expect(markdown).toBe('Next');
	});
});

const PARAGRAPH = '<p>Words of a <b>long</b> page <a href="/x">with links</a>.</p>';
/** Is read for a second or so: long enough to be interrupted. */
const SLOW = PARAGRAPH.repeat(12_000);
/** Takes more memory than a process may keep. */
const LONG = PARAGRAPH.repeat(45_000);

const onLinux = existsSync('/proc/self/stat') ? describe : describe.skip;

/** The command lines of the processes that this one has started, by their number. */
async function readChildren(): Promise<Map<string, string[]>> {
	const children = new Map<string, string[]>();
	for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
		const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		if (Number(parent) !== process.pid) continue;
		const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
		if (line.includes('contentTasks')) children.set(id, line.split('\0'));
	}
	return children;
}

onLinux('The process that reads pages', () => {
	const run = promisify(execFile);
	const url = 'https://hostile.example/';
	let patient: ContentPool;
	const read = (html: string) => patient.convert({ html, url, contentOnly: false });

	beforeAll(async () => {
		await pool.close();
		patient = createContentPool();
	});
	afterAll(async () => {
		await patient.close();
	});

	it('may read no file but the code, write none, and start no programs', async () => {
		await read('<p>Page</p>');
		const [parts = []] = (await readChildren()).values();
		const flags = parts.filter((part) => /^--(?:permission|allow-)/.test(part));
		const attempts = [
			"require('node:fs').readFileSync('/etc/hostname'); console.log('done')",
			`require('node:fs').appendFileSync(${JSON.stringify(__filename)}, ''); console.log('done')`,
			"require('node:child_process').execFileSync('true'); console.log('done')",
		];
		for (const attempt of attempts) {
			const denied = await run(process.execPath, [...flags, '-e', attempt]).catch(String);
			expect(denied).toContain('ERR_ACCESS_DENIED');
			expect((await run(process.execPath, ['-e', attempt])).stdout).toBe('done\n');
		}
	});

	it('loses no page when the system ends it, but is not given the same page for ever', async () => {
		await read('<p>Page</p>');
		// It may have ended meanwhile.
		const kill = async () => {
			for (const id of (await readChildren()).keys()) await run('kill', ['-9', id]).catch(String);
		};
		const once = read(SLOW);
		await kill();
		expect((await once).markdown.length).toBeGreaterThan(1_000);

		let isOver = false;
		const always = read(SLOW).catch(String);
		void always.then(() => (isOver = true));
		while (!isOver) await kill();
		expect(await always).toContain('The page cannot be converted: its process was killed, 2 times');
		expect((await read('<p>Next</p>')).markdown).toBe('Next');
	});

	it('is kept for the next page, and ended after one that took much memory', async () => {
		await read('<p>Page</p>');
		const before = [...(await readChildren()).keys()];
		await read('<p>Another</p>');
		const between = [...(await readChildren()).keys()];
		await read(LONG);
		const { markdown } = await read('<p>Next</p>');
		const after = [...(await readChildren()).keys()];

		expect(between).toEqual(before);
		expect(after).toHaveLength(1);
		expect(before).not.toEqual(expect.arrayContaining(after));
		expect(markdown).toBe('Next');
	});
});
