import { endOfGroup } from './richText.ts';

const SHAPE = /\{\\shp(?![a-z])/g;
/** Where a shape leads, and the description of that ([MS-RTF], property pihlShape). */
const ADDRESS = /\{\\hlsrc ?([^{}]{1,2000})\}/g;
const DESCRIPTION = /\{\\hlfr ?([^{}]{0,500})\}/;

/**
 * Rich text with a link after each shape and picture that leads somewhere: the document library ignores
 * where. Links to a place in the text stay as they are.
 */
export function withShapeLinks(source: string): string {
	if (!source.includes('\\hlsrc')) return source;
	let shown = '';
	let at = 0;
	for (const { index } of source.matchAll(SHAPE)) {
		if (index < at) continue;
		const end = endOfGroup(source, index);
		const shape = source.slice(index, end);
		const [, description = ''] = DESCRIPTION.exec(shape) ?? [];
		const links = [...shape.matchAll(ADDRESS)]
			.map(([, address = '']) => address.trim())
			.filter((address) => address !== '')
			.map(
				(address) =>
					` {\\field{\\*\\fldinst HYPERLINK "${address}"}{\\fldrslt ${description.trim() || address}}} `,
			);
		shown += source.slice(at, end) + links.join('');
		at = end;
	}
	return shown + source.slice(at);
}
