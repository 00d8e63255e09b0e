import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readOldSlides } from '../../packages/documents/src/ppt/readPpt.ts';

const unpack = (name: string): Buffer =>
	gunzipSync(readFileSync(join(__dirname, '../fixtures/documents/programs', name)));

it('a damaged presentation says nothing of what is raised, or less, and ends', () => {
	const whole = unpack('powers.ppt.gz');
	for (let at = 0; at < whole.length; at += 4_001) {
		const damaged = Buffer.from(whole);
		damaged[at] = (damaged[at] ?? 0) ^ 0xff;
		expect((readOldSlides(damaged)?.raised ?? []).length).toBeLessThanOrEqual(8);
	}
});
