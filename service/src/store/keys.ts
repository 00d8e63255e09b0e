import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { inTransaction } from './database.ts';

/** Reference, "Limits": API keys per account. */
export const MAX_KEYS = 5;

const KEY_PREFIX = 'wde_';
const KEY_BYTES = 32;
const HINT_LENGTH = 4;

/** A stored key. The key itself is never stored, so it can be shown only when it is made. */
export interface ApiKey {
	id: string;
	name: string;
	/** The key masked, for lists: its prefix and last characters. */
	hint: string;
	isActive: boolean;
	createdAtMs: number;
}

/** A rule about keys was broken; the message says which and what to do. */
export class KeyRuleError extends Error {
	override name = 'KeyRuleError' as const;
}

const keyRow = z
	.object({
		id: z.string(),
		name: z.string(),
		hint: z.string(),
		is_active: z.number(),
		created_at_ms: z.number(),
	})
	.transform((row): ApiKey => ({
		id: row.id,
		name: row.name,
		hint: row.hint,
		isActive: row.is_active === 1,
		createdAtMs: row.created_at_ms,
	}));

export type KeysRepository = ReturnType<typeof createKeysRepository>;

/** The API keys of the account: at most five, the last one stays (reference, "Authentication"). */
export function createKeysRepository(database: DatabaseSync) {
	const selectAll = database.prepare('SELECT * FROM api_keys ORDER BY created_at_ms, id');
	const selectActive = database.prepare('SELECT 1 FROM api_keys WHERE hash = ? AND is_active = 1');

	const list = (): ApiKey[] => selectAll.all().map((row) => keyRow.parse(row));

	const find = (nameOrId: string): ApiKey => {
		const key = list().find(({ id, name }) => id === nameOrId || name === nameOrId);
		if (key === undefined) {
			throw new KeyRuleError(`There is no key "${nameOrId}". List the keys to see their names.`);
		}
		return key;
	};

	return {
		list,

		/** Whether a caller who shows this key may enter. */
		accepts: (key: string): boolean => selectActive.get(hashKey(key)) !== undefined,

		/** Makes a key and returns it: the only time that it can be read. */
		make(name: string): { key: string; record: ApiKey } {
			const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
			return inTransaction(database, () => {
				refuseAnotherKey(list(), name);
				database
					.prepare(
						'INSERT INTO api_keys (id, name, hash, hint, created_at_ms) VALUES (?, ?, ?, ?, ?)',
					)
					.run(randomUUID(), name, hashKey(key), maskKey(key), Date.now());
				return { key, record: find(name) };
			});
		},

		/** Switches a key on or off; its callers are refused from the next request on. */
		setActive(nameOrId: string, isActive: boolean): ApiKey {
			const { id } = find(nameOrId);
			database.prepare('UPDATE api_keys SET is_active = ? WHERE id = ?').run(isActive ? 1 : 0, id);
			return find(id);
		},

		/**
		 * Deletes a key.
		 * @param otherKeys how many keys are accepted besides the stored ones
		 * @throws KeyRuleError when nobody could enter any more
		 */
		remove(nameOrId: string, otherKeys = 0): ApiKey {
			return inTransaction(database, () => {
				const key = find(nameOrId);
				if (list().length + otherKeys === 1) {
					throw new KeyRuleError(
						`"${key.name}" is the last key and stays. Make another key first, then delete this one.`,
					);
				}
				database.prepare('DELETE FROM api_keys WHERE id = ?').run(key.id);
				return key;
			});
		},
	};
}

function refuseAnotherKey(keys: ApiKey[], name: string): void {
	if (name === '') throw new KeyRuleError('A key needs a name. Give one, such as "n8n".');
	if (keys.length >= MAX_KEYS) {
		throw new KeyRuleError(`There are ${MAX_KEYS} keys already. Delete one that is not used.`);
	}
	if (keys.some((key) => key.name === name)) {
		throw new KeyRuleError(`There is a key "${name}" already. Choose another name.`);
	}
}

// A fast hash is enough: keys are 256 random bits, so guessing is hopeless without a slow one.
function hashKey(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}

function maskKey(key: string): string {
	return `${KEY_PREFIX}…${key.slice(-HINT_LENGTH)}`;
}
