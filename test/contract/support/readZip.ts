import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;

/** The files of a ZIP archive by their names, in the order of its directory. */
export function readZip(archive: Buffer): Map<string, Buffer> {
	const end = archive.lastIndexOf(toBytes(END_SIGNATURE));
	if (end === -1) throw new Error('This is no ZIP archive: it has no directory.');
	const files = new Map<string, Buffer>();
	let position = archive.readUInt32LE(end + 16);
	for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
		if (archive.readUInt32LE(position) !== ENTRY_SIGNATURE) throw new Error('Broken directory.');
		const nameLength = archive.readUInt16LE(position + 28);
		const name = archive.toString('utf8', position + 46, position + 46 + nameLength);
		if (files.has(name)) throw new Error(`The archive holds ${name} twice.`);
		files.set(name, readEntry(archive, position));
		position +=
			46 + nameLength + archive.readUInt16LE(position + 30) + archive.readUInt16LE(position + 32);
	}
	return files;
}

function readEntry(archive: Buffer, position: number): Buffer {
	const method = archive.readUInt16LE(position + 10);
	const packedSize = archive.readUInt32LE(position + 20);
	const header = archive.readUInt32LE(position + 42);
	const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
	const packed = archive.subarray(start, start + packedSize);
	return method === 0 ? packed : inflateRawSync(packed);
}

function toBytes(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}
