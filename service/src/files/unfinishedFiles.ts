import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Prefix of the names of files that are still being written. */
export const UNFINISHED = '.unfinished-';

/** A file that has not changed for this long is abandoned: no upload and no page takes that long. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Keeps track of what this process is writing in a folder, or uses only briefly, under unique names.
 * @param options.isShared whether other processes write there, too: then only the age of a file shows
 *   whether it is still being written
 */
export function createUnfinishedFiles({
	directory,
	isShared,
}: {
	directory: string;
	isShared: boolean;
}) {
	const ours = new Set<string>();

	const isAbandoned = async (name: string): Promise<boolean> => {
		if (!name.startsWith(UNFINISHED) || ours.has(name)) return false;
		if (!isShared) return true;
		const found = await stat(join(directory, name)).catch(() => undefined);
		return found !== undefined && found.mtimeMs < Date.now() - ABANDONED_AFTER_MS;
	};

	/** Keeps a file from being taken for an abandoned one during `work`. */
	const own = async <Result>(
		name: string,
		work: (path: string) => Promise<Result>,
	): Promise<Result> => {
		// The extension stays last: image writers choose the format by it.
		const unfinished = `${UNFINISHED}${randomUUID()}-${name}`;
		ours.add(unfinished);
		try {
			return await work(join(directory, unfinished));
		} finally {
			ours.delete(unfinished);
		}
	};
	const remove = (path: string): Promise<void> => rm(path, { force: true });

	return {
		/** Passes `use` a path with the same file extension as `name`, and deletes what is there afterwards. */
		use: <Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result> =>
			own(name, async (path) => {
				try {
					return await use(path);
				} finally {
					await remove(path);
				}
			}),

		/** Passes `produce` such a path, and moves what it has written to `target`; nothing stays here if it throws. */
		finish: (
			name: string,
			target: string,
			produce: (path: string) => Promise<unknown>,
		): Promise<void> =>
			own(name, async (path) => {
				try {
					await produce(path);
					await rename(path, target);
				} catch (error) {
					await remove(path);
					throw error;
				}
			}),

		/** Deletes what processes that died left here. */
		async removeAbandoned(): Promise<void> {
			for (const name of await readdir(directory)) {
				if (await isAbandoned(name)) await remove(join(directory, name));
			}
		},
	};
}
