import type { TextItem } from '@llamaindex/liteparse';
import type { DocumentSource } from '../conversion/conversion.ts';
import type { Picture } from '../ocr/picture.ts';
import { decodePicture } from '../ocr/png.ts';
import { COARSE, drawPage } from './drawPage.ts';
import type { ExtractedPage } from './extract.ts';
import { type PdfObject, type PdfObjects, referencesIn, stringAfter } from './objects.ts';

/** Colours that differ by at least this much are different. */
const SAME_COLOUR = 24;

/** The list of objects after a key. */
function listAfter(key: string, { text }: PdfObject): number[] {
	const [, list = ''] =
		new RegExp(`/${key}\\s{0,4}(\\[[\\d\\sR]{0,4000}\\]|[\\d\\s]{3,20}R)`).exec(text) ?? [];
	return referencesIn(list);
}

/** Whether text that belongs to several layers is hidden along with them. */
function isHidden(membership: PdfObject, off: ReadonlySet<number>): boolean {
	const states = listAfter('OCGs', membership).map((id) => off.has(id));
	// The engine applies policies only to lists.
	const [, policy = 'AnyOn'] = /\/OCGs\s{0,4}\[/.test(membership.text)
		? (/\/P\s{0,4}\/(\w{1,10})/.exec(membership.text) ?? [])
		: [];
	const tests: Readonly<Record<string, boolean>> = {
		AllOn: states.includes(true),
		AnyOn: !states.includes(false),
		AnyOff: !states.includes(true),
		AllOff: states.includes(false),
	};
	return states.length > 0 && tests[policy] === true;
}

/** Words in the objects that describe layers. */
export const LAYER_WORDS = ['/OFF', '/OCG', '/OCMD'] as const;

/**
 * The names of the layers of a PDF that are off when it is opened, and of those that must be off for some
 * of its text to be shown.
 */
export function hiddenLayers(objects: PdfObjects): { off: string[]; inverse: string[] } {
	const configurations = objects.with('/OFF');
	const isOffFirst = configurations.some(({ text }) => /\/BaseState\s{0,4}\/OFF/.test(text));
	const on = configurations.flatMap((object) => listAfter('ON', object));
	const all = isOffFirst ? objects.with('/OCG').flatMap((object) => listAfter('OCGs', object)) : [];
	const off = new Set([
		...configurations.flatMap((object) => listAfter('OFF', object)),
		...all.filter((id) => !on.includes(id)),
	]);
	const memberships = objects.with('/OCMD').filter((object) => isHidden(object, off));
	const inverse = new Set(
		memberships.flatMap((object) => listAfter('OCGs', object)).filter((id) => !off.has(id)),
	);
	const named = objects.byNumber([...off, ...inverse]);
	const namesOf = (ids: ReadonlySet<number>): string[] =>
		[...ids].map((id) => {
			const own = named.find((object) => object.id === id);
			return (own && stringAfter('Name', own)) ?? String(id);
		});
	return { off: namesOf(off), inverse: namesOf(inverse) };
}

/** Whether anything is visible where a piece of text is. */
function isDrawn({ x, y, width, height }: TextItem, picture: Picture, scale: number): boolean {
	const { channels, data } = picture;
	const right = Math.min(picture.width, Math.ceil((x + width) * scale));
	const bottom = Math.min(picture.height, Math.ceil((y + height) * scale));
	const [left, top] = [Math.max(0, Math.floor(x * scale)), Math.max(0, Math.floor(y * scale))];
	const first = (top * picture.width + left) * channels;
	for (let row = top; row < bottom; row++) {
		for (let column = left; column < right; column++) {
			const at = (row * picture.width + column) * channels;
			for (let channel = 0; channel < channels; channel++) {
				const apart = Math.abs((data[at + channel] ?? 0) - (data[first + channel] ?? 0));
				if (apart > SAME_COLOUR) return true;
			}
		}
	}
	return false;
}

/**
 * A page without the text that is not drawn on it: the engine also returns text of layers that are off.
 * Such text below something visible can't be distinguished and stays.
 */
export async function withoutUndrawn(
	source: DocumentSource,
	entry: ExtractedPage,
): Promise<ExtractedPage> {
	const { page } = entry;
	if (!page || page.textItems.length === 0) return entry;
	const drawn = await drawPage(source, entry, COARSE);
	if (!drawn) return entry;
	const picture = decodePicture(drawn.imageBuffer);
	const undrawn = new Set(
		page.textItems.filter((item) => !isDrawn(item, picture, picture.width / page.width)),
	);
	const shown = (items: TextItem[]) => items.filter((item) => !undrawn.has(item));
	const [first, ...turned] = entry.views;
	return {
		...entry,
		page: { ...page, textItems: shown(page.textItems) },
		views: first ? [{ ...first, textItems: shown(first.textItems) }, ...turned] : [],
	};
}
