import { join } from 'node:path';
import type { FilesPlace } from './filesPlace.ts';
import { takeOpenFolderFromOthers } from './ownFiles.ts';
import { createFolderStorage } from './folderStorage.ts';
import type { Storage } from './storage.ts';

/** Kinds of files, each stored in a separate folder. */
export const FILE_KINDS = ['files', 'parse-files', 'keys'] as const;

/** Opens the storage of one kind of files. */
export type OpenStorage = (kind: (typeof FILE_KINDS)[number]) => Storage;

export interface StorageOptions {
	files: FilesPlace;
	/** Folder of this process only, for local copies. */
	workDirectory: string;
}

/** Opens the storage that `FILES_URL` names, without checking that it answers. */
export async function openStorage({ files, workDirectory }: StorageOptions): Promise<OpenStorage> {
	if (files.kind === 'folder') {
		const { directory, isShared } = files;
		for (const kind of FILE_KINDS) await takeOpenFolderFromOthers(join(directory, kind));
		return (kind) => createFolderStorage({ directory: join(directory, kind), isShared });
	}
	// Loaded only if it is used: it is large.
	const { createS3Client, createS3Storage } = await import('./s3Storage.ts');
	const { bucket, prefix } = files;
	const client = createS3Client(bucket);
	return (kind) =>
		createS3Storage({
			client,
			bucket: bucket.name,
			prefix: `${prefix}${kind}/`,
			workDirectory: join(workDirectory, 'copies', kind),
		});
}
