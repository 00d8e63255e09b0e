import { attributeOf, replaceElements, textOfXml, type XmlRules } from '../xml/xml.ts';

/** The placeholder of a number until it is shown: `<number>`, in the program's language. */
const PLACE = /^\s*<[^<>]*>\s*$/;
const NO_WORDS = /^[\s\d]*$/;

/** Slides without number placeholders, and their notes without the page number, which says nothing. */
export const NUMBER_RULES: XmlRules = {
	'text:page-number': ({ inner, source }) => (PLACE.test(textOfXml(inner)) ? '' : source),
	'presentation:notes': ({ source }) =>
		replaceElements(source, {
			'draw:frame': ({ tag, inner }) => {
				const isNumber = attributeOf(tag, 'presentation:class') === 'page-number';
				return isNumber && NO_WORDS.test(textOfXml(inner)) ? '' : undefined;
			},
		}),
};
