const MAX_LENGTH = 255;

/** A file name as it may be stored and shown: no path, no control characters, not endless. */
export function cleanFileName(name: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? '';
	const clean = last
		.replaceAll(/\p{Cc}/gu, '')
		.trim()
		.slice(-MAX_LENGTH);
	return clean === '' ? 'document' : clean;
}
