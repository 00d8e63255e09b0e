import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { markPowers } from '../../../service/src/documents/office/oldPowers.ts';
import { readOldSlides } from '../../../service/src/documents/office/oldSlides.ts';
import { raisedText } from '../../../service/src/documents/office/raisedText.ts';
import { shownWord } from '../../../service/src/documents/office/oldWordRuns.ts';

const unpack = (name: string): Buffer =>
	gunzipSync(readFileSync(join(__dirname, '../../fixtures/documents/programs', name)));

const { raised } = shownWord(unpack('powers.doc.gz'));

/** As the document library writes it. */
const PLAIN = [
	'The count is 106 per litre and 12 m2; the 1st of 3 (x+1)2.',
	'Plain 106 here, H2O.',
	'| 10-3 | μ 52 |',
].join('\n\n');

it('powers of a document of Word 97 to 2003 keep their distance from the number', () => {
	expect(markPowers(PLAIN, raised, 'DOCX')).toEqual({
		markdown: [
			'The count is 10^6 per litre and 12 m^2; the 1st of 3 (x+1)^2.',
			'Plain 106 here, H2O.',
			'| 10^-3 | μ 5^2 |',
		].join('\n\n'),
		warnings: [],
	});
});

it('a figure that looks like a power is none, and where it can be either nothing is marked', () => {
	const inCell = raisedText('', '', '');
	const power = { ...inCell, before: '10', text: '6' };
	const marked = markPowers('Plain 106 here\n\n| 106 | litre |', [power], 'DOCX');
	expect(marked).toEqual({ markdown: 'Plain 106 here\n\n| 10^6 | litre |', warnings: [] });
	const doubtful = markPowers('| 106 | 106 |', [power], 'DOCX');
	expect(doubtful).toEqual({
		markdown: '| 106 | 106 |',
		warnings: [expect.stringMatching(/^1 power stands beside/)],
	});
});

it('powers that are not found again are counted in a warning', () => {
	const { markdown, warnings } = markPowers('The **count is 10**6', raised, 'DOCX');
	expect(markdown).toBe('The **count is 10**6');
	expect(warnings).toEqual([expect.stringMatching(/^5 powers stand beside the number or unit/)]);
});

it('powers of a presentation of PowerPoint 97 to 2003 do, too, in bold and at the end of a line', () => {
	const slides = readOldSlides(unpack('powers.ppt.gz'));
	const plain = [
		'The count is 10**6** per litre, μ over 12 m**2**',
		'Plain 106 and H2O, the 1**st** of 3',
		'- Area: (x+1)**2**',
	].join('\n\n');
	expect(markPowers(plain, slides?.raised ?? [], 'PPTX')).toEqual({
		markdown: [
			'The count is 10^**6** per litre, μ over 12 m^**2**',
			'Plain 106 and H2O, the 1**st** of 3',
			'- Area: (x+1)^**2**',
		].join('\n\n'),
		warnings: [],
	});
});
