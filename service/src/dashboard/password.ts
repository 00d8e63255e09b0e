import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import type { SessionsRepository, DashboardPasswordRepository } from '../db/settings.ts';

/** Cost of the hash: 32 MB and some 100 ms, so that passwords cannot be recovered from a stolen database. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes a password with its own salt; the text contains what is needed to check it. */
async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const hash = await derive(password, salt, HASH_BYTES, { ...COST, maxmem: MAX_MEMORY_BYTES });
	const parts = [COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')];
	return ['scrypt', ...parts].join('$');
}

/** One at a time: hashing occupies a thread that file access and name resolution need, too. */
const checks = new PQueue({ concurrency: 1 });

/** Whether a password is the one that `stored` was made from. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
	const [, N, r, p, salt = '', hash = ''] = stored.split('$');
	const expected = Buffer.from(hash, 'base64');
	const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY_BYTES };
	const actual = await checks.add(() =>
		derive(password, Buffer.from(salt, 'base64'), HASH_BYTES, cost),
	);
	return timingSafeEqual(actual, expected);
}

const PASSWORD_BYTES = 12;

/**
 * Ensures that there is a password. One set by the environment replaces the stored one and signs all
 * users out; the same one again changes nothing.
 * @param wanted the setting `DASHBOARD_PASSWORD`
 * @returns a password created because there was none yet: to be shown once
 */
export async function preparePassword(
	passwords: DashboardPasswordRepository,
	sessions: SessionsRepository,
	wanted: string | undefined,
): Promise<string | undefined> {
	const stored = await passwords.readHash();
	const stays =
		stored !== undefined && (wanted === undefined || (await isPassword(wanted, stored)));
	if (stays) return undefined;
	const password = wanted ?? randomBytes(PASSWORD_BYTES).toString('base64url');
	await passwords.writeHash(await hashPassword(password));
	await sessions.endAll();
	return wanted === undefined ? password : undefined;
}
