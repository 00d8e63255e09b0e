import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { shownWord } from '../../packages/documents/src/doc/docRuns.ts';

const changes = gunzipSync(
	readFileSync(join(__dirname, '../fixtures/documents/programs/changes.doc.gz')),
);

it('deleted and hidden text becomes zeros in its place, and nothing else changes', () => {
	const { bytes, hasHidden } = shownWord(changes);
	expect(hasHidden).toBe(true);
	expect(bytes.length).toBe(changes.length);
	const different = [...bytes.keys()].filter((at) => bytes[at] !== changes[at]);
	expect(different.length).toBeGreaterThan(10);
	expect(different.every((at) => bytes[at] === 0)).toBe(true);
	expect(shownWord(bytes).bytes.equals(bytes)).toBe(true);
});
