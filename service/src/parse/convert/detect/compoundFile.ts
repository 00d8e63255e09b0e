import type { FileHandle } from 'node:fs/promises';

const HEADER_LENGTH = 512;
const DIRECTORY_ENTRY_LENGTH = 128;
/** Sector numbers from here on are marks ("end of chain", "free"), not sectors. */
const FIRST_MARK = 0xfffffffa;
/** The header lists the first 109 sectors of the allocation table; the rest is chained. */
const HEADER_TABLE_SECTORS = 109;
/** More directory than any document has: the walk stops there, also when a hostile chain loops. */
const MAX_DIRECTORY_SECTORS = 256;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.alloc(length);
	await file.read(buffer, 0, length, position);
	return buffer;
}

class SectorChain {
	readonly #file: FileHandle;
	readonly #header: Buffer;
	readonly sectorBytes: number;

	constructor(file: FileHandle, header: Buffer) {
		this.#file = file;
		this.#header = header;
		this.sectorBytes = 1 << Math.min(Math.max(header.readUInt16LE(30), 7), 16);
	}

	read(sector: number): Promise<Buffer> {
		return readAt(this.#file, (sector + 1) * this.sectorBytes, this.sectorBytes);
	}

	/** The sector after `sector`, or a mark when the chain ends or can't be followed. */
	async next(sector: number): Promise<number> {
		const perSector = this.sectorBytes / 4;
		const tableSector = await this.#tableSector(Math.floor(sector / perSector));
		if (tableSector >= FIRST_MARK) return tableSector;
		return (await this.read(tableSector)).readUInt32LE((sector % perSector) * 4);
	}

	async #tableSector(index: number): Promise<number> {
		if (index < HEADER_TABLE_SECTORS) return this.#header.readUInt32LE(76 + index * 4);
		const perSector = this.sectorBytes / 4 - 1;
		let sector = this.#header.readUInt32LE(68);
		let remaining = index - HEADER_TABLE_SECTORS;
		while (sector < FIRST_MARK && remaining >= perSector) {
			sector = (await this.read(sector)).readUInt32LE(perSector * 4);
			remaining -= perSector;
		}
		return sector < FIRST_MARK ? (await this.read(sector)).readUInt32LE(remaining * 4) : sector;
	}
}

function entryNames(sector: Buffer): string[] {
	const names: string[] = [];
	for (let at = 0; at + DIRECTORY_ENTRY_LENGTH <= sector.length; at += DIRECTORY_ENTRY_LENGTH) {
		const nameBytes = Math.min(sector.readUInt16LE(at + 64), 64);
		if (nameBytes >= 2) names.push(sector.toString('utf16le', at, at + nameBytes - 2));
	}
	return names;
}

/**
 * The names of the streams and folders in a compound file (the container of Office 97-2003 files,
 * Outlook messages and encrypted Office files). The names tell which of these it is.
 * A damaged file gives the names that could be read.
 */
export async function listCompoundFileNames(file: FileHandle): Promise<string[]> {
	const header = await readAt(file, 0, HEADER_LENGTH);
	const chain = new SectorChain(file, header);
	const names: string[] = [];
	let sector = header.readUInt32LE(48);
	for (let count = 0; sector < FIRST_MARK && count < MAX_DIRECTORY_SECTORS; count++) {
		names.push(...entryNames(await chain.read(sector)));
		sector = await chain.next(sector);
	}
	return names;
}
