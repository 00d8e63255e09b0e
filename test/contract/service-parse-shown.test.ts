import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { outlookPacket } from '../fixtures/documents/outlookPacket.ts';
import { compoundFile, type ItemProperty, outlookItem } from '../fixtures/documents/compoundFile';
import { openDocument } from '../fixtures/documents/openDocument';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { presentation } from '../fixtures/documents/presentation';
import { paragraph, wordDocument } from '../fixtures/documents/wordDocument';
import { zip } from '../fixtures/documents/zip';
import { convertDocuments, type ConversionResult } from './support/convertDocuments';

/** What people see in a document comes into its Markdown, or the warnings say what did not. */

const PROGRAMS = join(__dirname, '../fixtures/documents/programs');

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'shown-documents-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(fileName: string, content: Buffer | string): Promise<ConversionResult> {
	const filePath = join(folder, fileName);
	await writeFile(filePath, content);
	const [result] = await convertDocuments({ tasks: [{ filePath, fileName }] });
	return result ?? {};
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

const run = (text: string, properties = '') =>
	`<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const relations = (...entries: Array<[id: string, type: string, target: string]>) => ({
	'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONSHIPS}">${entries
		.map(
			([id, type, target]) =>
				`<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${target.includes('://') ? ' TargetMode="External"' : ''}/>`,
		)
		.join('')}</Relationships>`,
});
const part = (root: string, content: string) =>
	`<w:${root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${root}>`;

describe('a Word document', () => {
	it('has its equations as LaTeX, in sentences, lines of their own and table cells', async () => {
		const mathRun = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
		const fraction = `<m:f><m:num>${mathRun('Q·t')}</m:num><m:den>${mathRun('V')}</m:den></m:f>`;
		const equation = `<m:oMath ${MATH}>${mathRun('C=')}${fraction}</m:oMath>`;
		const choice = `<m:oMath ${MATH}><m:d><m:e><m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${mathRun('n')}</m:num><m:den>${mathRun('k')}</m:den></m:f></m:e></m:d></m:oMath>`;
		const cell = (content: string) => `<w:tc>${paragraph(content)}</w:tc>`;
		const body = [
			paragraph(run('The concentration is ') + equation + run(' in grams.')),
			paragraph(`<m:oMathPara ${MATH}>${equation}</m:oMathPara>`),
			paragraph(choice),
			`<w:tbl><w:tr>${cell(run('Limit'))}${cell(`<m:oMath ${MATH}>${mathRun('|x|&lt;12.5')}</m:oMath>`)}</w:tr></w:tbl>`,
		].join('');
		const { markdown, warnings } = await read('equations.docx', await wordDocument(body));
		expect(markdown).toContain(
			String.raw`The concentration is $C = \frac{Q \cdot t}{V}$ in grams.`,
		);
		expect(markdown).toContain(String.raw`$$C = \frac{Q \cdot t}{V}$$`);
		expect(markdown).toContain(String.raw`$\left(\genfrac{}{}{0pt}{}{n}{k}\right)$`);
		expect(markdown).toMatch(/\| Limit \| \$\\left\\vert x\\right\\vert {2}< 12\.5\$ \|/);
		expect(warnings).toEqual([]);
	});

	it('has headers and footers that its pages show, once, around the first page', async () => {
		const body =
			paragraph(run('Please find our offer.')) +
			paragraph('<w:r><w:br w:type="page"/></w:r>') +
			paragraph(run('Second page.')) +
			'<w:sectPr><w:headerReference w:type="default" r:id="rId5"/><w:headerReference w:type="first" r:id="rId6"/><w:footerReference w:type="default" r:id="rId7"/></w:sectPr>';
		const document = await wordDocument(body, {
			...relations(
				['rId5', 'header', 'header1.xml'],
				['rId6', 'header', 'header2.xml'],
				['rId7', 'footer', 'footer1.xml'],
			),
			'word/header1.xml': part('hdr', paragraph(run('Quotation Q-2026-118'))),
			'word/header2.xml': part('hdr', paragraph(run('Not shown: no first page of its own'))),
			'word/footer1.xml': part('ftr', paragraph(run('IBAN DE02 1203 0000 0000 2020 51'))),
		});
		const { pages } = await read('offer.docx', document);
		expect(pages?.map(({ markdown }) => markdown)).toEqual([
			'Quotation Q-2026-118\n\nPlease find our offer.\n\nIBAN DE02 1203 0000 0000 2020 51',
			'Second page.',
		]);
	});

	it('has the answers of its forms: boxes, choices, repeated rows', async () => {
		const field = (data: string) =>
			`<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
		const row = (...cells: string[]) =>
			`<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`;
		const content = (inner: string) => `<w:sdt><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
		const body = [
			paragraph(
				field('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') + run(' Accept'),
			),
			paragraph(field('<w:checkBox><w:default w:val="0"/></w:checkBox>') + run(' Newsletter')),
			paragraph(
				field(
					'<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList>',
				),
			),
			paragraph('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + run(' Paid')),
			`<w:tbl>${row('Item', 'Price')}${content(row('Bolt', '12'))}</w:tbl>`,
			paragraph(run('Order 2026') + '<w:r><w:noBreakHyphen/></w:r>' + run('118')),
		].join('');
		const { markdown } = await read('form.docx', await wordDocument(body));
		expect(markdown).toBe(
			'☒ Accept\n\n☐ Newsletter\n\ngreen\n\n☑ Paid\n\n| Item | Price |\n| --- | --- |\n| Bolt | 12 |\n\nOrder 2026-118',
		);
	});

	it('keeps a word with its reading, leaves hidden text out and says so', async () => {
		const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`;
		const body =
			paragraph(ruby + run('の会議室')) +
			paragraph(run('Hidden note', '<w:vanish/>') + run('Shown', '<w:vanish w:val="0"/>'));
		const { markdown, warnings } = await read('ruby.docx', await wordDocument(body));
		expect(markdown).toBe('東京(とうきょう)の会議室\n\nShown');
		expect(warnings).toEqual(['Text that is formatted as hidden was left out.']);
	});

	it('holds inserted pages and embedded files; what is outside of it is named', async () => {
		const body = [
			paragraph(run('Before')),
			'<w:altChunk r:id="rId5"/>',
			paragraph(run('After')),
			paragraph(
				'<w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ProgID="Excel.Sheet.12" r:id="rId6"/></w:object></w:r>',
			),
			'<w:subDoc r:id="rId7"/>',
		].join('');
		const document = await wordDocument(body, {
			...relations(
				['rId5', 'aFChunk', '/word/chunk.html'],
				['rId6', 'package', 'embeddings/sheet.csv'],
				['rId7', 'subDocument', 'http://example.org/chapter.docx'],
			),
			'word/chunk.html': '<html><body><p>Inserted <b>page</b></p></body></html>',
			'word/embeddings/sheet.csv': 'Ship,Crew\nAnna,12\n',
		});
		const { markdown, warnings } = await read('inner.docx', document);
		expect(markdown).toContain('Before\n\nInserted **page**\n\nAfter');
		expect(markdown).toContain(
			'## Embedded: Excel.Sheet.12\n\n| Ship | Crew |\n| --- | --- |\n| Anna | 12 |',
		);
		expect(warnings).toEqual([
			'The document refers to another document, which is not part of it and was not read: http://example.org/chapter.docx',
		]);
	});

	it('has remarks in any spelling of its XML, and words beside them stay apart', async () => {
		const body = paragraph(
			`${run('The price is ')}<w:r><w:commentReference  w:id='3' ></w:commentReference></w:r>${run('950 EUR.')}`,
		);
		const document = await wordDocument(body, {
			'word/comments.xml': part(
				'comments',
				`<w:comment w:id="3" w:author="Eva">${paragraph(run('please check'))}</w:comment>`,
			),
		});
		const { markdown } = await read('remark.docx', document);
		expect(markdown).toBe('The price is[^remark-1] 950 EUR.\n\n[^remark-1]: Eva: please check');
	});

	it('is read whatever its prefixes are, with remarks in a part of any name', async () => {
		const body =
			paragraph(
				run('Secret', '<w:vanish/>') +
					run('Order 2026') +
					'<w:r><w:noBreakHyphen/></w:r>' +
					run('118'),
			) +
			paragraph(run('Price') + '<w:r><w:commentReference w:id="3"/></w:r>') +
			paragraph(`<m:oMath ${MATH}><m:r><m:t>a+b</m:t></m:r></m:oMath>`);
		const note =
			'<w:r><w:t>as</w:t><w:tab/><w:t>agreed</w:t><w:br/></w:r><w:del w:id="9"><w:r><w:delText>gone</w:delText></w:r></w:del>' +
			run('in May');
		const parts = unzipSync(
			await wordDocument(body, {
				...relations(['rId8', 'comments', 'remarks7.xml']),
				'word/remarks7.xml': part(
					'comments',
					`<w:comment w:id="3" w:author="Eva">${paragraph(note)}</w:comment>`,
				),
			}),
		);
		const renamed = strFromU8(parts['word/document.xml'] ?? new Uint8Array())
			.replace(/(<\/?|\s|xmlns:)w:/g, '$1ns0:')
			.replace('xmlns:w=', 'xmlns:ns0=')
			.replace(/(<\/?)m:/g, '$1ns1:')
			.replace('xmlns:m=', 'xmlns:ns1=');
		const document = await zip({ ...parts, 'word/document.xml': renamed });
		const { markdown, warnings } = await read('prefixes.docx', document);
		expect(markdown).toBe(
			'Order 2026-118\n\nPrice[^remark-1]\n\n$a + b$\n\n[^remark-1]: Eva: as agreed in May',
		);
		expect(warnings).toEqual(['Text that is formatted as hidden was left out.']);
	});

	it('shows what its styles, rows and changes leave of it', async () => {
		const style = (id: string, base: string, properties: string) =>
			`<w:style w:styleId="${id}"><w:basedOn w:val="${base}"/><w:rPr>${properties}</w:rPr></w:style>`;
		const row = (text: string, properties = '') =>
			`<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}<w:tc>${paragraph(run(text))}</w:tc></w:tr>`;
		const deletion = '<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>';
		const body = [
			paragraph(run('inner', '<w:rStyle w:val="Child"/>') + run('Shown')),
			paragraph(
				'<w:pPr><w:pStyle w:val="Child"/></w:pPr>' +
					run('note ') +
					run('but this', '<w:vanish w:val="0"/>'),
			),
			paragraph(run('back again', '<w:rStyle w:val="Grandchild"/>')),
			`<w:tbl>${row('Head')}${row('hidden row', '<w:hidden/>')}${row('deleted', '<w:del w:id="2"/>')}${row('Row')}</w:tbl>`,
			paragraph(deletion + run('First half, ')) + paragraph(run('second half.')),
			paragraph('<w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>' + run('D')),
			paragraph(run('rop cap.')),
		].join('');
		const document = await wordDocument(body, {
			...relations(['rId8', 'styles', 'styles.xml']),
			'word/styles.xml': part(
				'styles',
				style('Parent', '', '<w:vanish/>') +
					style('Child', 'Parent', '<w:b/>') +
					style('Grandchild', 'Child', '<w:vanish w:val="0"/>'),
			),
		});
		const { markdown } = await read('changes.docx', document);
		expect(markdown?.replace(/\*\*/g, '')).toBe(
			'Shown\n\nbut this\n\nback again\n\n| Head |\n| --- |\n| Row |\n\nFirst half, second half.\n\nDrop cap.',
		);
	});

	it('has what Word draws: fields without a result, watermarks, figures and axes of charts', async () => {
		const field = (instruction: string, result = '') =>
			`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
		const nested = field(
			`IF</w:instrText></w:r>${field('MERGEFIELD Sex', run('M'))}<w:r><w:instrText> = "M"`,
			run('Mr'),
		);
		const frame = (content: string) => `<c:chart>${content}</c:chart>`;
		const title = (text: string) =>
			`<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
		const points = (...values: string[]) =>
			values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
		const series = `<c:ser><c:tx><c:strRef><c:strCache>${points('Share')}</c:strCache></c:strRef></c:tx><c:cat><c:numRef><c:numCache><c:formatCode>d/m/yyyy</c:formatCode>${points('46053')}</c:numCache></c:numRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${points('0.125')}</c:numCache></c:numRef></c:val></c:ser>`;
		const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${frame(`${title('Sales')}<c:plotArea><c:barChart>${series}</c:barChart><c:valAx>${title('of all ships')}</c:valAx></c:plotArea>`)}</c:chartSpace>`;
		const body = [
			paragraph(field('SYMBOL 254 \\f Wingdings') + run(' Paid')),
			paragraph(
				field(String.raw`EQ \o\ad(\s\up 9(とうきょう),東京)`) +
					field(String.raw`EQ \f(1,2)`) +
					run(' t'),
			),
			paragraph(nested + run(' Smith')),
			paragraph(
				'<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>',
			),
			paragraph(
				'<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId8"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
			),
		].join('');
		const document = await wordDocument(body, {
			...relations(['rId8', 'chart', 'charts/chart1.xml']),
			'word/charts/chart1.xml': chart,
		});
		const { markdown, warnings } = await read('drawn.docx', document);
		expect(markdown).toBe(
			'☑ Paid\n\n東京(とうきょう)1/2 t\n\nMr Smith\n\nDRAFT\n\n**Sales (of all ships)**\n\n|  | Share |\n| --- | --- |\n| 31/1/2026 | 12.5% |',
		);
		expect(warnings).toEqual([]);
	});

	it('with signs of a font that it does not name says so', async () => {
		const body = paragraph(run('Paid: \uf0fe'));
		const { markdown, warnings } = await read('sign.docx', await wordDocument(body));
		expect(markdown).toBe('Paid: ▯');
		expect(warnings).toEqual(['Symbols of fonts without letters are shown as ▯.']);
	});

	it('with words that the document library passes over says how many, and which', async () => {
		const body =
			paragraph(run('Shown.')) +
			`<w:unknown>${paragraph(run('Silently lost sentence.'))}</w:unknown>`;
		const { markdown, warnings } = await read('unknown.docx', await wordDocument(body));
		expect(markdown).toBe('Shown.');
		expect(warnings).toEqual([
			"Of the document's 4 words, 3 are missing from the Markdown: silently, lost, sentence.",
		]);
	});
});

