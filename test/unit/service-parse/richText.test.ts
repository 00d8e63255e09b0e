import { withoutDeletions } from '../../../service/src/parse/office/richText.ts';

const accept = (text: string) => withoutDeletions(Buffer.from(text, 'latin1')).toString('latin1');

describe('rich text with recorded deletions', () => {
	it.each([
		[
			'a group',
			String.raw`{\rtf1 A {\deleted\revauthdel1 gone }kept\par}`,
			String.raw`{\rtf1 A {\deleted\revauthdel1 }kept\par}`,
		],
		[
			'a stretch that is switched off',
			String.raw`{\rtf1 A\deleted gone\deleted0 kept}`,
			String.raw`{\rtf1 A\deleted \deleted0 kept}`,
		],
		[
			'a stretch up to plain text',
			String.raw`{\rtf1 A\deleted gone\plain kept}`,
			String.raw`{\rtf1 A\deleted \plain kept}`,
		],
		[
			'groups inside, letters by their numbers',
			String.raw`{\rtf1 {\deleted {\b x\'e9}\u8364?}kept}`,
			String.raw`{\rtf1 {\deleted {\b }}kept}`,
		],
		[
			'a deleted end of a paragraph',
			String.raw`{\rtf1 A{\deleted \par }B}`,
			String.raw`{\rtf1 A{\deleted }B}`,
		],
		[
			'pictures',
			String.raw`{\rtf1 \deleted{\pict\bin4 }}\{x}`,
			String.raw`{\rtf1 \deleted{\pict\bin4 }}\{}`,
		],
	])('leaves out the text of %s', (_what, text, accepted) => {
		expect(accept(text)).toBe(accepted);
	});

	it.each([
		['without deletions', String.raw`{\rtf1 A {\b B}\par}`],
		['that speaks of them', String.raw`{\rtf1 Write \\deleted to delete.\par}`],
	])('stays as it is: text %s', (_what, text) => {
		expect(accept(text)).toBe(text);
	});
});
