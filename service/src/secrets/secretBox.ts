import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../files/storage.ts';
import { type RequestSecret, storedSecrets } from './requestSecrets.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** File name of the key. It is stored apart from the database, so that a copy of that reveals nothing. */
const KEY_NAME = 'requests.key';

/** The key is missing, or not the one that the secrets were encrypted with. */
export class SecretsLostError extends Error {
	override name = 'SecretsLostError' as const;

	constructor(options?: ErrorOptions) {
		super(
			'The cookies, typed texts or passwords of this job cannot be read any more: the key that they were encrypted with is missing. Submit it again.',
			options,
		);
	}
}

/** Encrypts the secrets of jobs that can still run, with a key that is stored with the files. */
export class SecretBox {
	readonly #storage: Storage;
	#key: Promise<Buffer> | undefined;

	constructor(storage: Storage) {
		this.#storage = storage;
	}

	/**
	 * @returns text for the database; null if there are no secrets
	 * @throws StorageUnavailableError
	 */
	async seal(secrets: readonly RequestSecret[]): Promise<string | null> {
		if (secrets.length === 0) return null;
		const iv = randomBytes(IV_BYTES);
		const cipher = createCipheriv(ALGORITHM, await this.#readKey(), iv);
		const sealed = [iv, cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()];
		return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64');
	}

	/** @throws StorageUnavailableError, SecretsLostError */
	async open(sealed: string | null): Promise<RequestSecret[]> {
		if (sealed === null) return [];
		const bytes = Buffer.from(sealed, 'base64');
		const decipher = createDecipheriv(
			ALGORITHM,
			await this.#readKey(),
			bytes.subarray(0, IV_BYTES),
		);
		decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
		try {
			const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8');
			return storedSecrets.parse(JSON.parse(text + decipher.final('utf8')));
		} catch (cause) {
			throw new SecretsLostError({ cause });
		}
	}

	/**
	 * Makes the key if there is none yet. Processes that share the files must call it one after the other.
	 * @throws StorageUnavailableError
	 */
	async makeKey(): Promise<void> {
		if ((await this.#find()) !== undefined) return;
		await this.#storage.write(KEY_NAME, (path) => writeFile(path, randomBytes(KEY_BYTES)));
	}

	async #find(): Promise<Buffer | undefined> {
		const file = await this.#storage.read(KEY_NAME);
		return file && (await buffer(file.stream));
	}

	async #readKey(): Promise<Buffer> {
		this.#key ??= (async () => {
			const key = await this.#find();
			if (key === undefined) throw new SecretsLostError();
			return key;
		})();
		this.#key.catch(() => (this.#key = undefined));
		return await this.#key;
	}
}