describe('an OpenDocument file', () => {
	it('has remarks without attributes as notes, readings, form answers, equations and running lines', async () => {
		const body = [
			'<office:forms><form:checkbox form:id="c1" form:label="Accept" form:current-state="checked"/></office:forms>',
			'<text:p>The price is <office:annotation><dc:creator>Eva</dc:creator><text:p>please check</text:p></office:annotation>950 EUR.</text:p>',
			'<text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby></text:p>',
			'<text:p><draw:control draw:control="c1"/></text:p>',
			'<text:p>Area <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> in m²</text:p>',
			'<text:p text:style-name="P9">Hidden</text:p>',
		].join('');
		const document = await openDocument('text', {
			body,
			styles:
				'<style:style style:name="P9" style:family="paragraph"><style:text-properties text:display="none"/></style:style>',
			masterPages:
				'<style:master-page style:name="Standard"><style:header><text:p>Quotation Q-118</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page>',
			parts: {
				'Object 1/content.xml':
					'<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><msup><mi>r</mi><mn>2</mn></msup><annotation encoding="StarMath 5.0">r^2</annotation></semantics></math>',
			},
		});
		const { markdown, warnings } = await read('all.odt', document);
		expect(markdown).toBe(
			[
				'Quotation Q-118',
				'The price is[^remark-1] 950 EUR.',
				'東京(とうきょう)',
				'☒ Accept',
				'Area $r^{2}$ in m²',
				'Page 1',
				'[^remark-1]: Eva: please check',
			].join('\n\n'),
		);
		expect(warnings).toEqual(['Text that is formatted as hidden was left out.']);
	});

	it('keeps the notes of the last slide, cells without bullets and what the master shows', async () => {
		const notes = (text: string) =>
			`<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></presentation:notes>`;
		const list = (text: string) =>
			`<table:table-cell><text:list><text:list-item><text:p>${text}</text:p></text:list-item></text:list></table:table-cell>`;
		const frame = (content: string) =>
			`<draw:frame><draw:text-box><text:p>${content}</text:p></draw:text-box></draw:frame>`;
		const body = [
			`<draw:page draw:master-page-name="M1">${frame('First')}${notes('Note one')}</draw:page>`,
			`<draw:page draw:master-page-name="M1"><draw:frame><table:table><table:table-column table:number-columns-repeated="2"/><table:table-row>${list('North')}${list('12')}</table:table-row></table:table></draw:frame>${notes('Note two')}</draw:page>`,
		].join('');
		const document = await openDocument('presentation', {
			body,
			masterPages: `<style:master-page style:name="M1">${frame('Harbour Ltd.')}</style:master-page>`,
		});
		const { pages } = await read('notes.odp', document);
		expect(pages?.map(({ markdown }) => markdown)).toEqual([
			'First\n\nHarbour Ltd.\n\n> Note one',
			'| North | 12 |\n| --- | --- |\n\n> Note two',
		]);
	});
});

