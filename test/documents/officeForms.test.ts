import { Insertions } from '../../packages/documents/src/xml/insertions.ts';
import { prepareOpenText } from '../../packages/documents/src/opendocument/openDocument.ts';
import type { Parts, Preparation } from '../../packages/documents/src/xml/package.ts';
import { describeDeletedWords } from '../../packages/documents/src/office/officeCoverage.ts';
import { withShapeLinks } from '../../packages/documents/src/rtf/richTextLinks.ts';
import { prepareWord } from '../../packages/documents/src/docx/prepareDocx.ts';
import { drawnField } from '../../packages/documents/src/docx/wordFields.ts';
import { textOfXml } from '../../packages/documents/src/xml/xml.ts';

/** A part as it is after its preparation, and what was said. */
function prepared(prepare: (preparation: Preparation) => void, name: string, parts: Parts) {
	const warnings: string[] = [];
	const preparation: Preparation = {
		parts,
		insertions: new Insertions(),
		files: [],
		headers: [],
		footers: [],
		leftOut: [],
		warn: (sentence) => warnings.push(sentence),
	};
	prepare(preparation);
	const { leftOut, headers } = preparation;
	return { xml: Buffer.from(parts[name] ?? '').toString(), warnings, leftOut, headers };
}

const prepareBody = (body: string) =>
	prepared(prepareWord, 'word/document.xml', { 'word/document.xml': Buffer.from(body) });
const prepareOpen = (body: string, styles = '') =>
	prepared(prepareOpenText, 'content.xml', {
		'content.xml': Buffer.from(`<office:text>${body}</office:text>`),
		'styles.xml': Buffer.from(styles),
	});

describe('a content control of Word', () => {
	const control = (properties: string, shown: string) =>
		`<w:p><w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:r><w:t>${shown}</w:t></w:r></w:sdtContent></w:sdt></w:p>`;

	it('that is empty holds nothing, and a warning says what it asks for', () => {
		const { xml, warnings, leftOut } = prepareBody(
			control('<w:showingPlcHdr/><w:text/>', 'Click to enter &amp; save'),
		);
		expect(xml).toBe('<w:p><w:r></w:r></w:p>');
		expect(leftOut).toEqual(['Click to enter & save']);
		expect(warnings).toEqual([
			'Empty form fields are shown without their prompts: "Click to enter & save".',
		]);
	});

	it.each([
		['that is filled in', '<w:text/>', 'Ada'],
		['whose prompt is switched off', '<w:showingPlcHdr w:val="0"/>', 'Ada'],
		['that is a box', '<w:showingPlcHdr/>', '☐'],
	])('%s keeps its answer', (_what, properties, shown) => {
		const { xml, warnings } = prepareBody(control(properties, shown));
		expect(textOfXml(xml)).toBe(shown);
		expect(warnings).toEqual([]);
	});
});

it('a tab of Word keeps what stands beside each other apart', () => {
	const tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs></w:pPr>';
	const { xml } = prepareBody(`<w:p>${tabs}<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>`);
	expect(textOfXml(xml)).toBe('a\tb');
	expect(xml).toContain(tabs);
});

it('a field that is a button shows its words', () => {
	expect(drawnField(' MACROBUTTON  AcceptAll [Name of the ship] ')).toBe('[Name of the ship]');
	expect(drawnField(' GOTOBUTTON p1 See below')).toBe('See below');
});

describe('an OpenDocument text', () => {
	it('has the answers of the form fields of Word', () => {
		const param = (name: string, value: string) =>
			`<field:param field:name="${name}" field:value="${value}"/>`;
		const field = (type: string, params: string) =>
			`<field:fieldmark field:type="vnd.oasis.opendocument.field.${type}">${params}</field:fieldmark>`;
		const entries =
			param('Dropdown_ListEntry', 'red') + param('Dropdown_ListEntry', 'blue &amp; white');
		const { xml } = prepareOpen(
			[
				field('FORMCHECKBOX', param('Checkbox_Checked', 'true')),
				field('FORMCHECKBOX', param('Checkbox_Checked', 'false')),
				field('FORMCHECKBOX', ''),
				field('FORMDROPDOWN', entries + param('Dropdown_Selected', '1')),
				field('FORMDROPDOWN', entries),
				field('FORMTEXT', ''),
			].join(' '),
		);
		expect(textOfXml(xml)).toBe('☒ ☐ ☐ blue & white  ');
	});

	it('has a link where a picture is one, and words of a shape apart', () => {
		const { xml } = prepareOpen(
			'<text:a xlink:href="https://a.example"><draw:frame><draw:image/></draw:frame></text:a><text:a xlink:href="https://b.example">words</text:a>',
		);
		expect(textOfXml(xml)).toBe('https://a.examplewords');
		const shape = prepareOpen(
			'a<draw:connector><text:p>one</text:p><loext:table><text:p>two</text:p></loext:table></draw:connector>b',
		);
		expect(textOfXml(shape.xml.replaceAll('<text:s/>', ' '))).toBe('a one two  b');
	});

	it('has the headers of the pages that follow those of its first kind', () => {
		const master = (name: string, next = '') =>
			`<style:master-page style:name="${name}"${next}><style:header><text:p>${name}</text:p></style:header></style:master-page>`;
		const styles =
			master('First', ' style:next-style-name="Rest"') + master('Rest') + master('Other');
		const { headers } = prepareOpen('<style:style style:master-page-name="First"/>', styles);
		const bodies = headers.map((parts) =>
			textOfXml(Buffer.from(parts['content.xml'] ?? '').toString()),
		);
		expect(bodies).toEqual(['First', 'Rest']);
	});
});

it('shapes of rich text that lead somewhere have a link behind them', () => {
	const shape = (link: string) =>
		`{\\shp{\\*\\shpinst{\\sp{\\sn pihlShape}{\\sv {\\*\\hl${link}}}}}}`;
	const named = shape('{\\hlfr A shop}{\\hlsrc https://a.example}');
	const plain = shape('{\\hlfr }{\\hlsrc https://b.example}');
	const place = shape('{\\hlsrc }{\\hlloc top}');
	const link = (address: string, words: string) =>
		` {\\field{\\*\\fldinst HYPERLINK "${address}"}{\\fldrslt ${words}}} `;
	expect(withShapeLinks(`a${named}b${plain}c${place}d`)).toBe(
		`a${named}${link('https://a.example', 'A shop')}b${plain}${link('https://b.example', 'https://b.example')}c${place}d`,
	);
});

it('the address that stands for a picture is no deleted text', () => {
	expect(
		describeDeletedWords(
			['Before after'],
			'Before [https://a.example/pic](https://a.example/pic) after',
		),
	).toEqual([]);
	expect(
		describeDeletedWords(['Before after'], 'Before [gone](https://a.example/pic) after'),
	).toHaveLength(1);
});
