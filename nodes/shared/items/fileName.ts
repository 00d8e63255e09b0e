/** Characters that no file system takes, and those that lead out of a folder. */
const UNSAFE = /[\p{Cc}<>:"/\\|?*]+/gu;

/** A name as one safe file name: no folders, no control characters. */
export function safeFileName(name: string): string {
	return name.replace(UNSAFE, '_').replace(/^\.+/, '').trim();
}

/** File systems take 255 bytes; a letter may need four, and an ending follows. */
const MAX_PAGE_NAME = 60;

/** A readable name for a page from its address, without an ending: `example.com_docs_start`. */
function pageName(url: unknown): string {
	const address = String(url ?? 'page')
		.replace(/^https?:\/\//, '')
		.replace(/[?#].*/s, '')
		.replace(/\/{1,9}$/, '');
	return safeFileName(address).slice(0, MAX_PAGE_NAME) || 'page';
}

/**
 * Names for the files of pages, made of their addresses. No two of them are the same, also where file
 * systems do not distinguish capitals: the second gets a 2 at its end.
 */
export function pageNames(urls: readonly unknown[]): string[] {
	const taken = new Set<string>();
	const counts = new Map<string, number>();
	return urls.map((url) => {
		const base = pageName(url);
		let name = base;
		let count = counts.get(base) ?? 1;
		while (taken.has(name.toLowerCase())) {
			count += 1;
			name = `${base}_${count}`;
		}
		counts.set(base, count);
		taken.add(name.toLowerCase());
		return name;
	});
}

function decodeExtended(value: string): string | undefined {
	const encoded = /^utf-8''(.+)$/i.exec(value)?.[1];
	if (encoded === undefined) return undefined;
	try {
		return decodeURIComponent(encoded);
	} catch {
		return undefined;
	}
}

/** The file name of a `Content-Disposition` header (RFC 6266); undefined when it names none. */
export function fileNameFrom(header: string | undefined): string | undefined {
	if (!header) return undefined;
	const extended = /filename\*\s*=\s*([^;]+)/i.exec(header)?.[1]?.trim();
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
	const name =
		(extended === undefined ? undefined : decodeExtended(extended)) ?? plain?.[1] ?? plain?.[2];
	return name === undefined ? undefined : safeFileName(name.trim()) || undefined;
}
