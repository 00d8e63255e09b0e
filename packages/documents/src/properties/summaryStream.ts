import iconv from 'iconv-lite';
import { encodingOfPage } from '../msg/outlook.ts';
import { streamsOf } from '../ole/compoundStreams.ts';
import { type FileProperties, toFileProperties } from './fileProperties.ts';

/** Of the stream ([MS-OLEPS], 2.21): where its set of properties begins. */
const SET_OFFSET = 44;
/** Properties by their numbers ([MS-OSHARED], 2.3.3.2.1). */
const CODE_PAGE = 1;
const TITLE = 2;
const AUTHOR = 4;
const CREATED = 12;
/** Their types ([MS-OLEPS], 2.15). */
const BYTE_TEXT = 0x1e;
const WIDE_TEXT = 0x1f;
const FILE_TIME = 0x40;

/** Hundreds of nanoseconds since 1601 as milliseconds since 1970. */
const EPOCH_MS = 11_644_473_600_000;

/** What a DOC, XLS or PPT says about itself; nothing if it has no such stream. @throws Error for a damaged one */
export function summaryProperties(bytes: Buffer): FileProperties {
	const stream = streamsOf(bytes)('/!SummaryInformation');
	return stream.length === 0 ? {} : readSummary(stream);
}

function readSummary(stream: Buffer): FileProperties {
	const set = stream.subarray(stream.readUInt32LE(SET_OFFSET));
	const places = new Map<number, number>();
	for (let at = 0; at < set.readUInt32LE(4); at += 1) {
		places.set(set.readUInt32LE(8 + at * 8), set.readUInt32LE(12 + at * 8));
	}
	const codePagePlace = places.get(CODE_PAGE);
	const codePage = codePagePlace === undefined ? 1252 : set.readUInt16LE(codePagePlace + 4);
	const text = (id: number): string => {
		const place = places.get(id);
		return place === undefined ? '' : readText(set.subarray(place), codePage);
	};
	return toFileProperties({
		title: text(TITLE),
		author: text(AUTHOR).split(';').join(', '),
		created: readTime(set, places.get(CREATED)),
	});
}

function readText(value: Buffer, codePage: number): string {
	const type = value.readUInt32LE(0);
	const length = value.readUInt32LE(4);
	if (type === WIDE_TEXT) return upToZero(value.toString('utf16le', 8, 8 + length * 2));
	if (type !== BYTE_TEXT) return '';
	const encoding = encodingOfPage(codePage);
	if (!iconv.encodingExists(encoding)) return '';
	return upToZero(iconv.decode(value.subarray(8, 8 + length), encoding));
}

function upToZero(text: string): string {
	return text.split('\0', 1)[0] ?? '';
}

function readTime(set: Buffer, place: number | undefined): string {
	if (place === undefined || set.readUInt32LE(place) !== FILE_TIME) return '';
	const milliseconds = Number(set.readBigUInt64LE(place + 4) / 10_000n) - EPOCH_MS;
	// Zero, and durations, are no dates.
	return milliseconds > 0 ? new Date(milliseconds).toISOString() : '';
}
