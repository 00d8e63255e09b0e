import { CFB } from '@e965/xlsx';

/** Offsets in the head of a compound file ([MS-CFB], 2.2). */
const SECTOR_SHIFT = 0x1e;
const MORE_TABLES = 0x44;
const FIRST_TABLES = 0x4c;
const FIRST_TABLE_COUNT = 109;
/** Numbers from here on are not sectors but end and other markers. */
const LAST_SECTOR = 0xff_ff_ff_fa;
/** Streams below this size are stored together, in smaller parts, whose table begins in this sector. */
const SMALL_STREAM_BYTES = 4096;
const SMALL_SECTOR_BYTES = 64;
const SMALL_TABLE = 0x3c;

/** What is used of the sheet library's reader of compound files, whose types lack it. */
const CONTAINERS: {
	read(bytes: Uint8Array, options: { type: 'buffer' }): Container;
	find(file: Container, path: string): Entry | null;
} = CFB;

interface Container {
	FullPaths: string[];
	FileIndex: Entry[];
}

interface Entry {
	content?: Uint8Array;
	start: number;
}

const open = (bytes: Buffer): Container => CONTAINERS.read(bytes, { type: 'buffer' });

/** The paths of all streams and folders of a compound file. @throws Error for a damaged one */
export const pathsIn = (bytes: Buffer): string[] => open(bytes).FullPaths;

/**
 * Gives the streams of a compound file by their names, or by their paths from its root; empty for one that
 * it does not have. @throws Error for a damaged one
 */
export function streamsOf(bytes: Buffer): (name: string) => Buffer {
	const file = open(bytes);
	return (name) => Buffer.from(CONTAINERS.find(file, name)?.content ?? []);
}

/**
 * A compound file with the content of one stream replaced by other content of the same length.
 * @returns undefined for a stream that can't be followed
 */
export function withStream(bytes: Buffer, name: string, content: Buffer): Buffer | undefined {
	const file = open(bytes);
	const start = CONTAINERS.find(file, name)?.start;
	const small = content.length < SMALL_STREAM_BYTES ? file.FileIndex[0]?.start : undefined;
	if (start === undefined) return undefined;
	const { sectorBytes, placesFrom } = followSectors(bytes);
	const changed = Buffer.from(bytes);
	const write = (places: readonly number[], size: number): Buffer | undefined => {
		if (places.length * size < content.length) return undefined;
		for (const [at, place] of places.entries())
			content.copy(changed, place, at * size, (at + 1) * size);
		return changed;
	};
	if (small === undefined) return write(placesFrom(start, content.length), sectorBytes);
	// Small streams share one, and have their own table of which part follows which.
	const shared = placesFrom(small, bytes.length);
	const table = placesFrom(bytes.readUInt32LE(SMALL_TABLE), bytes.length);
	const perSector = sectorBytes / SMALL_SECTOR_BYTES;
	const places: number[] = [];
	let part = start;
	while (part < LAST_SECTOR && places.length * SMALL_SECTOR_BYTES < content.length) {
		const sector = shared[Math.floor(part / perSector)];
		const next = table[Math.floor((part * 4) / sectorBytes)];
		if (sector === undefined || next === undefined) return undefined;
		places.push(sector + (part % perSector) * SMALL_SECTOR_BYTES);
		part = bytes.readUInt32LE(next + ((part * 4) % sectorBytes));
	}
	return write(places, SMALL_SECTOR_BYTES);
}

/** Follows the sectors of a compound file. */
function followSectors(bytes: Buffer) {
	const sectorBytes = 1 << bytes.readUInt16LE(SECTOR_SHIFT);
	const tables = tablesOf(bytes, sectorBytes);
	/** Where the sectors from one on are, as far as needed or readable. */
	const placesFrom = (start: number, neededBytes: number): number[] => {
		const places: number[] = [];
		let sector = start;
		while (sector <= LAST_SECTOR && places.length * sectorBytes < neededBytes) {
			places.push(placeOf(sector, sectorBytes));
			const table = tables[Math.floor((sector * 4) / sectorBytes)] ?? LAST_SECTOR + 1;
			if (table > LAST_SECTOR) break;
			sector = bytes.readUInt32LE(placeOf(table, sectorBytes) + ((sector * 4) % sectorBytes));
		}
		return places;
	};
	return { sectorBytes, placesFrom };
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
