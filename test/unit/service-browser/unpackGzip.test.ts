import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { unpackGzip } from '../../../service/src/browser/responses/unpackGzip.ts';

const ROWS = Array.from({ length: 5000 }, (_row, at) => `${at},${at ** 2}`).join('\n');
const packed = gzipSync(ROWS);

/** @param size of the parts in which it comes, in bytes */
async function unpack(file: Buffer, size: number): Promise<string> {
	const parts = (async function* () {
		for (let at = 0; at < file.length; at += size) {
			await setImmediate();
			yield file.subarray(at, at + size);
		}
	})();
	const unpacked: Uint8Array[] = [];
	for await (const part of unpackGzip(parts)) unpacked.push(part);
	return Buffer.concat(unpacked).toString();
}

it.each([100, 1_000_000])('unpacks a file that comes in parts of %s bytes', async (size) => {
	expect(await unpack(packed, size)).toBe(ROWS);
	expect(await unpack(Buffer.from(ROWS), size)).toBe(ROWS);
});

it.each([2, 9, 100, packed.length - 9, packed.length - 1])(
	'rejects a file that is cut off after %s bytes, and nothing else fails',
	async (bytes) => {
		for (const size of [100, 1_000_000]) {
			await expect(unpack(packed.subarray(0, bytes), size)).rejects.toThrow(
				'unexpected end of file',
			);
		}
		await setImmediate();
	},
);

it('rejects a file that only begins as if it were packed', async () => {
	await expect(unpack(Buffer.from([0x1f, 0x8b, 1, 2, 3]), 100)).rejects.toThrow();
});
