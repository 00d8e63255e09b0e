import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { shownWord } from '../../packages/documents/src/doc/docRuns.ts';

const changes = gunzipSync(
	readFileSync(join(__dirname, '../fixtures/documents/programs/changes.doc.gz')),
);

it('a document that is damaged anywhere stays as it is, or loses no length, and ends', () => {
	for (let at = 0; at < changes.length; at += 7) {
		const damaged = Buffer.from(changes);
		damaged[at] = (damaged[at] ?? 0) ^ 0xff;
		expect(shownWord(damaged).bytes.length).toBe(changes.length);
	}
	for (const length of [0, 8, 512, 3000, 8000]) {
		const cut = changes.subarray(0, length);
		expect(shownWord(cut).bytes).toBe(cut);
	}
});
