import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { markSuperscripts } from '../../packages/documents/src/doc/docSuperscript.ts';
import { readOldSlides } from '../../packages/documents/src/ppt/readPpt.ts';
import { raisedText } from '../../packages/documents/src/office/raisedText.ts';
import { shownWord } from '../../packages/documents/src/doc/docRuns.ts';

const unpack = (name: string): Buffer =>
	gunzipSync(readFileSync(join(__dirname, '../fixtures/documents/programs', name)));

const { raised } = shownWord(unpack('powers.doc.gz'));

/** As the document library writes it. */
const PLAIN = [
	'The count is 106 per litre and 12 m2; the 1st of 3 (x+1)2.',
	'Plain 106 here, H2O.',
	'| 10-3 | μ 52 |',
].join('\n\n');

it('powers of a document of Word 97 to 2003 keep their distance from the number', () => {
	expect(markSuperscripts(PLAIN, raised, 'DOCX')).toEqual({
		markdown: [
			'The count is 10^6 per litre and 12 m^2; the 1st of 3 (x+1)^2.',
			'Plain 106 here, H2O.',
			'| 10^-3 | μ 5^2 |',
		].join('\n\n'),
		warnings: [],
	});
});

it('powers whose style raises them do, too, in a style of characters and of paragraphs', () => {
	const plain = [
		'The count is 106 per litre and 12 m**2**; not 107 here.',
		'Base of 104 in a raised paragraph',
		'| 10-3 |',
	].join('\n\n');
	const styled = shownWord(unpack('styles.doc.gz')).raised;
	const marked = markSuperscripts(plain, styled, 'DOCX');
	expect(marked).toEqual({
		markdown: [
			'The count is 10^6 per litre and 12 m**2**; not 107 here.',
			'Base of 10^4 in a raised paragraph',
			'| 10^-3 |',
		].join('\n\n'),
		warnings: [],
	});
});

it('text whose style hides it is left out', () => {
	const stored = unpack('styles.doc.gz');
	const raising = Buffer.from([0x48, 0x2a, 1]);
	const at = stored.indexOf(raising, stored.indexOf(Buffer.from('Potency', 'utf16le')));
	stored.set([0x3c, 0x08, 1], at);
	const { bytes, hasHidden } = shownWord(stored);
	expect(hasHidden).toBe(true);
	const changed = [...bytes.keys()].filter((place) => bytes[place] !== stored[place]);
	expect(changed.length).toBeGreaterThan(0);
	expect(changed.map((place) => stored.toString('latin1', place, place + 1)).join('')).toBe('67-3');
});

it('a figure that looks like a power is none, and where it can be either nothing is marked', () => {
	const inCell = raisedText('', '', '');
	const power = { ...inCell, before: '10', text: '6' };
	const marked = markSuperscripts('Plain 106 here\n\n| 106 | litre |', [power], 'DOCX');
	expect(marked).toEqual({ markdown: 'Plain 106 here\n\n| 10^6 | litre |', warnings: [] });
	const doubtful = markSuperscripts('| 106 | 106 |', [power], 'DOCX');
	expect(doubtful).toEqual({
		markdown: '| 106 | 106 |',
		warnings: [expect.stringMatching(/^1 power is not marked/)],
	});
});

it('powers that are not found again are counted in a warning', () => {
	const { markdown, warnings } = markSuperscripts('The **count is 10**6', raised, 'DOCX');
	expect(markdown).toBe('The **count is 10**6');
	expect(warnings).toEqual([expect.stringMatching(/^5 powers are not marked as raised/)]);
});

it('powers of a presentation of PowerPoint 97 to 2003 do, too, in bold and at the end of a line', () => {
	const slides = readOldSlides(unpack('powers.ppt.gz'));
	const plain = [
		'The count is 10**6** per litre, μ over 12 m**2**',
		'Plain 106 and H2O, the 1**st** of 3',
		'- Area: (x+1)**2**',
	].join('\n\n');
	expect(markSuperscripts(plain, slides?.raised ?? [], 'PPTX')).toEqual({
		markdown: [
			'The count is 10^**6** per litre, μ over 12 m^**2**',
			'Plain 106 and H2O, the 1**st** of 3',
			'- Area: (x+1)^**2**',
		].join('\n\n'),
		warnings: [],
	});
});
