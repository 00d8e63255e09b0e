import { attributeOf, findElements, replaceElements } from './xml.ts';

/** The words of a shape of a slide as links where a click anywhere on it leads somewhere. */
export function linkWords(shapeXml: string): string {
	const [about] = findElements(shapeXml, 'p:nvSpPr');
	const [click] = findElements(about?.inner ?? '', 'a:hlinkClick');
	const id = attributeOf(click?.tag ?? '', 'r:id') ?? '';
	// Jumps between slides, and other actions, lead nowhere else.
	if (id === '' || attributeOf(click?.tag ?? '', 'action') !== undefined) return shapeXml;
	const link = `<a:hlinkClick r:id="${id}"/>`;
	return replaceElements(shapeXml, {
		'a:r': ({ source, inner }) => {
			if (findElements(inner, 'a:hlinkClick').length > 0) return source;
			const [looks] = findElements(inner, 'a:rPr');
			if (looks === undefined) return `<a:r><a:rPr>${link}</a:rPr>${inner}</a:r>`;
			const tag = looks.tag.replace(/\/?>$/, '>');
			return source.replace(looks.source, () => `${tag}${looks.inner}${link}</a:rPr>`);
		},
	});
}

/** The words of shapes of OpenDocument as links where a click anywhere on them leads somewhere. */
export function linkOpenWords(tag: string, inner: string): string {
	const address = attributeOf(tag, 'xlink:href');
	if (address === undefined || findElements(inner, 'text:a').length > 0) return inner;
	const start = `<text:a xlink:href="${address}">`;
	return replaceElements(inner, {
		'text:p': ({ source, inner: words }) =>
			words.trim() === '' ? source : source.replace(words, () => `${start}${words}</text:a>`),
	});
}
