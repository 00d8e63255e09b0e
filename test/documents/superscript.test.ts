import {
	superscriptMarkup,
	withSuperscripts,
} from '../../packages/documents/src/office/superscript.ts';
import { shownRichText } from '../../packages/documents/src/rtf/richTextShown.ts';
import { markedRuns, runsOfXml } from '../../packages/documents/src/sheets/textRuns.ts';
import { textOfXml } from '../../packages/documents/src/xml/xml.ts';

const word = (text: string, look = '') =>
	`<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const RAISED = '<w:vertAlign w:val="superscript"/>';
const wordText = (xml: string) =>
	textOfXml(withSuperscripts(`<w:p>${xml}</w:p>`, superscriptMarkup('docx', {})));

describe('a power keeps its distance from the number', () => {
	it.each([
		['a number', word('10') + word('6', RAISED) + word(' kg'), '10^6 kg'],
		['several runs', word('10') + word('-', RAISED) + word('3', RAISED), '10^-3'],
		['points of height', word('m') + word('2', '<w:position w:val="8"/>'), 'm^2'],
		['an ordinal, which is none', word('1') + word('st', RAISED), '1st'],
		['the number of a note', word('1', RAISED) + word(' See'), '1 See'],
		['another paragraph', `${word('10')}</w:p><w:p>${word('6', RAISED)}`, '106'],
		['lowered text', word('CO') + word('2', '<w:vertAlign w:val="subscript"/>'), 'CO2'],
		[
			'deleted text',
			`${word('10')}<w:del><w:r><w:rPr>${RAISED}</w:rPr><w:delText>6</w:delText></w:r></w:del>`,
			'106',
		],
	])('in Word: %s', (_what, xml, expected) => {
		expect(wordText(xml)).toBe(expected);
	});

	it('in slides, OpenDocument, cells and rich text', () => {
		const slide =
			'<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r></a:p>';
		expect(textOfXml(withSuperscripts(slide, superscriptMarkup('pptx', {})))).toBe('10^62');
		const styles = (position: string) => ({
			'content.xml': Buffer.from(
				`<style:style style:name="T1"><style:text-properties style:text-position="${position}"/></style:style>`,
			),
		});
		const open = '<text:p>10<text:span text:style-name="T1">6</text:span> kg</text:p>';
		expect(
			['super 58%', '33% 58%', 'sub 58%', '-33% 58%'].map((position) =>
				textOfXml(withSuperscripts(open, superscriptMarkup('odt', styles(position)))),
			),
		).toEqual(['10^6 kg', '10^6 kg', '106 kg', '106 kg']);
		const cell = '<r><t>m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>';
		expect(markedRuns(runsOfXml(cell, false) ?? [])).toBe('m^2');
		expect(runsOfXml('<r><t>m</t></r>', false)).toBeUndefined();
		const rich = (text: string) => shownRichText(Buffer.from(`{\\rtf1 ${text}}`)).bytes.toString();
		expect(rich('10{\\super 6} kg')).toBe('{\\rtf1 10{\\super ^6} kg}');
		expect(rich('10\\up8\r\n6\\up0 7')).toBe('{\\rtf1 10\\up8^6\\up0 7}');
		expect(rich('10\\par\\super 6')).toBe('{\\rtf1 10\\par\\super 6}');
	});
});
