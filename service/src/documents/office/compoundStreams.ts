import { CFB } from '@e965/xlsx';

/** Places in the head of a compound file ([MS-CFB], 2.2). */
const SECTOR_SHIFT = 0x1e;
const MORE_TABLES = 0x44;
const FIRST_TABLES = 0x4c;
const FIRST_TABLE_COUNT = 109;
/** Numbers from here on are no sectors, but ends and marks. */
const LAST_SECTOR = 0xff_ff_ff_fa;
/** Streams below this size are kept elsewhere. */
const SMALL_STREAM_BYTES = 4096;

/** A stream of a compound file; undefined for one that it has not. */
export function streamOf(bytes: Buffer, name: string): Buffer | undefined {
	const entry = CFB.find(CFB.read(bytes, { type: 'buffer' }), name);
	return entry && Buffer.from(entry.content);
}

/**
 * A compound file with another content of the same length in one of its streams.
 * @returns undefined for a stream that is too small to have sectors of its own, or can't be followed
 */
export function withStream(bytes: Buffer, name: string, content: Buffer): Buffer | undefined {
	const entry = CFB.find(CFB.read(bytes, { type: 'buffer' }), name);
	const start: unknown = entry && Reflect.get(entry, 'start');
	if (typeof start !== 'number' || content.length < SMALL_STREAM_BYTES) return undefined;
	const sectorBytes = 1 << bytes.readUInt16LE(SECTOR_SHIFT);
	const tables = tablesOf(bytes, sectorBytes);
	const changed = Buffer.from(bytes);
	let sector = start;
	for (let at = 0; at < content.length; at += sectorBytes) {
		if (sector > LAST_SECTOR) return undefined;
		content.copy(changed, placeOf(sector, sectorBytes), at, at + sectorBytes);
		const table = tables[Math.floor((sector * 4) / sectorBytes)] ?? LAST_SECTOR + 1;
		if (table > LAST_SECTOR) return undefined;
		sector = bytes.readUInt32LE(placeOf(table, sectorBytes) + ((sector * 4) % sectorBytes));
	}
	return changed;
}

const placeOf = (sector: number, sectorBytes: number): number => (sector + 1) * sectorBytes;

/** The sectors that say which sector follows which. */
function tablesOf(bytes: Buffer, sectorBytes: number): number[] {
	const numbers = (place: number, count: number): number[] =>
		Array.from({ length: count }, (_, at) => bytes.readUInt32LE(place + 4 * at));
	const tables = numbers(FIRST_TABLES, FIRST_TABLE_COUNT);
	const perSector = sectorBytes / 4 - 1;
	let more = bytes.readUInt32LE(MORE_TABLES);
	while (more <= LAST_SECTOR && tables.length * sectorBytes < bytes.length) {
		tables.push(...numbers(placeOf(more, sectorBytes), perSector));
		more = bytes.readUInt32LE(placeOf(more, sectorBytes) + 4 * perSector);
	}
	return tables;
}
