/** Characters that no file system takes, and those that lead out of a folder. */
const UNSAFE = /[\p{Cc}<>:"/\\|?*]+/gu;

/** A name as one safe file name: no folders, no control characters. */
export function safeFileName(name: string): string {
	return name.replace(UNSAFE, '_').replace(/^\.+/, '').trim();
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
