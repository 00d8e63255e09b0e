import { strToU8 } from 'fflate';
import { type Parts, partText, relationshipsName, relationshipsOf } from '../xml/package.ts';
import { isOn } from './wordStyles.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	replaceElements,
	type XmlRules,
} from '../xml/xml.ts';

/** The header and footer parts of a body's pages, without duplicates. */
export function shownFrames(parts: Parts, body: string): Record<'headers' | 'footers', string[]> {
	const relationships = relationshipsOf(parts, body);
	const hasEven = isOn(partText(parts, 'word/settings.xml'), 'w:evenAndOddHeaders');
	const sections = findElements(partText(parts, body), 'w:sectPr');
	const targetsOf = (name: string): string[] => {
		const targets = sections.flatMap(({ inner }) => {
			const types = ['default', hasEven ? 'even' : '', isOn(inner, 'w:titlePg') ? 'first' : ''];
			return findElements(inner, name)
				.filter(({ tag }) => types.includes(attributeOf(tag, 'w:type') ?? 'default'))
				.map(({ tag }) => relationships.get(attributeOf(tag, 'r:id') ?? '')?.target ?? '');
		});
		return [...new Set(targets)].filter((target) => parts[target] !== undefined);
	};
	return { headers: targetsOf('w:headerReference'), footers: targetsOf('w:footerReference') };
}

/**
 * A header or footer as the body of a document with the same styles.
 * @param frame.rules how its elements are rewritten
 */
export function frameDocument(
	parts: Parts,
	{ body, target, rules }: { body: string; target: string; rules: XmlRules },
): Parts {
	const xml = replaceElements(partText(parts, target), rules);
	const content = xml.replace(/^[^]*?<w:(?:hdr|ftr)\b([^<>]*)>/, '<w:document$1><w:body>');
	const document = content.replace(/<\/w:(?:hdr|ftr)>\s*$/, '</w:body></w:document>');
	const styles = Object.entries(parts).filter(([name]) => FRAME_PARTS.test(name));
	return {
		...Object.fromEntries(styles),
		[body]: strToU8(document),
		[relationshipsName(body)]: strToU8(frameRelationships(parts, body, target)),
	};
}

/** What a header needs of its document. */
const FRAME_PARTS =
	/^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:styles|numbering|theme\/[^/]*)\.xml)$/;

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The relationships of a header or footer, with those of the body that define how text looks. */
function frameRelationships(parts: Parts, body: string, target: string): string {
	const own = findElements(partText(parts, relationshipsName(target)), 'Relationship');
	const looks = [...relationshipsOf(parts, body).values()]
		.filter(({ type }) => type === 'styles' || type === 'numbering')
		.map(
			({ type, target: name }, at) =>
				`<Relationship Id="looks${at}" Type="${TYPES}/${type}" Target="/${encodeXml(name)}"/>`,
		);
	const all = [...own.map(({ source }) => source), ...looks];
	return `<Relationships xmlns="${RELATIONSHIPS}">${all.join('')}</Relationships>`;
}