describe('a picture beside text', () => {
	it('is said not to have been read', async () => {
		const bytes = await readFile(join(PROGRAMS, 'figures.docx'));
		const { warnings } = await read('figures.docx', bytes);
		expect(warnings).toEqual([
			'The document contains a picture; on pages with text they were not read. The mode ocr reads them.',
		]);
	});

	it('in rich text is, too, and so is an embedded object', async () => {
		const png = (await readFile(join(PROGRAMS, '../scans/page.png'))).toString('hex');
		const object = String.raw`{\object\objemb{\*\objclass Excel.Sheet.12}{\*\objdata 0105}{\result x}}`;
		const text = String.raw`{\rtf1\ansi Before {\pict\pngblip ${png}} after ${object}\par}`;
		const { warnings } = await read('figures.rtf', text);
		expect(warnings).toEqual([
			'The document contains an embedded object, such as a sheet or chart, that was not read. Save it as DOCX and send that.',
			'The document contains a picture; on pages with text they were not read. The mode ocr reads them.',
		]);
	});
});

describe('a workbook', () => {
	const sheetOf = (...rows: unknown[][]) => utils.aoa_to_sheet(rows);
	const bytesOf = (sheets: Record<string, ReturnType<typeof sheetOf>>): Buffer => {
		const book = utils.book_new();
		for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
		return write(book, { type: 'buffer', bookType: 'xlsx' });
	};

	it('has long numbers in full, dates in its language, and names formulas without a value', async () => {
		const sheet = sheetOf(
			['Article', 4_006_381_333_931, 0.000_000_123],
			['Phone', 491_701_234_567, 0.1 + 0.2],
			['Date', { t: 'n', v: 46_093, z: '[$-407]dddd, d. mmmm yyyy' }, null],
		);
		sheet['C3'] = { t: 'z', f: 'SUM(B1:B2)' };
		const { markdown, warnings } = await read('numbers.xlsx', bytesOf({ Numbers: sheet }));
		expect(markdown).toContain('| Article | 4006381333931 | 0.000000123 |');
		expect(markdown).toContain('| Phone | 491701234567 | 0.3 |');
		expect(markdown).toContain('| Date | Donnerstag, 12. März 2026 |');
		expect(warnings).toEqual([
			expect.stringMatching(/^The sheet "Numbers" has 1 formula without a stored value: C3 /),
		]);
	});

	it('leaves out hidden sheets, rows and columns alike and names them', async () => {
		const sheet = sheetOf(['Name', 'Salary'], ['Ann', 100], ['Bob', 200]);
		sheet['!rows'] = [{}, {}, { hidden: true }];
		sheet['!cols'] = [{}, { hidden: true }];
		const { markdown, warnings } = await read('hidden.xlsx', bytesOf({ Plan: sheet }));
		expect(markdown).toBe('## Plan\n\n| Name |\n| --- |\n| Ann |');
		expect(warnings).toEqual(['In the sheet "Plan" the hidden row 3 and column B were left out.']);
	});

	it('counts days from the year that it states, and keeps whole numbers of 16 figures', async () => {
		const sheet = sheetOf(['Due', 'Card', 'Hours'], [44_628, 4_111_111_111_111_111, 1.5]);
		sheet['A2'].z = 'dd.mm.yyyy';
		sheet['C2'].z = '[h]:mm';
		const book = utils.book_new();
		utils.book_append_sheet(book, sheet, 'Plan');
		book.Workbook = { WBProps: { date1904: true } };
		const { markdown } = await read('mac.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }));
		expect(markdown).toContain('| 09.03.2026 | 4111111111111111 | 36:00 |');
	});

	it('has the cells of OpenDocument as shown there, what is hidden left out, drawings beside', async () => {
		const cell = (content: string, type = 'office:value-type="string"') =>
			`<table:table-cell ${type}>${content}</table:table-cell>`;
		const row = (cells: string, visibility = 'visible') =>
			`<table:table-row table:visibility="${visibility}">${cells}</table:table-row>`;
		const box = (text: string) =>
			`<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
		const chart = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';
		const price = cell(
			'<text:p>1.204,50 €</text:p>',
			'office:value-type="float" office:value="1204.5"',
		);
		const table = (name: string, style: string, rows: string) =>
			`<table:table table:name="${name}" table:style-name="${style}"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>${rows}</table:table>`;
		const secret = cell('<text:p>secret</text:p>');
		const rows = [
			row(cell('<text:p>Item</text:p>') + secret + cell('<text:p>Price</text:p>')),
			row(cell(`${box('Sold out')}<text:p>Bolt</text:p>`) + secret + price),
			row(secret, 'filter'),
			row(cell(chart)),
		].join('');
		const document = await openDocument('spreadsheet', {
			styles:
				'<style:style style:name="no" style:family="table"><style:table-properties table:display="false"/></style:style>',
			body: table('Ships &amp; more', 'yes', rows) + table('Costs', 'no', row(secret)),
			parts: {
				'Object 1/content.xml':
					'<office:document-content><office:chart><chart:title><text:p>Crew by ship</text:p></chart:title><chart:axis><chart:title><text:p>Sailors</text:p></chart:title></chart:axis><table:table table:name="local-table"/></office:chart></office:document-content>',
			},
		});
		const { markdown, warnings } = await read('ships.ods', document);
		expect(markdown).toBe(
			'## Ships & more\n\n| Item | Price |\n| --- | --- |\n| Bolt | 1.204,50 € |\n\nSold out\n\nCrew by ship\n\nSailors',
		);
		expect(warnings).toEqual([
			'The sheet "Costs" is hidden and was left out.',
			'In the sheet "Ships & more" the hidden row 3 and column B were left out.',
		]);
	});

	it('has remarks, text boxes, titles of charts and running lines with the sheet', async () => {
		const sheet = sheetOf(['Ship', 'Crew'], ['Anna', 12]);
		sheet['B2'].c = [{ a: 'Eva', t: 'Really?' }];
		const parts = unzipSync(bytesOf({ Fleet: sheet }));
		const name = 'xl/worksheets/sheet1.xml';
		const xml = strFromU8(parts[name] ?? new Uint8Array());
		const frame =
			'<headerFooter><oddHeader>&amp;LOffer Q-118&amp;RPage &amp;P of &amp;N</oddHeader></headerFooter>';
		const texts = (...lines: string[]) =>
			lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');
		const rels = 'xl/worksheets/_rels/sheet1.xml.rels';
		const related = strFromU8(parts[rels] ?? new Uint8Array());
		const relation = (id: string, type: string, target: string) =>
			`<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
		const file = await zip({
			...Object.fromEntries(
				Object.entries(parts).map(([part, bytes]) => [part, Buffer.from(bytes)]),
			),
			[name]: xml.replace('</worksheet>', `${frame}</worksheet>`),
			[rels]: related.replace(
				'</Relationships>',
				`${relation('rId90', 'drawing', '/xl/drawings/drawing9.xml')}</Relationships>`,
			),
			'xl/drawings/drawing9.xml': `<xdr:wsDr><xdr:sp><xdr:txBody>${texts('Valid until', '31 March')}</xdr:txBody></xdr:sp></xdr:wsDr>`,
			'xl/drawings/_rels/drawing9.xml.rels': `<Relationships xmlns="${RELATIONSHIPS}">${relation('rId1', 'chart', '../charts/chart1.xml')}${relation('rId2', 'diagramData', '../diagrams/data1.xml')}</Relationships>`,
			'xl/diagrams/data1.xml': `<dgm:dataModel><dgm:pt><dgm:t>${texts('Captain')}</dgm:t></dgm:pt></dgm:dataModel>`,
			'xl/charts/chart1.xml': `<c:chart><c:title>${texts('Crew by ship')}</c:title></c:chart>`,
		});
		const { markdown, warnings } = await read('fleet.xlsx', file);
		expect(markdown).toBe(
			'## Fleet\n\nOffer Q-118\n\n| Ship | Crew |\n| --- | --- |\n| Anna | 12[^remark-1] |\n\n' +
				'Valid until\\\n31 March\n\nCrew by ship\n\nCaptain\n\n[^remark-1]: Eva: Really?',
		);
		expect(warnings).toEqual([]);
	});
});

describe('a text file', () => {
	it.each([
		['shift_jis', '名前,年齢\n佐藤太郎,30\n'],
		['gb18030', '名称,数量\n螺栓,12\n'],
		['euc-kr', '이름,나이\n김철수,30\n'],
		['cp866', 'Город,Дата\nМосква,2026\n'],
		['windows-1251', 'Город,Дата\nМосква,2026\n'],
		['macintosh', 'Straße,Stadt\nMühlenweg 4,Köln\n'],
		['windows-1252', 'Straße,Stadt\nMühlenweg 4,Köln\n'],
		['cp850', 'Straße,Stadt\nMühlenweg 4,Köln\n'],
		['cp437', 'Größe,Länge\n12,40\n'],
		['cp852', 'Ulica,Miasto\nŚwiętej Łucji,Łódź\n'],
		['utf-16le', 'Name,City\nAnn,Köln\n'],
		['utf-16be', 'Name,City\nAnn,Köln\n'],
	])(
		'of few words in %s is read in its letters, with nothing that states the encoding',
		async (encoding, text) => {
			const { markdown } = await read('short.csv', iconv.encode(text, encoding, { addBOM: false }));
			const [[, head = ''] = [], [, row = ''] = []] = text.split('\n').map((line) => ['', line]);
			expect(markdown).toBe(
				`| ${head.replace(',', ' | ')} |\n| --- | --- |\n| ${row.replace(',', ' | ')} |`,
			);
		},
	);

	it('has its numbers as written, its letters as stated, and no signs of terminals', async () => {
		const json = await read('a.json', '{"id":12345678901234567890,"price":1.10,"far":1e400}');
		const xml = await read(
			'a.xml',
			Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>Grüße</a>', 'latin1'),
		);
		const log = await read('a.log', '\u001b[31mERROR\u001b[0m code 5');
		expect(json.markdown).toContain(
			'"id": 12345678901234567890,\n  "price": 1.10,\n  "far": 1e400',
		);
		expect(xml).toMatchObject({ markdown: expect.stringContaining('<a>Grüße</a>'), warnings: [] });
		expect(log.markdown).toBe('ERROR code 5');
	});

	it('that may be in two encodings says so', async () => {
		const { warnings } = await read('doubt.txt', Buffer.from([0xc4, 0xe8, 0x20, 0xe8, 0xc4]));
		expect(warnings).toEqual([
			expect.stringMatching(
				/^The file does not state its encoding; it was read as \S+, and may be \S+\. /,
			),
		]);
	});

	it('with a byte that is zero is read without it, and says so', async () => {
		const { markdown, warnings } = await read('a.csv', 'name,city\nAnn\0,Bonn\n');
		expect(markdown).toBe('| name | city |\n| --- | --- |\n| Ann | Bonn |');
		expect(warnings).toEqual([
			'The file contains 1 NUL byte, which is not a character and was left out.',
		]);
	});

	it('of lines of JSON is one list, a drawing is its texts', async () => {
		const lines = await read('rows.ndjson', '{"a":1}\n{"a":2}\n');
		expect(lines).toMatchObject({ format: 'json', warnings: [] });
		expect(JSON.parse(lines.markdown?.replace(/```(?:json)?/g, '') ?? '')).toEqual([
			{ a: 1 },
			{ a: 2 },
		]);
		const drawing =
			'<svg xmlns="http://www.w3.org/2000/svg"><title>Note</title><text x="1">Order <tspan>4711</tspan></text><path d="M0 0"/><text>1 &lt; 2</text></svg>';
		const { markdown } = await read('note.svg', drawing);
		expect(markdown).toBe('Note\n\nOrder 4711\n\n1 < 2');
	});
});

describe('a document in one XML file', () => {
	const flat = (kind: string, body: string) =>
		`<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
	const row = (...cells: string[]) =>
		`<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
	const workbook = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Fleet"><Table><Row><Cell><Data ss:Type="String">Ship</Data></Cell><Cell><Data ss:Type="Number">12</Data></Cell></Row></Table></Worksheet></Workbook>`;

	it.each([
		[
			'report.fodt',
			flat('text', '<text:h text:outline-level="1">Report</text:h><text:p>Text</text:p>'),
			'odt',
			'# Report\n\nText',
		],
		[
			'fleet.fods',
			flat('spreadsheet', `<table:table table:name="Fleet">${row('Ship', '12')}</table:table>`),
			'ods',
			'## Fleet\n\n| Ship | 12 |\n| --- | --- |',
		],
		['fleet.xml', workbook, 'xls', '## Fleet\n\n| Ship | 12 |\n| --- | --- |'],
	])('is read as the document that it is: %s', async (fileName, content, format, expected) => {
		expect(await read(fileName, content)).toMatchObject({ format, markdown: expected });
	});

	it('of Word 2003 is refused with what to do', async () => {
		const { error } = await read('old.xml', '<?xml version="1.0"?><w:wordDocument xmlns:w="x"/>');
		expect(error).toMatch(/Word 2003 XML, which is not read\. Save it as DOCX/);
	});
});

const INVITATION = [
	'BEGIN:VCALENDAR',
	'METHOD:REQUEST',
	'BEGIN:VEVENT',
	'SUMMARY:Planning',
	'DTSTART;TZID=Europe/Berlin:20260319T140000',
	'DTEND;TZID=Europe/Berlin:20260319T150000',
	'LOCATION:Room 4',
	'ORGANIZER;CN=Ann:mailto:ann@example.org',
	'ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@example.org',
	'DESCRIPTION:Bring the plans.\\nAll of them.',
	'END:VEVENT',
	'END:VCALENDAR',
].join('\r\n');
const EVENT =
	'- **Start:** 2026-03-19T14:00:00 (Europe/Berlin)\n- **End:** 2026-03-19T15:00:00 (Europe/Berlin)\n' +
	'- **Place:** Room 4\n- **Organizer:** Ann \\<ann@example.org>\n' +
	'- **Attendees:** Bob \\<bob@example.org> (accepted)\n\nBring the plans.\nAll of them.';
const mail = (subject: string, ...parts: string[]) =>
	`From: Ann <ann@example.org>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((each) => `--b\r\n${each}\r\n`).join('')}--b--\r\n`;

describe('mail and calendars', () => {
	it('an invitation says when, where and who, in a mail once, and as a file', async () => {
		const calendar = `Content-Type: text/calendar; method=REQUEST\r\n\r\n${INVITATION}`;
		const attached = `Content-Type: application/ics; name=invite.ics\r\nContent-Disposition: attachment; filename=invite.ics\r\n\r\n${INVITATION}`;
		const message = mail(
			'Plan',
			'Content-Type: text/plain\r\n\r\nPlease join.',
			calendar,
			attached,
		);
		const eml = await read('invite.eml', message);
		expect(eml.markdown).toBe(
			`# Plan\n\n- **From:** Ann \\<ann@example.org>\n\nPlease join.\n\n## Planning\n\n${EVENT}`,
		);
		expect(await read('invite.ics', INVITATION)).toMatchObject({
			format: 'ics',
			markdown: `# Planning\n\n${EVENT}`,
		});
	});

	it.each([
		[
			'3.0',
			'N:Müller;Anna\nFN:Anna Müller\nTEL;TYPE=WORK:+49 221 1\nADR;TYPE=WORK:;;Weg 4;Köln;;50667;DE',
		],
		[
			'2.1',
			'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Anna\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Anna M=C3=\n=BCller\nTEL;WORK;VOICE:+49 221 1\nADR;WORK:;;Weg 4;Köln;;50667;DE',
		],
	])(
		'contact cards of the version %s have names, numbers and addresses',
		async (version, lines) => {
			const card = `BEGIN:VCARD\nVERSION:${version}\n${lines}\nEND:VCARD\n`;
			const { markdown } = await read('contact.vcf', card);
			expect(markdown).toBe(
				'# Anna Müller\n\n- **Phone (work):** +49 221 1\n- **Address (work):** Weg 4, Köln, 50667, DE',
			);
		},
	);

	it('a mail says who gets an answer and a hidden copy, where that is somebody else', async () => {
		const head = 'From: Shop <shop@example.org>\r\nTo: Bob <bob@example.org>\r\nSubject: Order\r\n';
		const answer =
			'Reply-To: Service <help@example.org>,\r\n =?utf-8?q?B=C3=BCro?= <office@example.org>\r\n';
		const facts =
			'- **Reply-To:** Service \\<help@example.org>, Büro \\<office@example.org>\n- **To:** Bob \\<bob@example.org>';
		const eml = await read('order.eml', `${head}${answer}Bcc: eve@example.org\r\n\r\nThanks.\r\n`);
		expect(eml.markdown).toBe(
			`# Order\n\n- **From:** Shop \\<shop@example.org>\n${facts}\n- **Bcc:** eve@example.org\n\nThanks.`,
		);
		const same = await read(
			'same.eml',
			`${head}Reply-To: Shop <shop@example.org>\r\n\r\nThanks.\r\n`,
		);
		expect(same.markdown).not.toContain('Reply');
		const outlook = (streams: Record<string, string>) =>
			compoundFile({
				'__properties_version1.0': Buffer.alloc(32),
				'__substg1.0_0037001F': Buffer.from('Order', 'utf16le'),
				'__substg1.0_0C1A001F': Buffer.from('Shop', 'utf16le'),
				...Object.fromEntries(
					Object.entries(streams).map(([tag, value]) => [
						`__substg1.0_${tag}`,
						Buffer.from(value, 'utf16le'),
					]),
				),
			});
		const received = await read('received.msg', outlook({ '007D001F': `${head}${answer}\r\n` }));
		expect(received.markdown).toContain(facts.split('\n')[0]);
		const draft = await read('draft.msg', outlook({ '0050001F': 'Service Desk;Office' }));
		expect(draft.markdown).toContain('- **Reply-To:** Service Desk, Office');
	});

	it('a mail is read in its letters whatever it names, and by both of its texts where they differ', async () => {
		const mail = (charset: string, encoding: string) =>
			iconv.encode(
				`Subject: x\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGrüße für zwölf Schiffe in der Straße\r\n`,
				encoding,
			);
		const both = (plain: string) =>
			`Subject: x\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>The code is in the plain part</p>\r\n--b--\r\n`;
		const texts = await Promise.all([
			read('a.eml', mail('us-ascii', 'utf8')),
			read('b.eml', mail('utf-8', 'windows-1252')),
			read('c.eml', mail('iso-8859-1', 'windows-1252')),
			read('d.eml', both('Your number: 4711-X')),
			read('e.eml', both('The code is in the plain part')),
		]);
		const text = '# x\n\nGrüße für zwölf Schiffe in der Straße';
		const html = '# x\n\nThe code is in the plain part';
		expect(texts.map(({ markdown }) => markdown)).toEqual([
			text,
			text,
			text,
			`${html}\n\n## Plain text\n\nYour number: 4711-X`,
			html,
		]);
	});

	it('what Outlook packed for itself (winmail.dat) is read with its mail, as its message', async () => {
		const csv = Buffer.from('Port,Low water\nBergen,06:12\n');
		const inner = outlookPacket({
			properties: [
				[0x0037001f, 'Pilots'],
				[0x1000001f, 'Two pilots.'],
			],
		});
		const packet = outlookPacket({
			properties: [
				[0x0037001f, 'Tide tables'],
				[0x10130102, Buffer.from('<p>Low water at <b>six</b>.</p>')],
			],
			files: [
				{ name: 'tides.csv', content: csv },
				{
					name: '',
					content: Buffer.alloc(0),
					properties: [
						[0x3701000d, Buffer.concat([Buffer.alloc(16), inner])],
						[0x3001001f, 'Pilots'],
					],
				},
			],
		});
		const files =
			'## Attachments\n\n- tides.csv (1 KB)\n\n## tides.csv\n\n| Port | Low water |\n| --- | --- |\n| Bergen | 06:12 |\n\n## Pilots\n\nTwo pilots.';
		const alone = await read('winmail.dat', packet);
		expect(alone).toMatchObject({
			format: 'tnef',
			markdown: `# Tide tables\n\nLow water at **six**.\n\n${files}`,
			warnings: [],
		});
		const mail = (content: Buffer) =>
			`From: Ann <ann@example.org>\r\nSubject: Tide tables\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nLow water at six.\r\n\r\nList: tides\r\n--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n--b--\r\n`;
		const sent = await read('sent.eml', mail(packet));
		expect(sent).toMatchObject({
			markdown: `# Tide tables\n\n- **From:** Ann \\<ann@example.org>\n\nLow water at **six**.\n\nList: tides\n\n${files}`,
			warnings: [],
		});
		const cut = await read('cut.eml', mail(packet.subarray(0, -10)));
		expect(cut.warnings).toEqual([expect.stringMatching(/^The Outlook package is damaged/)]);
	});

	it('a report of delivery says why; an answer to an invitation says that it is one', async () => {
		const report = await read(
			'bounce.eml',
			'Subject: x\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nNot delivered\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nDiagnostic-Code: smtp; 550 No such user\r\n--b--\r\n',
		);
		expect(report.markdown).toContain('Diagnostic-Code: smtp; 550 No such user');
		const reply = await read(
			'reply.ics',
			'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:COUNTER\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Plan\r\nDTSTART:20260310T140000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
		);
		expect(reply.markdown).toMatch(/^An attendee proposes this instead\.\n\n# Plan/);
	});

	it('a mail that is encrypted is said to be; a calendar says what moves, which days and when it is busy', async () => {
		const encrypted = await read(
			'secret.eml',
			'Subject: x\r\nContent-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\nContent-Type: application/octet-stream; name="a.asc"\r\n\r\nabc\r\n--b--\r\n',
		);
		const inPlace = await read(
			'pgp.eml',
			'Subject: x\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n',
		);
		expect(inPlace.warnings).toEqual(encrypted.warnings);
		const entry = (kind: string, ...lines: string[]) =>
			[`BEGIN:${kind}`, 'UID:1', 'DTSTAMP:20260301T000000Z', ...lines, `END:${kind}`].join('\r\n');
		const calendar = [
			'BEGIN:VCALENDAR',
			'VERSION:2.0',
			entry(
				'VEVENT',
				'RECURRENCE-ID:20260413T140000Z',
				'DTSTART;VALUE=DATE:20260414',
				'DTEND;VALUE=DATE:20260416',
				'SUMMARY:Fair',
				'X-ALT-DESC;FMTTYPE=text/html:<p>Hall <b>4</b></p>',
			),
			entry('VFREEBUSY', 'FREEBUSY:20260310T120000Z/20260310T130000Z'),
			'END:VCALENDAR',
		].join('\r\n');
		const { markdown } = await read('fair.ics', calendar);
		expect(encrypted.warnings).toEqual([
			'The text of the message is encrypted and was not read. Decrypt it and send that.',
		]);
		expect(markdown).toBe(
			'# Fair\n\n- **Instead of:** 2026-04-13T14:00:00Z\n- **Start:** 2026-04-14\n- **End:** 2026-04-15\n\nHall **4**\n\n# Event\n\n- **Busy:** 2026-03-10T12:00:00Z/2026-03-10T13:00:00Z',
		);
	});

	it('a mailbox is its messages, a page each, decoded', async () => {
		const box = [
			'From ann@example.org Thu Mar 12 10:00:00 2026',
			'From: Ann <ann@example.org>',
			'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
			'Content-Type: text/plain; charset=utf-8',
			'Content-Transfer-Encoding: base64',
			'',
			'R3LDvMOfZSBhdXMgS8O2bG4=',
			'',
			'From bob@example.org Thu Mar 12 11:00:00 2026',
			'Subject: Re',
			'From: Bob <bob@example.org>',
			'',
			'>From the start: thanks',
			'',
		].join('\n');
		const { pages, format } = await read('two.mbox', box);
		expect(format).toBe('mbox');
		expect(pages?.map(({ markdown }) => markdown)).toEqual([
			'# Grüße\n\n- **From:** Ann \\<ann@example.org>\n\nGrüße aus Köln',
			'# Re\n\n- **From:** Bob \\<bob@example.org>\n\nFrom the start: thanks',
		]);
	});

	it('a signed mail and a signed file are read by what was signed; a signature alone is none', async () => {
		const tag = (number: number, ...content: Buffer[]) => {
			const body = Buffer.concat(content);
			return Buffer.concat([
				Buffer.from([number, 0x82, body.length >> 8, body.length & 0xff]),
				body,
			]);
		};
		const number = (...bytes: number[]) => Buffer.from([0x06, bytes.length, ...bytes]);
		const PKCS7 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07];
		const signed = (...content: Buffer[]) =>
			tag(
				0x30,
				number(...PKCS7, 2),
				tag(
					0xa0,
					tag(
						0x30,
						Buffer.from([0x02, 0x01, 0x01]),
						tag(0x31),
						tag(0x30, number(...PKCS7, 1), ...content),
					),
				),
			);
		const pieces = (text: string) =>
			tag(
				0xa0,
				tag(
					0x24,
					tag(0x04, Buffer.from(text.slice(0, 40))),
					tag(0x04, Buffer.from(text.slice(40))),
				),
			);
		const entity = 'Content-Type: text/plain; charset=utf-8\r\n\r\nThe signed offer: 950 EUR.\r\n';
		const base64 = signed(pieces(entity)).toString('base64');
		const message = `From: Ann <ann@example.org>\r\nSubject: Offer\r\nMIME-Version: 1.0\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=smime.p7m\r\n\r\n${base64}\r\n`;
		const eml = await read('signed.eml', message);
		expect(eml.markdown).toBe(
			'# Offer\n\n- **From:** Ann \\<ann@example.org>\n\nThe signed offer: 950 EUR.',
		);
		const invoice = await read(
			'invoice.xml.p7m',
			signed(pieces(`<?xml version="1.0"?><Invoice><Total>950</Total></Invoice>`)),
		);
		expect(invoice).toMatchObject({ format: 'p7m', warnings: [] });
		expect(invoice.markdown).toContain('<Total>950</Total>');
		const alone = await read('smime.p7s', signed());
		expect(alone.error).toMatch(/^The file contains only a signature or certificate\./);
	});
});

describe('a document of Word 97 with changes', () => {
	it('reads as it would with all of them taken, without hidden text', async () => {
		const changes = gunzipSync(await readFile(join(PROGRAMS, 'changes.doc.gz')));
		expect(await read('changes.doc', changes)).toMatchObject({
			markdown:
				'Inserted kept\n\nmoved here\n\n| r1 | v1 |\n| --- | --- |\n| dead row | dead |\n| new row | v3 |\n| cell kept | 10 |\n\njoined\n\nwith next\n\nshown',
			warnings: ['Text that is formatted as hidden was left out.'],
		});
	});
});

describe('a presentation with a hidden slide', () => {
	const HIDDEN = 'Slide 2 is hidden in the slide show, but was read.';

	it.each(['voyage.pptx', 'voyage.odp', 'voyage.ppt'])(
		'is read whole, with its notes, its link and no place of a number, and says so: %s',
		async (name) => {
			const stored = await readFile(join(PROGRAMS, name.endsWith('.ppt') ? `${name}.gz` : name));
			const file = name.endsWith('.ppt') ? gunzipSync(stored) : stored;
			const { markdown, warnings } = await read(name, file);
			const link = '[tide tables](https://example.com/tides)';
			for (const words of ['Voyage plan', link, '> Greet the pilot.', 'Reserve route'])
				expect(markdown).toContain(words);
			expect(markdown).toContain('| Port | Depth |\n| --- | --- |\n| Bergen | 11 m |');
			expect(markdown).toMatch(/> Mind the sandbank\.(?:\n\n## Links\n\n- [^\n]*)?$/);
			expect(markdown).not.toMatch(/number|\\\*/);
			expect(warnings).toEqual([HIDDEN]);
		},
	);

	it('or a hidden shape is read whole, and says so', async () => {
		const stored = Object.entries(unzipSync(await presentation()));
		const parts = Object.fromEntries(
			stored.map(([name, content]) => [
				name,
				name.endsWith('slide2.xml')
					? strFromU8(content).replace('name="table"', 'name="table" hidden="1"')
					: strFromU8(content),
			]),
		);
		const { markdown, warnings } = await read('shapes.pptx', await zip(parts));
		expect(markdown).toContain('| North | 12 |');
		expect(warnings).toEqual(['Slide 2 has text in hidden shapes; it was read, too.']);
	});

	it('says the numbers that slides have there, not those of their files, and nothing where none is', async () => {
		const parts = unzipSync(await presentation());
		const hide = (name: string, show: string) => ({
			[name]: strToU8(
				strFromU8(parts[name] ?? new Uint8Array()).replace('<p:sld ', `<p:sld ${show} `),
			),
		});
		const list = 'ppt/presentation.xml';
		const turned = strFromU8(parts[list] ?? new Uint8Array()).replace(
			/(<p:sldId .*?\/>)(<p:sldId .*?\/>)/,
			'$2$1',
		);
		const pack = (changed: Record<string, Uint8Array>) =>
			Buffer.from(zipSync({ ...parts, ...changed, [list]: strToU8(turned) }));
		const first = await read('turned.pptx', pack(hide('ppt/slides/slide2.xml', 'show="false"')));
		expect(first.warnings).toEqual(['Slide 1 is hidden in the slide show, but was read.']);
		expect(first.pages?.[0]?.markdown).toContain('Ships');
		const both = {
			...hide('ppt/slides/slide1.xml', 'show="0"'),
			...hide('ppt/slides/slide2.xml', "show='0'"),
		};
		expect((await read('both.pptx', pack(both))).warnings).toEqual([
			'Slides 1, 2 are hidden in the slide show, but were read.',
		]);
		const shown = pack(hide('ppt/slides/slide1.xml', 'show="1"'));
		expect((await read('shown.pptx', shown)).warnings).toEqual([]);
	});
});

describe('items of Outlook', () => {
	const APPOINTMENT = '00062002-0000-0000-c000-000000000046';
	const TASK = '00062003-0000-0000-c000-000000000046';
	const ADDRESS = '00062004-0000-0000-c000-000000000046';
	const COMMON = '00062008-0000-0000-c000-000000000046';
	const WORDS = '00020329-0000-0000-c000-000000000046';
	const FRIDAYS = Buffer.alloc(54);
	const SUBJECT = 0x0037;
	const BODY = 0x1000;

	/** A member of a list with a name and an address of its own; Outlook wraps those of its address book. */
	const member = (name: string, address: string, wrapper = Buffer.alloc(0)) =>
		Buffer.concat([
			wrapper,
			Buffer.alloc(4),
			Buffer.from('812b1fa4bea310199d6e00dd010f540200000180', 'hex'),
			Buffer.from(`${name}\0SMTP\0${address}\0`, 'utf16le'),
		]);

	it.each<[string, ItemProperty[], string[]]>([
		[
			'IPM.Appointment',
			[
				[SUBJECT, 'Tide meeting'],
				[BODY, 'Bring the register.'],
				[[APPOINTMENT, 0x820d], new Date('2026-04-17T08:00:00Z')],
				[[APPOINTMENT, 0x820e], new Date('2026-04-17T09:30:00Z')],
				[[APPOINTMENT, 0x8208], 'Quay 4'],
				[[APPOINTMENT, 0x8215], true],
				[[APPOINTMENT, 0x8205], 3],
				[[APPOINTMENT, 0x8232], 'every Friday'],
				[[APPOINTMENT, 0x8216], FRIDAYS],
				[[COMMON, 0x8503], true],
				[[COMMON, 0x8501], 15],
				[
					[WORDS, 'Keywords'],
					['Red', 'Tide, low'],
				],
			],
			[
				'# Tide meeting',
				'- **Start:** 2026-04-17T08:00:00.000Z\n- **End:** 2026-04-17T09:30:00.000Z\n- **Place:** Quay 4\n- **All day:** yes\n- **Repeats:** every Friday\n- **Recurrence:** the rule, and days left out or moved, were not read\n- **Shown as:** out of office\n- **Categories:** Red, Tide, low\n- **Reminder:** 15 minutes before',
				'Bring the register.',
			],
		],
		[
			'IPM.Appointment',
			[
				[SUBJECT, 'Tide meeting'],
				[[APPOINTMENT, 0x8216], FRIDAYS],
				[[WORDS, 'Keywords'], ['Y']],
			],
			[
				'# Tide meeting',
				'- **Recurrence:** the rule, and days left out or moved, were not read\n- **Categories:** Y',
			],
		],
		[
			'IPM.Task',
			[
				[SUBJECT, 'Paint the buoy'],
				[[TASK, 0x8104], new Date('2026-05-01T00:00:00Z')],
				[[TASK, 0x8105], new Date('2026-05-08T00:00:00Z')],
				[[TASK, 0x8101], 1],
				[[TASK, 0x8102], 0.25],
				[[TASK, 0x811f], 'Anna Berg'],
				[[TASK, 0x8110], 90],
			],
			[
				'# Paint the buoy',
				'- **Start:** 2026-05-01\n- **Due:** 2026-05-08\n- **Status:** in progress\n- **Done:** 25 %\n- **Owner:** Anna Berg\n- **Estimated:** 90 minutes',
			],
		],
		[
			'IPM.Contact',
			[
				[0x3001, 'Anna Berg'],
				[0x3a16, 'Harbour office'],
				[0x3a08, '+47 1'],
				[0x3a1b, '+47 2'],
				[[ADDRESS, 0x8083], 'anna@example.com'],
				[[ADDRESS, 0x8093], 'berg@example.org'],
				[[ADDRESS, 0x801a], 'Quay 5, Bergen'],
				[0x3a42, new Date('1980-02-03T00:00:00Z')],
				[0x3a51, 'https://example.com'],
			],
			[
				'# Anna Berg',
				'- **Organization:** Harbour office\n- **E-mail:** anna@example.com\n- **Phone (work):** +47 1\n- **E-mail:** berg@example.org\n- **Phone (work):** +47 2\n- **Address (home):** Quay 5, Bergen\n- **Link:** https://example.com\n- **Birthday:** 1980-02-03',
			],
		],
		[
			'IPM.StickyNote',
			[
				[SUBJECT, 'Buy rope'],
				[BODY, 'Buy rope\r\n20 m'],
			],
			['# Buy rope', 'Buy rope\n20 m'],
		],
		[
			'IPM.DistList',
			[
				[SUBJECT, 'Pilots'],
				[
					[ADDRESS, 0x8054],
					[member('Anna Berg', 'anna@example.com'), member('Größe', 'g@example.com')],
				],
				[
					[ADDRESS, 0x8055],
					[member('Anna Berg', 'anna@example.com', Buffer.alloc(21, 7)), Buffer.alloc(40, 1)],
				],
			],
			[
				'# Pilots',
				'- **Member:** Anna Berg \\<anna@example.com>\n- **Member:** Größe \\<g@example.com>',
			],
		],
	])('say all that people see of them: %s', async (messageClass, properties, parts) => {
		const { markdown } = await read('item.msg', outlookItem(messageClass, properties));
		expect(markdown).toBe(parts.join('\n\n'));
	});
});

it('documents that a mail calls nothing but bytes are read, those of a Macintosh once', async () => {
	const encoded = (content: Buffer) =>
		`Content-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}`;
	const octets = (content: Buffer, name = '') =>
		`Content-Type: application/octet-stream\r\nContent-Disposition: attachment${name && `; filename="${name}"`}\r\n${encoded(content)}`;
	const mixed = (kind: string, boundary: string, ...parts: string[]) =>
		`Content-Type: multipart/${kind}; boundary=${boundary}\r\n\r\n--${boundary}\r\n${parts.join(`\r\n--${boundary}\r\n`)}\r\n--${boundary}--\r\n`;
	const icon = Buffer.alloc(26);
	icon.writeUInt32BE(0x00_05_16_07, 0);
	const mail = mixed(
		'mixed',
		'b',
		octets(await wordDocument(paragraph(run('Low water at six.')))),
		mixed(
			'appledouble',
			'c',
			`Content-Type: application/applefile; name="tides"\r\n${encoded(icon)}`,
			octets(await wordDocument(paragraph(run('High water at noon.'))), 'tides'),
		),
	);
	const { markdown, warnings } = await read('octets.eml', `Subject: Tides\r\n${mail}`);
	expect(markdown?.replaceAll(/\(\d+ KB\)/g, '(KB)')).toBe(
		'# Tides\n\n## Attachments\n\n- application/octet-stream (KB)\n- tides (KB)\n\n## application/octet-stream\n\nLow water at six.\n\n## tides\n\nHigh water at noon.',
	);
	expect(warnings).toEqual([]);
});

describe('a ZIP archive', () => {
	it('of documents is read as they are, a page each under its name; what is none is named', async () => {
		const file = await zip({
			'b/offer.docx': await wordDocument(paragraph(run('Offer 950 EUR'))),
			'a.txt': 'First document',
			'__MACOSX/._a.txt': 'noise',
			'program.bin': Buffer.from([0, 1, 2, 3, 255, 0]),
			'locked.pdf': pdf([{ content: '' }], { isEncrypted: true }),
			'inner.zip': await zip({ 'c.csv': 'Ship,Crew\nAnna,12\n' }),
		});
		const { format, pages, warnings } = await read('docs.zip', file);
		expect(format).toBe('zip');
		expect(pages?.map(({ markdown, error }) => error ?? markdown)).toEqual([
			'# a.txt\n\nFirst document',
			'# b/offer.docx\n\nOffer 950 EUR',
			'# inner.zip\n\n## c.csv\n\n| Ship | Crew |\n| --- | --- |\n| Anna | 12 |',
			expect.stringMatching(/^"locked\.pdf": .*password/),
		]);
		expect(warnings).toEqual(
			expect.arrayContaining([
				'Files in the archive that are not documents were left out: "program.bin".',
			]),
		);
	});

	it('with a password for some of its files is read but for those; for all of them it is refused', async () => {
		// Info-ZIP 3.0: `zip -P` on an archive without, in front of a file without, and on a folder.
		const last =
			'UEsDBAoAAAAAAPYxel3lRnjJCgAAAAoAAAAIAAAAb3Blbi50eHRPcGVuIHRleHQKUEsDBAoACQAAAPYxel0iUniDGAAAAAwAAAAKAAAAc2VjcmV0LnR4dBWzf7onylO3sJsMWzuLXUw5uCdIH6GQslBLBwgiUniDGAAAAAwAAABQSwECHgMKAAAAAAD2MXpd5UZ4yQoAAAAKAAAACAAAAAAAAAABAAAApIEAAAAAb3Blbi50eHRQSwECHgMKAAkAAAD2MXpdIlJ4gxgAAAAMAAAACgAAAAAAAAABAAAApIEwAAAAc2VjcmV0LnR4dFBLBQYAAAAAAgACAG4AAACAAAAAAAA=';
		const first =
			'UEsDBAoACQAAAPYxel0iUniDGAAAAAwAAAAKAAAAc2VjcmV0LnR4dCdj2AD/pgOc8KlVBtMawrtEfRj18OHwz1BLBwgiUniDGAAAAAwAAABQSwMECgAAAAAA9jF6XeVGeMkKAAAACgAAAAgAAABvcGVuLnR4dE9wZW4gdGV4dApQSwECHgMKAAkAAAD2MXpdIlJ4gxgAAAAMAAAACgAAAAAAAAAAAAAApIEAAAAAc2VjcmV0LnR4dFBLAQIeAwoAAAAAAPYxel3lRnjJCgAAAAoAAAAIAAAAAAAAAAEAAACkgVAAAABvcGVuLnR4dFBLBQYAAAAAAgACAG4AAACAAAAAAAA=';
		const folder =
			'UEsDBAoAAAAAAPYxel0AAAAAAAAAAAAAAAAIAAAAbGV0dGVycy9QSwMECgAJAAAA9jF6XcDxe1weAAAAEgAAABAAAABsZXR0ZXJzL2xhdGUudHh0p+wGhsYK9yquJtggzjZ+8sjAlQbaokEZCFK1Zh1rUEsHCMDxe1weAAAAEgAAAFBLAQIeAwoAAAAAAPYxel0AAAAAAAAAAAAAAAAIAAAAAAAAAAAAEADtQQAAAABsZXR0ZXJzL1BLAQIeAwoACQAAAPYxel3A8XtcHgAAABIAAAAQAAAAAAAAAAEAAACkgSYAAABsZXR0ZXJzL2xhdGUudHh0UEsFBgAAAAACAAIAdAAAAIIAAAAAAA==';
		const archive = (packed: string) => Buffer.from(packed, 'base64');
		for (const some of [last, first]) {
			const { pages, warnings } = await read('some.zip', archive(some));
			expect(pages?.map(({ markdown, error }) => error ?? markdown)).toEqual([
				'# open.txt\n\nOpen text',
				'"secret.txt": The file is password-protected. Unpack it and send it as it is.',
			]);
			expect(warnings).toContain(
				'The file "secret.txt" of the archive was not read: The file is password-protected. Unpack it and send it as it is.',
			);
		}
		expect(await read('all.zip', archive(folder))).toMatchObject({
			error: 'The ZIP archive is password-protected. Unpack it and send the documents.',
		});
	});

	it('has the names of older programs, which do not say how they are written', async () => {
		const packed = zipSync({ 'Pr*fung.txt': strToU8('a'), 'Men*.txt': strToU8('b') });
		const bytes = Buffer.from(packed)
			.toString('latin1')
			.replaceAll('Pr*fung', 'Pr\u0081fung')
			.replaceAll('Men*', 'Men\u0081');
		const { markdown } = await read('old.zip', Buffer.from(bytes, 'latin1'));
		expect(markdown).toBe('# Menü.txt\n\nb\n\n# Prüfung.txt\n\na');
	});

	it.each([
		['cp932', '請求書/見積.txt'],
		['cp866', 'Договор/Приложение.txt'],
		['cp852', 'Žluťoučký kůň.txt'],
	])('has the names of other systems, here in %s', async (encoding, name) => {
		const written = iconv.encode(name, encoding);
		const ascii = 'x'.repeat(written.length - 4);
		const packed = Buffer.from(zipSync({ [`${ascii}.txt`]: strToU8('a') })).toString('latin1');
		const bytes = Buffer.from(
			packed.replaceAll(`${ascii}.txt`, written.toString('latin1')),
			'latin1',
		);
		expect(await read('system.zip', bytes)).toMatchObject({
			markdown: `# ${name}\n\na`,
			warnings: [],
		});
	});

	it('of an Apple program is read by its preview, or refused with what to do', async () => {
		const preview = pdf([{ content: textLines([{ text: 'Keynote speech', size: 20 }]) }]);
		const shown = await read(
			'talk.key',
			await zip({ 'Index.zip': 'x', 'QuickLook/Preview.pdf': preview }),
		);
		expect(shown.markdown).toContain('Keynote speech');
		expect(shown.warnings).toEqual([expect.stringMatching(/preview in it, which may lack pages/)]);
		const other = await zip({ 'a.txt': 'text' });
		// The way of packing stands in the file's own head, and in the directory.
		other.writeUInt16LE(14, 8);
		other.writeUInt16LE(14, other.indexOf('PK\x01\x02') + 10);
		expect((await read('lzma.zip', other)).error).toMatch(
			/compressed with LZMA, which is not supported\. Compress/,
		);
		// As Pages and Keynote of 2009 write it.
		const older = { 'index.xml': '<sl:document/>', 'buildVersionHistory.plist': '<plist/>' };
		const letter = await read(
			'letter.pages',
			await zip({ ...older, 'QuickLook/Preview.pdf': preview }),
		);
		expect(letter.markdown).toBe(shown.markdown);
		for (const parts of [older, { 'index.apxl.gz': 'x' }]) {
			const { error } = await read('old.key', await zip(parts));
			expect(error).toMatch(/this one has none\. Export it as PDF/);
		}
		const without = await read('talk2.key', await zip({ 'Index/Document.iwa': 'x' }));
		expect(without.error).toMatch(/this one has none\. Export it as PDF/);
	});

	it.each([
		['locked.zip', 'PK\x03\x04\x14\x00\x01\x00', /truncated/],
		['winmail.dat', '\x78\x9f\x3e\x22\x01\x00\x01', /The Outlook package is damaged/],
		['a.avif', '\0\0\0\x18ftypmif1\0\0\0\0mif1avif', /^AVIF .* Save it as JPEG/],
		['b.avif', '\0\0\0\x14ftypavis\0\0\0\0msf1', /^AVIF .* Save it as JPEG/],
		['c.jxl', '\0\0\0\x0cJXL \r\n\x87\n', /^JPEG XL .* Save it as JPEG/],
		['d.jp2', '\0\0\0\x0cjP  \r\n\x87\n', /^JPEG 2000 .* Save it as JPEG/],
		['notes.one', '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\x00\x00', /OneNote.* Export the page as PDF/],
		['letter.wpd', '\xffWPC\x00\x00\x01', /WordPerfect.* Save it as DOCX or PDF/],
		['files.rar', 'Rar!\x1a\x07\x00', /RAR.* Unpack it/],
	])(
		'and other containers that are not read give the reason and what to do: %s',
		async (fileName, start, reason) => {
			const { error } = await read(fileName, Buffer.from(start, 'latin1'));
			expect(error).toMatch(reason);
		},
	);

	it.each([
		['plan.vsdx', 'visio/document.xml', /Visio drawings are not read\. Export it as PDF/],
		['print.xps', 'FixedDocSeq.fdseq', /XPS documents are not read\. Save or print it as PDF/],
		['plan.vsd', 'VisioDocument', /Visio drawings are not read\. Export it as PDF/],
		['letter.wps', 'MatOST', /Works documents are not read\. Save it as DOCX/],
		['flyer.pub', 'Quill/QuillSub/CONTENTS', /Publisher documents are not read\. Export it as PDF/],
	])(
		'or an Office container of another program is refused with what to do: %s',
		async (fileName, part, reason) => {
			const content = Buffer.from('x');
			const file = /\.(?:vsd|wps|pub)$/.test(fileName)
				? compoundFile({ [part]: content })
				: await zip({ [part]: content });
			expect((await read(fileName, file)).error).toMatch(reason);
		},
	);
});
