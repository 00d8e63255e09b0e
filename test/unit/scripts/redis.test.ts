import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRedis, REDIS_PROGRAM, redisFolder } from '../../../scripts/lib/redis/installation.mjs';
import { setUpRedis } from '../../../scripts/lib/setup/redis.mjs';

describe('the Redis of the tests', () => {
	const { PATH, XDG_CACHE_HOME } = process.env;
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'redis-set-up-'));
		process.env['PATH'] = folder;
		process.env['XDG_CACHE_HOME'] = folder;
	});
	afterEach(async () => {
		Object.assign(process.env, { PATH, XDG_CACHE_HOME });
		if (XDG_CACHE_HOME === undefined) delete process.env['XDG_CACHE_HOME'];
		await rm(folder, { recursive: true, force: true });
	});

	it('is the one of the machine where there is one', async () => {
		const program = join(folder, 'redis-server');
		await writeFile(program, '');

		expect(await setUpRedis()).toBeUndefined();
		expect(findRedis()).toEqual({ command: program, env: {} });
	});

	it('is else the one in the cache folder, with its libraries', async () => {
		const program = join(redisFolder(), REDIS_PROGRAM);
		const libraries = join(redisFolder(), 'usr/lib/x86_64-linux-gnu');
		for (const path of [dirname(program), libraries]) await mkdir(path, { recursive: true });
		await writeFile(program, '');

		expect(await setUpRedis()).toBeUndefined();
		expect(findRedis()).toEqual({ command: program, env: { LD_LIBRARY_PATH: libraries } });
	});

	it('is missed with the reason where there is no way to get one', async () => {
		expect(await setUpRedis()).toBe(
			'there is no redis-server on the PATH, and no apt-get to fetch one with',
		);
		expect(findRedis()).toBeUndefined();
	});
});
