import { asidesOf } from '../../packages/documents/src/rtf/richText.ts';
import { shownRichText } from '../../packages/documents/src/rtf/richTextShown.ts';
import { drawnField } from '../../packages/documents/src/docx/wordFields.ts';

const accept = (text: string) =>
	shownRichText(Buffer.from(text, 'latin1')).bytes.toString('latin1');

describe('rich text as it is shown', () => {
	const table = String.raw`{\fonttbl{\f0\fcharset0 Arial;}{\f7\fnil\fcharset2 Wingdings;}}`;

	it('lacks hidden text, and says so; ends of paragraphs stay', () => {
		const text = String.raw`{\rtf1{\stylesheet{\s1\v Note;}}{\v note\par }{\v0 shown}\v x\plain y}`;
		const { bytes, hasHidden } = shownRichText(Buffer.from(text, 'latin1'));
		expect(bytes.toString('latin1')).toBe(
			String.raw`{\rtf1{\stylesheet{\s1\v Note;}}{\v \par }{\v0 shown}\v \plain y}`,
		);
		expect(hasHidden).toBe(true);
		expect(shownRichText(Buffer.from(table)).hasHidden).toBe(false);
	});

	it.each([
		[String.raw`a {\upr{Lodz}{\*\ud{\u321?\'f3d\u378?}}} b`, String.raw`a {{\u321?\'f3d\u378?}} b`],
		[String.raw`{\upr{a}{\*\ud b}}{\upr {c}\n{\*\ud {d}}}`.replace('\\n', '\n'), '{b}{{d}}'],
		[
			String.raw`{\upr{only}} {\uproar{a}{\*\ud{b}}} \{\upr{`,
			String.raw`{\upr{only}} {\uproar{a}{\*\ud{b}}} \{\upr{`,
		],
		[String.raw`{\upr{a}{\*\ud{b}} more}`, String.raw`{\upr{a}{\*\ud{b}} more}`],
	])('has what is written in two forms only in that with all letters: %s', (text, shown) => {
		expect(accept(text)).toBe(shown);
	});

	it('has the signs of fonts of symbols, and what Word draws for fields', () => {
		expect(accept(String.raw`{\rtf1${table}{\f7\u-3842\'3f}{\f0\u-3842\'3f}}`)).toBe(
			String.raw`{\rtf1${table}{\f7\u9745 \'3f}{\f0\u-3842\'3f}}`,
		);
		const field = String.raw`{\field{\*\fldinst { EQ \\o\\ad(\\s\\up 9(\u12392\'3f),\u26481\'3f)}}{\fldrslt {}}}`;
		expect(accept(`{\\rtf1 ${field}b}`)).toContain(
			String.raw`{\fldrslt {\uc1 \u26481 ?\u40 ?\u12392 ?\u41 ?}}}b`,
		);
	});

	it.each([
		[String.raw` EQ \* jc3 \* "Font:Arial" \* hps21 \o\al(\s\up 10(とう),東)`, '東(とう)'],
		[String.raw`EQ \f(a+1;b)`, '(a+1)/b'],
		[String.raw`EQ \r(3,x) \b(\f(1,2)) \a\al(p,q)`, '√(3,x) (1/2) (p,q)'],
		['SYMBOL 254 \\f "Wingdings" \\s 11', '☑'],
		['PAGE', undefined],
	])('a field %s is drawn as %s', (instruction, shown) => {
		expect(drawnField(instruction)).toBe(shown);
	});
});

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
