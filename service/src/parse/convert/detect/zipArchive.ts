import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { truncated } from '../damage.ts';
import { DocumentFailure } from '../documentFailure.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
const MAX_COMMENT_LENGTH = 0xffff;
/** A central directory past this holds far more parts than any document has. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

const inflate = promisify(inflateRaw);

/** One file in an archive, as its directory declares it. */
export interface ZipEntry {
	name: string;
	method: number;
	compressedBytes: number;
	uncompressedBytes: number;
	headerOffset: number;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.alloc(length);
	const { bytesRead } = await file.read(buffer, 0, length, position);
	return buffer.subarray(0, bytesRead);
}

async function findDirectory(
	file: FileHandle,
	fileBytes: number,
): Promise<{ offset: number; length: number }> {
	const tailLength = Math.min(fileBytes, END_LENGTH + MAX_COMMENT_LENGTH);
	const tail = await readAt(file, fileBytes - tailLength, tailLength);
	for (let at = tail.length - END_LENGTH; at >= 0; at--) {
		if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
		const length = tail.readUInt32LE(at + 12);
		const offset = tail.readUInt32LE(at + 16);
		if (offset + length > fileBytes) throw truncated('The document');
		return { offset, length };
	}
	throw truncated('The document');
}

/**
 * Lists what a ZIP archive holds, from its directory alone: nothing is inflated.
 * Throws `DocumentFailure` when the directory is missing (a truncated file) or absurdly large.
 */
export async function listZipEntries(file: FileHandle, fileBytes: number): Promise<ZipEntry[]> {
	const { offset, length } = await findDirectory(file, fileBytes);
	if (length > MAX_DIRECTORY_BYTES) {
		throw new DocumentFailure('tooLarge', 'The archive lists more parts than any document has.');
	}
	const directory = await readAt(file, offset, length);
	const entries: ZipEntry[] = [];
	let at = 0;
	while (at + ENTRY_LENGTH <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
		const nameLength = directory.readUInt16LE(at + 28);
		const skipped = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
		entries.push({
			name: directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
			method: directory.readUInt16LE(at + 10),
			compressedBytes: directory.readUInt32LE(at + 20),
			uncompressedBytes: directory.readUInt32LE(at + 24),
			headerOffset: directory.readUInt32LE(at + 42),
		});
		at += ENTRY_LENGTH + nameLength + skipped;
	}
	return entries;
}

/**
 * The bytes of one entry.
 * Throws `DocumentFailure` when it is cut off, can't be inflated, or is longer than `maxBytes`.
 */
export async function readZipEntry(
	file: FileHandle,
	entry: ZipEntry,
	maxBytes: number,
): Promise<Buffer> {
	const header = await readAt(file, entry.headerOffset, LOCAL_HEADER_LENGTH);
	if (header.length < LOCAL_HEADER_LENGTH) throw truncated('The document');
	const start =
		entry.headerOffset + LOCAL_HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
	if (entry.compressedBytes > maxBytes) {
		throw new DocumentFailure('tooLarge', `The part "${entry.name}" is too large to read.`);
	}
	const raw = await readAt(file, start, entry.compressedBytes);
	if (entry.method === STORED) return raw;
	if (entry.method !== DEFLATED) {
		throw new DocumentFailure(
			'unsupported',
			`The part "${entry.name}" is compressed in a way that is not read (method ${entry.method}).`,
		);
	}
	try {
		return await inflate(raw, { maxOutputLength: maxBytes });
	} catch (cause) {
		throw new DocumentFailure('damaged', `The part "${entry.name}" is damaged.`, { cause });
	}
}
