import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { PackedBody } from '../../../service/src/net/packedBody.ts';

const TEXT = Array.from({ length: 500 }, (_, at) => `Ferry ${at * 7919} leaves. `).join('');

const WAYS: Array<[encoding: string, pack: (text: string) => Buffer]> = [
	['gzip', gzipSync],
	['GZIP', gzipSync],
	['x-gzip', gzipSync],
	['deflate', deflateSync],
	['deflate', deflateRawSync],
	['br', brotliCompressSync],
];

function isCut(encoding: string, ...parts: Uint8Array[]): boolean | undefined {
	const body = PackedBody.follow(encoding);
	for (const part of parts) body?.add(part);
	return body?.isCut();
}

describe.each(WAYS)('a body packed with %s', (encoding, pack) => {
	const bytes = pack(TEXT);

	it('is whole with its end', () => {
		expect(isCut(encoding, bytes.subarray(0, 100), bytes.subarray(100))).toBe(false);
	});

	it.each([0.1, 0.5, 0.9])('is cut where %d of it came', (share) => {
		expect(isCut(encoding, bytes.subarray(0, Math.floor(bytes.length * share)))).toBe(true);
	});
});

describe('a body packed with gzip', () => {
	const bytes = gzipSync(TEXT);

	it.each([1, 4, 7, 8])('is whole when all but the %d bytes behind its last word came', (count) => {
		expect(isCut('gzip', bytes.subarray(0, -count))).toBe(false);
	});

	it('may be of several parts, and be followed by something else', () => {
		expect(isCut('gzip', bytes, bytes)).toBe(false);
		expect(isCut('gzip', bytes, bytes.subarray(0, 900))).toBe(true);
		expect(isCut('gzip', bytes, Buffer.from('\n\n'))).toBe(false);
	});

	it('is not judged when it is empty, no gzip, or too large', () => {
		expect(isCut('gzip')).toBe(false);
		expect(isCut('gzip', Buffer.from('<!doctype html>'))).toBe(false);
		const large = gzipSync(Buffer.alloc(30_000_000));
		expect(isCut('gzip', large.subarray(0, -100))).toBe(false);
		expect(isCut('gzip', Buffer.alloc(20_000_001))).toBe(false);
	});
});

it.each([undefined, '', 'identity', 'utf-8', 'gzip, gzip'])('leaves %s alone', (encoding) => {
	expect(PackedBody.follow(encoding)).toBeUndefined();
});
