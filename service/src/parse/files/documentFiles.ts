import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { publishFile } from '../../store/durableFiles.ts';
import type { ParseFile, ParseFilesRepository } from '../../store/parseFiles.ts';
import { cleanFileName } from './fileName.ts';
import { FILE_LIFETIME_MS, UPLOAD_LIFETIME_SECONDS } from './limits.ts';
import { writeBounded } from './writeBounded.ts';

/** A document whose bytes are on disk. */
export type StoredDocument = ParseFile & { storedBytes: number };

/** How bytes are taken in. */
export interface Intake {
	maxBytes: number;
	/** Refuse any other number of bytes; `undefined` takes all up to `maxBytes`. */
	exactBytes?: number | undefined;
	/** The document's name, when the source of the bytes knows it better. */
	fileName?: string;
	signal?: AbortSignal;
}

/** Fewer bytes came than were announced. */
export class WrongSizeError extends Error {
	override name = 'WrongSizeError' as const;
	readonly receivedBytes: number;

	constructor(receivedBytes: number) {
		super(`${receivedBytes} bytes came.`);
		this.receivedBytes = receivedBytes;
	}
}

const UNFINISHED = '.unfinished';

/** Whether the bytes of a document are there. */
export function isStored(file: ParseFile): file is StoredDocument {
	return file.storedBytes !== undefined;
}

export type DocumentFiles = ReturnType<typeof createDocumentFiles>;

/**
 * The documents on disk, each under its ID in one folder. They live 24 hours; `sweep` deletes what
 * is older, and what a crash left behind.
 */
export function createDocumentFiles(directory: string, repository: ParseFilesRepository) {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const pathOf = (id: string): string => join(directory, id);
	const receiving = new Set<string>();

	const announce = (
		file: Pick<ParseFile, 'fileName' | 'sourceUrl' | 'announcedBytes'>,
		lifetimeMs: number,
	): ParseFile => {
		const named = { ...file, id: randomUUID(), fileName: cleanFileName(file.fileName) };
		repository.insert(named, Date.now() + lifetimeMs);
		return { ...named, storedBytes: undefined };
	};

	const removeBytes = async (id: string): Promise<void> => {
		await rm(pathOf(id), { force: true });
	};

	return {
		pathOf,

		find: (id: string): ParseFile | undefined => repository.find(id),

		/** Gives an ID to a document that will be sent to its own address, within 15 minutes. */
		announceUpload: (fileName: string, announcedBytes: number): ParseFile =>
			announce({ fileName, announcedBytes, sourceUrl: undefined }, UPLOAD_LIFETIME_SECONDS * 1000),

		/** Gives an ID to a document whose bytes come from a link, or follow at once. */
		announce: (fileName: string, sourceUrl?: string): ParseFile =>
			announce({ fileName, sourceUrl, announcedBytes: undefined }, FILE_LIFETIME_MS),

		/**
		 * Takes in the bytes of an announced document; from then on it lives 24 hours.
		 * @throws TooManyBytesError, WrongSizeError; the document then still waits for its bytes
		 * @returns undefined when the document was deleted meanwhile
		 */
		async take(
			file: ParseFile,
			source: Readable,
			intake: Intake,
		): Promise<StoredDocument | undefined> {
			const unfinished = `${pathOf(file.id)}.${randomUUID()}${UNFINISHED}`;
			receiving.add(unfinished);
			try {
				const storedBytes = await writeBounded(source, unfinished, intake);
				if (storedBytes !== (intake.exactBytes ?? storedBytes)) {
					await rm(unfinished);
					throw new WrongSizeError(storedBytes);
				}
				await publishFile(unfinished, pathOf(file.id));
				const fileName = cleanFileName(intake.fileName ?? file.fileName);
				const expiresAtMs = Date.now() + FILE_LIFETIME_MS;
				if (repository.markStored(file.id, { storedBytes, fileName, expiresAtMs })) {
					return { ...file, fileName, storedBytes };
				}
				await removeBytes(file.id);
				return undefined;
			} finally {
				receiving.delete(unfinished);
			}
		},

		/** Deletes a document at once; returns false when there is none. */
		async remove(id: string): Promise<boolean> {
			const isKnown = repository.find(id) !== undefined;
			repository.remove(id);
			if (isKnown) await removeBytes(id);
			return isKnown;
		},

		/** Deletes expired documents and files that belong to none. */
		async sweep(): Promise<void> {
			for (const id of repository.listExpired()) {
				repository.remove(id);
				await removeBytes(id);
			}
			const known = new Set(repository.listIds());
			for (const name of await readdir(directory)) {
				const isKept = known.has(name) || receiving.has(join(directory, name));
				if (!isKept) await rm(join(directory, name), { force: true });
			}
		},
	};
}
