import type { Relationship } from '../../packages/documents/src/xml/package.ts';
import {
	linkOpenShape,
	linkRules,
	openAddress,
	shapeOf,
} from '../../packages/documents/src/office/shapeLinks.ts';
import { linkedDrawing, shownShape } from '../../packages/documents/src/docx/wordLinks.ts';
import { findElements, replaceElements } from '../../packages/documents/src/xml/xml.ts';

describe('a click on a shape of a slide', () => {
	const ADDRESS = 'https://a.example';
	const link = '<a:hlinkClick r:id="rId3"/>';
	const words = '<a:r><a:t>a</a:t></a:r>';
	const slideShape = (click: string, runs: string, about = '') =>
		`<p:sp><p:nvSpPr><p:cNvPr id="2" name="a"${about}>${click}</p:cNvPr></p:nvSpPr><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`;
	const read = (xml: string) =>
		replaceElements(
			xml,
			linkRules(new Map([['rId3', { type: 'hyperlink', target: ADDRESS, isExternal: true }]])),
		);
	const named = (label: string) => shapeOf(`<a:r><a:rPr>${link}</a:rPr><a:t>${label}</a:t></a:r>`);

	it('makes its words links, but for those that lead elsewhere', () => {
		const own = '<a:r><a:rPr><a:hlinkClick r:id="rId9"/></a:rPr><a:t>c</a:t></a:r>';
		const shape = slideShape(
			link,
			`${words}<a:r><a:rPr lang="en"/><a:t>b</a:t></a:r><a:r><a:rPr b="1"><a:latin/></a:rPr><a:t>d</a:t></a:r>${own}`,
		);
		expect(read(shape)).toBe(
			slideShape(
				link,
				`<a:r><a:rPr>${link}</a:rPr><a:t>a</a:t></a:r><a:r><a:rPr lang="en">${link}</a:rPr><a:t>b</a:t></a:r><a:r><a:rPr b="1"><a:latin/>${link}</a:rPr><a:t>d</a:t></a:r>${own}`,
			),
		);
	});

	it.each([
		'',
		'<a:hlinkClick r:id="rId3" action="ppaction://hlinksldjump"/>',
		'<a:hlinkClick r:id="rId4"/>',
	])('that leads nowhere, or to another slide, changes nothing: %s', (click) => {
		expect(read(slideShape(click, words))).toBe(slideShape(click, words));
	});

	it('without words gives it a link by what describes it, else by its address', () => {
		expect(read(slideShape(link, '', ' descr="A &amp; B"'))).toBe(
			slideShape(link, '') + named('A &amp; B'),
		);
		const picture = `<p:pic><p:nvPicPr><p:cNvPr id="2" name="a">${link}</p:cNvPr></p:nvPicPr></p:pic>`;
		expect(read(picture)).toBe(picture + named(ADDRESS));
	});

	it('on a group is one on all its words', () => {
		const group = (runs: string) =>
			`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="g">${link}</p:cNvPr></p:nvGrpSpPr>${slideShape('', runs)}</p:grpSp>`;
		expect(read(group(words))).toBe(group(`<a:r><a:rPr>${link}</a:rPr><a:t>a</a:t></a:r>`));
	});
});

describe('a shape of OpenDocument that leads somewhere', () => {
	const link = (source: string, address = 'https://a.example?b=1&c') =>
		linkOpenShape(source, address, (xml) => `[${xml}]`);
	const start = '<text:a xlink:type="simple" xlink:href="https://a.example?b=1&amp;c">';

	it('has its words as links', () => {
		expect(link('<draw:rect><text:p>a</text:p><text:p/></draw:rect>')).toBe(
			`<draw:rect><text:p>${start}a</text:a></text:p><text:p/></draw:rect>`,
		);
	});

	it('and no words is a link by what describes it, else by its address', () => {
		const picture = (about = '') => `<draw:frame><draw:image/>${about}</draw:frame>`;
		expect(link(picture('<svg:desc>A boat</svg:desc>'))).toBe(
			`${picture()}[${start}A boat</text:a>]`,
		);
		expect(link(picture())).toBe(`${picture()}[${start}https://a.example?b=1&amp;c</text:a>]`);
		expect(link(picture(), '#place')).toBe(picture());
		const empty = '<draw:rect><text:p><text:span/></text:p></draw:rect>';
		expect(link(empty)).toBe(`${empty}[${start}https://a.example?b=1&amp;c</text:a>]`);
	});

	it('says so by what a click on it does', () => {
		const listener = (action: string) =>
			`<presentation:event-listener presentation:action="${action}" xlink:href="https://a.example"/>`;
		expect(openAddress({ inner: listener('show') })).toBe('https://a.example');
		expect(openAddress({ inner: listener('next-page') })).toBeUndefined();
	});
});

