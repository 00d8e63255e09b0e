/** How the end of an archive, its directory's end in large ones, and an entry begin (APPNOTE 4.3). */
const END = 'PK\x05\x06';
const LARGE_END = 'PK\x06\x06';
const ENTRY = 'PK\x01\x02';
const ENTRY_HEAD_BYTES = 46;
/** Marks a position too large for its field. */
const FAR = 0xff_ff_ff_ff;

const ENCRYPTED = 1;
const IN_UTF8 = 0x8_00;

const isAt = (bytes: Buffer, at: number, mark: string): boolean =>
	bytes.toString('latin1', at, at + mark.length) === mark;

function directoryStart(bytes: Buffer): number {
	const end = bytes.lastIndexOf(END, bytes.length - 22, 'latin1');
	const start = bytes.readUInt32LE(end + 16);
	if (start !== FAR) return start;
	const largeEnd = bytes.readUInt32LE(end - 12);
	return isAt(bytes, largeEnd, LARGE_END) ? bytes.readUInt32LE(largeEnd + 48) : start;
}

/**
 * The encrypted files of a ZIP archive, by the names that fflate gives them, which does not report
 * this. Any of them may be: programs add files with a password to an archive without one.
 * @throws RangeError where there is no directory
 */
export function encryptedNames(bytes: Buffer): ReadonlySet<string> {
	const names = new Set<string>();
	let at = directoryStart(bytes);
	while (isAt(bytes, at, ENTRY) && at + ENTRY_HEAD_BYTES <= bytes.length) {
		const flags = bytes.readUInt16LE(at + 8);
		const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
		const start = at + ENTRY_HEAD_BYTES;
		const end = start + (name ?? 0);
		if (flags & ENCRYPTED)
			names.add(bytes.toString(flags & IN_UTF8 ? 'utf8' : 'latin1', start, end));
		at = end + (extra ?? 0) + (comment ?? 0);
	}
	return names;
}
