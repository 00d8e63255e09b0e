import { Readable } from 'node:stream';
import {
	brotliCompressSync,
	deflateRawSync,
	deflateSync,
	gzipSync,
	zstdCompressSync,
} from 'node:zlib';
import { PackedBody } from '../../../service/src/net/packedBody.ts';

const TEXT = Array.from({ length: 500 }, (_, at) => `Ferry ${at * 7919} leaves. `).join('');

const WAYS: Array<[encoding: string, pack: (text: string) => Buffer]> = [
	['gzip', gzipSync],
	['GZIP', gzipSync],
	['x-gzip', gzipSync],
	['deflate', deflateSync],
	['deflate', deflateRawSync],
	['br', brotliCompressSync],
	['zstd', zstdCompressSync],
];

async function isCut(encoding: string, ...parts: Uint8Array[]): Promise<boolean | undefined> {
	const stream = Readable.from(parts, { objectMode: false });
	const body = PackedBody.follow(encoding, stream);
	await new Promise((resolve) => stream.once('close', resolve));
	return await body?.isCut();
}

describe.each(WAYS)('a body packed with %s', (encoding, pack) => {
	const bytes = pack(TEXT);

	it('is whole with its end', async () => {
		expect(await isCut(encoding, bytes.subarray(0, 100), bytes.subarray(100))).toBe(false);
	});

	it.each([0.1, 0.5, 0.9])('is cut where %d of it came', async (share) => {
		expect(await isCut(encoding, bytes.subarray(0, Math.floor(bytes.length * share)))).toBe(true);
	});
});

describe('a body packed with gzip', () => {
	const bytes = gzipSync(TEXT);

	it.each([1, 4, 7, 8])(
		'is whole when all but the %d bytes behind its last word came',
		async (count) => {
			expect(await isCut('gzip', bytes.subarray(0, -count))).toBe(false);
		},
	);

	it('may be of several parts, and be followed by something else', async () => {
		expect(await isCut('gzip', bytes, bytes)).toBe(false);
		expect(await isCut('gzip', bytes, bytes.subarray(0, 900))).toBe(true);
		expect(await isCut('gzip', bytes, Buffer.from('\n\n'))).toBe(false);
	});

	it('is not judged when it is empty, no gzip, or too large', async () => {
		expect(await isCut('gzip')).toBe(false);
		expect(await isCut('gzip', Buffer.from('<!doctype html>'))).toBe(false);
		const large = gzipSync(Buffer.alloc(220_000_000));
		expect(await isCut('gzip', large.subarray(0, -100))).toBe(false);
	});

	it('is not judged before it ends, or when its connection breaks', async () => {
		const stream = new Readable({ read: () => undefined });
		const body = PackedBody.follow('gzip', stream);
		stream.push(bytes.subarray(0, 900));
		await new Promise((resolve) => stream.once('data', resolve));
		expect(await body?.isCut()).toBe(false);
		stream.destroy();
		await new Promise((resolve) => stream.once('close', resolve));
		expect(await body?.isCut()).toBe(false);
	});
});

it.each([undefined, '', 'identity', 'utf-8', 'gzip, gzip'])('leaves %s alone', (encoding) => {
	expect(PackedBody.follow(encoding, Readable.from([]))).toBeUndefined();
});
