import { open } from 'node:fs/promises';
import { listZipEntries, readZipEntry } from '../detect/zipArchive.ts';

/** Style parts are some ten or hundred kilobytes; a longer one is not worth its time. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/**
 * The text of some parts of a ZIP-based document, by name; a part that is too long is left out.
 */
export async function readZipParts(
	filePath: string,
	isWanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
	const file = await open(filePath);
	try {
		const entries = await listZipEntries(file, (await file.stat()).size);
		const parts = new Map<string, string>();
		for (const entry of entries) {
			if (!isWanted(entry.name) || entry.uncompressedBytes > MAX_PART_BYTES) continue;
			parts.set(entry.name, (await readZipEntry(file, entry, MAX_PART_BYTES)).toString('utf8'));
		}
		return parts;
	} finally {
		await file.close();
	}
}
