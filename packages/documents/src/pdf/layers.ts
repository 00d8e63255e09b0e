import type { TextItem } from '@llamaindex/liteparse';
import type { DocumentSource } from '../conversion/conversion.ts';
import type { Picture } from '../ocr/picture.ts';
import { COARSE, drawParts } from './drawPage.ts';
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

/**
 * The names of the layers of a PDF that are off when it is opened, and of those that must be off for some
 * of its text to be shown.
 */
export function hiddenLayers(objects: PdfObjects): { off: string[]; inverse: string[] } {
	const all = [...objects.values()];
	const configurations = all.filter(({ text }) => text.includes('/OFF'));
	const isOffFirst = configurations.some(({ text }) => /\/BaseState\s{0,4}\/OFF/.test(text));
	const on = configurations.flatMap((object) => listAfter('ON', object));
	const listed = (isOffFirst ? all : []).flatMap((object) => listAfter('OCGs', object));
	const off = new Set([
		...configurations.flatMap((object) => listAfter('OFF', object)),
		...listed.filter((id) => !on.includes(id)),
	]);
	const inverse = new Set(
		all
			.filter((object) => object.text.includes('/OCMD') && isHidden(object, off))
			.flatMap((object) => listAfter('OCGs', object))
			.filter((id) => !off.has(id)),
	);
	const nameOf = (id: number): string => {
		const own = objects.get(id);
		return (own && stringAfter('Name', own)) ?? String(id);
	};
	const namesOf = (ids: ReadonlySet<number>) =>
		[...ids].filter((id) => objects.has(id)).map(nameOf);
	return { off: namesOf(off), inverse: namesOf(inverse) };
}

/** Whether a picture is of one colour. */
const isBlank = ({ data, channels }: Picture): boolean =>
	data.every((value, at) => Math.abs(value - (data[at % channels] ?? 0)) <= SAME_COLOUR);

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
	const parts = await drawParts(source, entry, page.textItems, COARSE).catch(() => undefined);
	if (!parts) return entry;
	const undrawn = new Set(page.textItems.filter((_, at) => parts[at] && isBlank(parts[at])));
	const shown = (items: TextItem[]) => items.filter((item) => !undrawn.has(item));
	const [first, ...turned] = entry.views;
	return {
		...entry,
		page: { ...page, textItems: shown(page.textItems) },
		views: first ? [{ ...first, textItems: shown(first.textItems) }, ...turned] : [],
	};
}
