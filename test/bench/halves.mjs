import { createHash } from 'node:crypto';

/**
 * Both halves of a folder, told by a hash of the names without their endings: a document stays in its
 * half whatever others come.
 * @param {string[]} fileNames
 * @returns {Record<string, string[]>}
 */
export function halvesOf(fileNames) {
	/** @param {string} name */
	const isTuned = (name) =>
		(createHash('sha1')
			.update(name.replace(/\.\w+$/, ''))
			.digest()[0] ?? 0) %
			2 ===
		0;
	const sorted = fileNames.toSorted();
	return {
		tune: sorted.filter(isTuned),
		decide: sorted.filter((name) => !isTuned(name)),
		all: sorted,
	};
}
