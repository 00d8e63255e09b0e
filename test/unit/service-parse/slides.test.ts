import type { OfficeContentNode } from 'officeparser';
import { listSlideParagraphs } from '../../../service/src/parse/convert/office/slideLists.ts';
import { readSlideParagraphs } from '../../../service/src/parse/convert/office/slideParagraphs.ts';

const paragraph = (text: string, properties = '') =>
	`<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (placeholder: string, content: string) =>
	`<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${content}</p:txBody></p:sp>`;
const bulletedMaster =
	'<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>';
const plainLayout = shape(
	'<p:ph type="body" idx="2"/>',
	'<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>',
);

const kindsOf = (slide: string) =>
	readSlideParagraphs({ slide, layout: plainLayout, master: bulletedMaster }).map(
		({ text, kind, level }) => `${text}: ${kind} ${level}`,
	);

describe('the paragraphs of a slide', () => {
	it('are points of a list where the master makes them so', () => {
		const points = paragraph('first') + paragraph('second', '<a:pPr lvl="1"/>');
		expect(kindsOf(shape('<p:ph idx="1"/>', points))).toEqual(['first: item 0', 'second: item 1']);
	});

	it.each([
		['the paragraph itself', paragraph('plain', '<a:pPr><a:buNone/></a:pPr>'), '<p:ph idx="1"/>'],
		['the layout', paragraph('plain'), '<p:ph type="body" idx="2"/>'],
		['a title', paragraph('plain'), '<p:ph type="title"/>'],
		['a text box', paragraph('plain'), ''],
	])('are text where %s takes the bullet away', (_what, content, placeholder) => {
		expect(kindsOf(shape(placeholder, content))).toEqual(['plain: text 0']);
	});

	it('are numbered where they say so', () => {
		const slide = shape('<p:ph idx="1"/>', paragraph('a', '<a:pPr><a:buAutoNum/></a:pPr>'));
		const [point] = readSlideParagraphs({ slide, layout: '', master: bulletedMaster });
		expect(point).toMatchObject({ kind: 'item', listType: 'ordered' });
	});
});

describe('a slide', () => {
	const node = (text: string): OfficeContentNode => ({ type: 'paragraph', text, metadata: {} });
	const point = (text: string, level: number) =>
		({ text, kind: 'item', level, listType: 'unordered' }) as const;

	it('gets its lists, and loses its number', () => {
		const nodes = ['Salt & more', 'coarse', 'timber', '7'].map(node);
		const known = [
			point('Salt&more', 0),
			point('coarse', 1),
			point('timber', 0),
			{ text: '7', kind: 'decoration', level: 0, listType: 'unordered' } as const,
		];
		const listed = listSlideParagraphs(nodes, known, 3);
		expect(listed.map(({ type, text, metadata }) => [type, text, metadata])).toEqual([
			['list', 'Salt & more', expect.objectContaining({ indentation: 0, itemIndex: 0 })],
			['list', 'coarse', expect.objectContaining({ indentation: 1, itemIndex: 0 })],
			['list', 'timber', expect.objectContaining({ indentation: 0, itemIndex: 1 })],
		]);
		expect(new Set(listed.map(({ metadata }) => Object(metadata).listId)).size).toBe(1);
	});

	it('keeps what its own file does not explain', () => {
		const nodes = [node('from elsewhere')];
		expect(listSlideParagraphs(nodes, [point('other', 0)], 1)).toEqual(nodes);
	});
});
