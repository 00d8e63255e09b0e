import { attributeOf, replaceElements, textOfXml, type XmlRules } from './xml.ts';

/** What stands for a number until it is shown: `<number>`, in the program's language. */
const PLACE = /^\s*<[^<>]*>\s*$/;
const NO_WORDS = /^[\s\d]*$/;

/** Slides without places of numbers, and their notes without the number of the page, which says nothing. */
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
