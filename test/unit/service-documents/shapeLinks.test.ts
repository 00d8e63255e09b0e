import { linkOpenWords, linkWords } from '../../../service/src/documents/office/shapeLinks.ts';

const slideShape = (click: string, runs: string) =>
	`<p:sp><p:nvSpPr><p:cNvPr id="2" name="a">${click}</p:cNvPr></p:nvSpPr><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`;

it('the words of a shape that leads somewhere are links, but for those that lead elsewhere', () => {
	const own = '<a:r><a:rPr><a:hlinkClick r:id="rId9"/></a:rPr><a:t>c</a:t></a:r>';
	const shape = slideShape(
		'<a:hlinkClick r:id="rId3"/>',
		`<a:r><a:t>a</a:t></a:r><a:r><a:rPr lang="en"/><a:t>b</a:t></a:r><a:r><a:rPr b="1"><a:latin/></a:rPr><a:t>d</a:t></a:r>${own}`,
	);
	const link = '<a:hlinkClick r:id="rId3"/>';
	expect(linkWords(shape)).toBe(
		slideShape(
			link,
			`<a:r><a:rPr>${link}</a:rPr><a:t>a</a:t></a:r><a:r><a:rPr lang="en">${link}</a:rPr><a:t>b</a:t></a:r><a:r><a:rPr b="1"><a:latin/>${link}</a:rPr><a:t>d</a:t></a:r>${own}`,
		),
	);
});

it('a shape that leads nowhere, or to another slide, stays as it is', () => {
	const words = '<a:r><a:t>a</a:t></a:r>';
	for (const click of ['', '<a:hlinkClick r:id="rId3" action="ppaction://hlinksldjump"/>']) {
		expect(linkWords(slideShape(click, words))).toBe(slideShape(click, words));
	}
});

it('words of an OpenDocument shape are links; a picture that is one has none', () => {
	const link = (inner: string) => linkOpenWords('<draw:a xlink:href="https://a.example">', inner);
	expect(link('<draw:rect><text:p>a</text:p><text:p/></draw:rect>')).toBe(
		'<draw:rect><text:p><text:a xlink:href="https://a.example">a</text:a></text:p><text:p/></draw:rect>',
	);
	expect(link('<draw:frame><draw:image/></draw:frame>')).toBe(
		'<draw:frame><draw:image/></draw:frame>',
	);
});