describe('a drawing of Word that leads somewhere', () => {
	const field = (address: string, content: string) =>
		`<w:fldChar w:fldCharType="begin"/><w:instrText xml:space="preserve"> HYPERLINK &quot;${address}&quot; </w:instrText><w:fldChar w:fldCharType="separate"/>${content}<w:fldChar w:fldCharType="end"/>`;
	const text = (words: string) => `<w:t xml:space="preserve">${words}</w:t>`;
	const drawing = (content: string, about = '') =>
		`<w:drawing><wp:docPr id="1"${about}><a:hlinkClick r:id="rId1"/></wp:docPr>${content}</w:drawing>`;
	const read = (source: string, target = 'https://a.example', isExternal = true) => {
		const [element] = findElements(source, 'w:drawing');
		const to: Relationship = { type: 'hyperlink', target, isExternal };
		return element && linkedDrawing(element, new Map([['rId1', to]]));
	};
	const box = (paragraph: string) => `<w:txbxContent><w:p>${paragraph}</w:p></w:txbxContent>`;
	const run = '<w:r><w:t>a</w:t></w:r>';

	it('is a link by what describes it, once, else by its address', () => {
		expect(read(drawing('<pic:pic/>', ' descr="A boat"'))).toBe(
			drawing('<pic:pic/>') + field('https://a.example', text('A boat')),
		);
		expect(read(drawing(''))).toBe(
			drawing('') + field('https://a.example', text('https://a.example')),
		);
	});

	it('has the words of its box as links, but for those that lead elsewhere', () => {
		expect(read(drawing(box(`<w:pPr><w:jc/></w:pPr>${run}`), ' descr="Box"'))).toBe(
			drawing(
				box(
					`<w:pPr><w:jc/></w:pPr><w:fldSimple w:instr=" HYPERLINK &quot;https://a.example&quot; ">${run}</w:fldSimple>`,
				),
				' descr="Box"',
			),
		);
		const own = drawing(box(`<w:hyperlink r:id="rId2">${run}</w:hyperlink>`));
		expect(read(own)).toBe(own + field('https://a.example', text('https://a.example')));
	});

	it('stays as it is if that is a place in the document', () => {
		expect(read(drawing(''), '#place')).toBe(drawing(''));
		expect(read(drawing(''), 'word/a.xml', false)).toBe(drawing(''));
	});

	it('has all links of a group', () => {
		const other = '<pic:cNvPr id="2" descr="B"><a:hlinkClick r:id="rId2"/></pic:cNvPr>';
		const [element] = findElements(drawing(other, ' descr="A"'), 'w:drawing');
		const to = (target: string): Relationship => ({ type: 'hyperlink', target, isExternal: true });
		const relationships = new Map([
			['rId1', to('https://a.example')],
			['rId2', to('https://b.example')],
		]);
		expect(element && linkedDrawing(element, relationships)).toBe(
			drawing(other.replace(' descr="B"', '')) +
				field('https://a.example', text('A')) +
				field('https://b.example', text('B')),
		);
	});

	it('of older versions has its words, or a name, as a link, and words along a line', () => {
		const shape = (content: string, about = '') =>
			`<w:pict><v:shape${about}>${content}</v:shape></w:pict>`;
		const shown = (source: string) => {
			const [element] = findElements(source, 'w:pict');
			return element && shownShape(element);
		};
		const href = ' href="https://a.example"';
		const named = shape('', `${href} alt="A boat"`);
		expect(shown(named)).toBe(named + field('https://a.example', text('A boat')));
		const drawn = (about = '') => shape('<v:textpath string="Draft"/>', about);
		expect(shown(drawn())).toBe(drawn() + text(' Draft '));
		expect(shown(drawn(href))).toBe(drawn(href) + field('https://a.example', text('Draft')));
		expect(shown(shape(box(run), href))).toContain('<w:fldSimple ');
	});
});
