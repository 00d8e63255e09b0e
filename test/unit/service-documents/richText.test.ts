import { asidesOf, withoutDeletions } from '../../../service/src/documents/office/richText.ts';

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

describe('headers, footers and remarks of rich text', () => {
	it('are documents of their own, with the letters of the whole', () => {
		const text = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\headerf \pard{\b First}\par}{\header Other \{1\}}{\footerr Foot {\field 3}}\headery720 Body{\*\annotation Sign it}}`;
		const { header, footer, annotation } = asidesOf(Buffer.from(text, 'latin1'));
		const read = (frames: Buffer[]) => frames.map((frame) => frame.toString('latin1'));
		const start = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}`;
		expect(read(header)).toEqual([
			String.raw`${start}{ \pard{\b First}\par}\par}`,
			String.raw`${start}{ Other \{1\}}\par}`,
		]);
		expect(read(footer)).toEqual([String.raw`${start}{ Foot {\field 3}}\par}`]);
		expect(read(annotation)).toEqual([String.raw`${start}{ Sign it}\par}`]);
	});

	it('are none where the text only looks like it', () => {
		const text = String.raw`{\rtf1 \{\header\} {\headery720 x}}`;
		expect(asidesOf(Buffer.from(text, 'latin1'))).toEqual({
			header: [],
			footer: [],
			annotation: [],
		});
	});
});
