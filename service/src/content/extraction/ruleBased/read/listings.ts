import type { JsonObject } from '../../json.ts';
import { withoutRepeats } from '../../json.ts';
import type { Collection } from '../pageData.ts';
import { resolveLink } from '../values/address.ts';
import { imageAddress } from './imageAddress.ts';
import { isHidden, visibleText } from './visibleText.ts';

/** All links, pictures and headings of a page: used when a field asks for just that. */
export function readListings(document: Document, baseUrl: string): Collection[] {
	return [
		listing(['link', 'url'], [...document.querySelectorAll('a[href]')], (link) => ({
			url: resolveLink(link.getAttribute('href') ?? '', baseUrl) ?? '',
			text: visibleText(link),
		})),
		listing(['image', 'picture', 'photo'], [...document.querySelectorAll('img')], (image) => ({
			url: imageAddress(image, baseUrl) ?? '',
			text: image.getAttribute('alt')?.trim() ?? '',
		})),
		listing(['heading'], [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')], (heading) => ({
			text: visibleText(heading),
			level: Number(heading.tagName.slice(1)),
		})),
	];
}

function listing(
	names: string[],
	elements: readonly Element[],
	read: (element: Element) => JsonObject,
): Collection {
	const entries = elements
		.filter((element) => !isHidden(element))
		.map(read)
		.filter((fields) => fields['url'] !== '' && fields['text'] !== undefined)
		.filter((fields) => fields['url'] !== undefined || fields['text'] !== '');
	return {
		names,
		isOnlyByName: true,
		records: withoutRepeats(entries).map((fields) => ({ names: [], fields, isDeclared: false })),
	};
}
