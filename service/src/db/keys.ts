import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Database, inTransaction, type Queries } from './database.ts';
import { prepare } from './prepared.ts';

/** Most API keys of the account. */
export const MAX_KEYS = 5;

const KEY_PREFIX = 'wde_';
const KEY_BYTES = 32;
const HINT_LENGTH = 4;

/** A stored key. The key itself is never stored, so it can be shown only when it is created. */
export interface ApiKey {
	id: string;
	name: string;
	/** The key masked, for lists: its prefix and last characters. */
	hint: string;
	isActive: boolean;
	createdAtMs: number;
}

/** A rule about keys was broken; the message says which one and what to do. */
export class KeyRuleError extends Error {
	override name = 'KeyRuleError' as const;
}

export type KeysRepository = ReturnType<typeof createKeysRepository>;

/** The API keys of the account: at most {@link MAX_KEYS}, and at least one. */
export function createKeysRepository({ durable, lock }: Database) {
	const list = async (database: Queries = durable): Promise<ApiKey[]> => {
		const keys = database
			.selectFrom('apiKeys')
			.select(['id', 'name', 'hint', 'isActive', 'createdAtMs'])
			.orderBy('createdAtMs')
			.orderBy('id');
		return (await keys.execute()).map((key) => ({ ...key, isActive: key.isActive === 1 }));
	};

	const findActive = prepare(({ hash }: { hash: string }) =>
		durable.selectFrom('apiKeys').select('id').where('hash', '=', hash).where('isActive', '=', 1),
	);

	/** Changes the keys, one caller at a time, so that what it has read of them stays true. */
	const change = <Result>(
		work: (transaction: Queries, keys: readonly ApiKey[]) => Promise<Result>,
	): Promise<Result> =>
		inTransaction(durable, async (transaction) => {
			await lock('keys', transaction);
			return work(transaction, await list(transaction));
		});

	return {
		list: (): Promise<ApiKey[]> => list(),

		/** Whether a caller with this key has access. */
		async accepts(key: string): Promise<boolean> {
			const { rows } = await durable.executeQuery(findActive({ hash: hashKey(key) }));
			return rows.length > 0;
		},

		/** Creates a key and returns it: the only time that it can be read. */
		make(name: string): Promise<{ key: string; record: ApiKey }> {
			const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
			return change(async (transaction, keys) => {
				refuseAnotherKey(keys, name);
				const facts = { id: randomUUID(), name, hint: maskKey(key), createdAtMs: Date.now() };
				await transaction
					.insertInto('apiKeys')
					.values({ ...facts, hash: hashKey(key) })
					.execute();
				return { key, record: { ...facts, isActive: true } };
			});
		},

		/** Enables or disables a key; a disabled one is rejected from the next request on. */
		setActive(nameOrId: string, isActive: boolean): Promise<ApiKey> {
			return change(async (transaction, keys) => {
				const key = findKey(keys, nameOrId);
				await transaction
					.updateTable('apiKeys')
					.set({ isActive: isActive ? 1 : 0 })
					.where('id', '=', key.id)
					.execute();
				return { ...key, isActive };
			});
		},

		/**
		 * Deletes a key.
		 * @param otherKeys how many keys are accepted in addition to the stored ones
		 * @throws KeyRuleError if nobody would have access any more
		 */
		remove(nameOrId: string, otherKeys = 0): Promise<ApiKey> {
			return change(async (transaction, keys) => {
				const key = findKey(keys, nameOrId);
				if (keys.length + otherKeys === 1) {
					throw new KeyRuleError(
						`"${key.name}" is the last key and cannot be deleted. Create another key first, then delete this one.`,
					);
				}
				await transaction.deleteFrom('apiKeys').where('id', '=', key.id).execute();
				return key;
			});
		},
	};
}

function findKey(keys: readonly ApiKey[], nameOrId: string): ApiKey {
	const key = keys.find(({ id, name }) => id === nameOrId || name === nameOrId);
	if (key !== undefined) return key;
	throw new KeyRuleError(`There is no key "${nameOrId}". List the keys to see their names.`);
}

function refuseAnotherKey(keys: readonly ApiKey[], name: string): void {
	if (name === '') throw new KeyRuleError('A key needs a name. Give one, such as "n8n".');
	if (keys.length >= MAX_KEYS) {
		throw new KeyRuleError(`There are ${MAX_KEYS} keys already. Delete one that is not used.`);
	}
	if (keys.some((key) => key.name === name)) {
		throw new KeyRuleError(`There is a key "${name}" already. Choose another name.`);
	}
}

// A fast hash is enough: keys are 256 random bits, so they cannot be guessed.
function hashKey(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}

function maskKey(key: string): string {
	return `${KEY_PREFIX}…${key.slice(-HINT_LENGTH)}`;
}
