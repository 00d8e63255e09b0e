import type { OfficeContentNode } from 'officeparser';
import {
	correctListTypes,
	readListStyles,
} from '../../../service/src/parse/convert/office/openDocumentLists.ts';
import { splitPages } from '../../../service/src/parse/convert/office/splitPages.ts';
import {
	headStyledParagraphs,
	readHeadingStyles,
} from '../../../service/src/parse/convert/office/wordHeadings.ts';
import {
	listStyledParagraphs,
	readListParagraphStyles,
} from '../../../service/src/parse/convert/office/wordLists.ts';

type Break = 'page' | 'lastRenderedPage';

const run = (text: string): OfficeContentNode => ({ type: 'text', text });
const pageBreak = (breakType: Break): OfficeContentNode => ({
	type: 'break',
	metadata: { breakType },
});
const paragraph = (...children: OfficeContentNode[]): OfficeContentNode => ({
	type: 'paragraph',
	text: children.map((child) => child.text ?? '').join(''),
	children,
	metadata: {},
});
const styled = (text: string, style: string): OfficeContentNode => ({
	type: 'paragraph',
	text,
	children: [run(text)],
	metadata: { style },
});
const texts = (pages: OfficeContentNode[][]) => pages.map((nodes) => nodes.map(({ text }) => text));

describe('splitting a text document into pages', () => {
	it('gives one page without breaks', () => {
		expect(texts(splitPages([paragraph(run('a')), paragraph(run('b'))]))).toEqual([['a', 'b']]);
	});

	it('splits a paragraph where its author broke the page', () => {
		expect(texts(splitPages([paragraph(run('a'), pageBreak('page'), run('b'))]))).toEqual([
			['a'],
			['b'],
		]);
	});

	it('keeps a sentence whole that a recorded break runs through', () => {
		const content = [
			paragraph(run('a '), pageBreak('lastRenderedPage'), run('b')),
			paragraph(run('c')),
		];
		expect(texts(splitPages(content))).toEqual([['a b'], ['c']]);
	});

	it('takes a recorded break right after the one it records for the same', () => {
		const content = [
			paragraph(run('a')),
			paragraph(pageBreak('page')),
			paragraph(pageBreak('lastRenderedPage'), run('b')),
		];
		expect(texts(splitPages(content))).toEqual([['a'], ['b']]);
	});

	it('splits at breaks between paragraphs, and makes no page of a break at the end', () => {
		const content = [
			paragraph(run('a')),
			pageBreak('page'),
			paragraph(run('b')),
			pageBreak('page'),
		];
		expect(texts(splitPages(content))).toEqual([['a'], ['b']]);
	});
});

describe('lists that only a style makes', () => {
	const numbering = `
		<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
		<w:abstractNum w:abstractNumId="6"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="none"/></w:lvl></w:abstractNum>
		<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>`;
	const style = (id: string, inner: string) =>
		`<w:style w:type="paragraph" w:styleId="${id}">${inner}</w:style>`;
	const numbered = (numId: number, level = 0) =>
		`<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr></w:pPr>`;
	const styles = readListParagraphStyles(
		style('ListBullet', numbered(1)) +
			style('ListBullet2', '<w:basedOn w:val="ListBullet"/>') +
			style('Steps', numbered(2)) +
			style('Silent', numbered(2, 1)) +
			style('Loop', '<w:basedOn w:val="Loop"/>') +
			style('Normal', ''),
		numbering,
	);

	it('are found in the styles, inherited ones too', () => {
		expect(Object.fromEntries(styles)).toEqual({
			ListBullet: { listId: '1', level: 0, type: 'unordered' },
			ListBullet2: { listId: '1', level: 1, type: 'unordered' },
			Steps: { listId: '2', level: 0, type: 'ordered' },
		});
	});

	it('become list items that count on per list', () => {
		const nodes = listStyledParagraphs(
			[
				styled('load', 'Steps'),
				styled('text', 'Normal'),
				styled('sail', 'Steps'),
				styled('', 'Steps'),
			],
			styles,
		);
		expect(
			nodes.map((node) => [node.type, node.type === 'list' && node.metadata?.itemIndex]),
		).toEqual([
			['list', 0],
			['paragraph', false],
			['list', 1],
			['paragraph', false],
		]);
	});
});

describe('OpenDocument lists', () => {
	it('are bulleted or numbered as their own level says', () => {
		const styles = readListStyles(
			'<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1"/>' +
				'<text:list-level-style-number text:level="2"/></text:list-style>',
		);
		const item = (indentation: number, listId: string): OfficeContentNode => ({
			type: 'list',
			text: 'x',
			metadata: { listType: 'ordered', indentation, listId, itemIndex: 0, alignment: 'left' },
		});
		const items = [item(0, 'L1'), item(1, 'L1'), item(2, 'L1'), item(0, 'L9')];
		correctListTypes(items, styles);
		expect(items.map((node) => node.type === 'list' && node.metadata?.listType)).toEqual([
			'unordered',
			'ordered',
			'ordered',
			'ordered',
		]);
	});
});

describe('headings of a Word document', () => {
	const style = (id: string, name: string, inner = '') =>
		`<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`;
	const STYLES = [
		style('berschrift2', 'heading 2', '<w:basedOn w:val="Standard"/>'),
		style('Titel', 'Title'),
		style('Kapitel', 'Kapitel', '<w:basedOn w:val="berschrift2"/>'),
		style('Anhang', 'Anhang', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
		style('Fliesstext', 'Body', '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
		style('Standard', 'Normal'),
	].join('');

	it('are told by the name of their style in every language, its level, and what it is based on', () => {
		expect([...readHeadingStyles(STYLES)]).toEqual([
			['berschrift2', 2],
			['Titel', 1],
			['Kapitel', 2],
			['Anhang', 3],
		]);
	});

	it('are made of paragraphs in such a style, but of no empty ones', () => {
		const nodes = [
			styled('Hafen', 'Titel'),
			styled('Fracht', 'Kapitel'),
			styled(' ', 'Titel'),
			styled('Text', 'Standard'),
		];
		const headed = headStyledParagraphs(nodes, readHeadingStyles(STYLES));
		expect(headed.map(({ type, metadata }) => [type, Object(metadata).level])).toEqual([
			['heading', 1],
			['heading', 2],
			['paragraph', undefined],
			['paragraph', undefined],
		]);
	});

	it('are made of numbered paragraphs, which the library takes for lists', () => {
		const numbered: OfficeContentNode = {
			type: 'list',
			text: 'Fracht',
			metadata: {
				listType: 'ordered',
				indentation: 0,
				alignment: 'left',
				listId: '1',
				itemIndex: 0,
				style: 'Kapitel',
			},
		};
		expect(headStyledParagraphs([numbered], readHeadingStyles(STYLES))).toEqual([
			{ type: 'heading', text: 'Fracht', metadata: { level: 2, alignment: 'left' } },
		]);
	});
});
