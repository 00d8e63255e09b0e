/** Bytes: file systems allow 255 for a name, and an extension and a number may follow. */
const MAX_NAME_BYTES = 180;
const PAGE_EXTENSION = /\.(?:x?html?|php\d?|aspx?|jspx?|md|txt)$/i;

/**
 * Makes the names of one archive: from host and path of a page's address, with `_` between the parts,
 * such as `example.com_blog_first`. They are safe on every system, and no two are the same, not even
 * where upper and lower case count as one.
 */
export function createNameMaker(): (address: string) => string {
	const taken = new Set<string>();
	return (address) => {
		const name = toFileName(address);
		let unique = name;
		for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name}-${number}`;
		taken.add(unique.toLowerCase());
		return unique;
	};
}

/** Host and path of an address as a file name without extension. */
export function toFileName(address: string): string {
	const { host, pathname } = new URL(address);
	const segments = [host, ...pathname.replace(PAGE_EXTENSION, '').split('/')];
	const parts = segments
		.map((segment) => toSafePart(decode(segment)))
		.filter((part) => part !== '');
	return cutToBytes(parts.join('_'), MAX_NAME_BYTES).replace(/[._-]+$/, '');
}

// Letters and digits of all scripts stay; dots at the ends would hide files or climb folders.
function toSafePart(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
		.replace(/^[.-]+|[.-]+$/g, '');
}

function cutToBytes(text: string, maxBytes: number): string {
	let cut = '';
	let bytes = 0;
	for (const character of text) {
		bytes += Buffer.byteLength(character);
		if (bytes > maxBytes) break;
		cut += character;
	}
	return cut;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
