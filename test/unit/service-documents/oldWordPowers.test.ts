import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { markPowers } from '../../../service/src/documents/office/oldWordPowers.ts';
import { shownWord } from '../../../service/src/documents/office/oldWordRuns.ts';

const powers = gunzipSync(
	readFileSync(join(__dirname, '../../fixtures/documents/programs/powers.doc.gz')),
);
const { raised } = shownWord(powers);

/** As the document library writes it. */
const PLAIN = [
	'The count is 106 per litre and 12 m2; the 1st of 3 (x+1)2.',
	'Plain 106 here, H2O.',
	'| 10-3 | μ 52 |',
].join('\n\n');

it('powers of a document of Word 97 to 2003 keep their distance from the number', () => {
	expect(markPowers(PLAIN, raised)).toEqual({
		markdown: [
			'The count is 10^6 per litre and 12 m^2; the 1st of 3 (x+1)^2.',
			'Plain 106 here, H2O.',
			'| 10^-3 | μ 5^2 |',
		].join('\n\n'),
		warnings: [],
	});
});

it('powers that are not found again are counted in a warning', () => {
	const { markdown, warnings } = markPowers('The **count is 10**6', raised);
	expect(markdown).toBe('The **count is 10**6');
	expect(warnings).toEqual([expect.stringMatching(/^5 powers stand beside the number or unit/)]);
});
