import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import type { DocumentSource } from '../conversion/conversion.ts';
import { bottomOf, type Box, endOf } from '../layout/page.ts';
import type { Picture } from '../ocr/picture.ts';
import { drawParts, type Resolution } from './drawPage.ts';
import type { ExtractedPage } from './extract.ts';
import { lettersOf } from './pageKind.ts';

/** Text that fills at most this share of what a page shows was written onto it, or beside it. */
const MAX_WRITTEN_SHARE = 0.1;
/** What a page shows may be print if it fills this share of the page. */
const MIN_SHOWN_SHARE = 0.3;

/** The area of a box, in square points. */
export const areaOf = ({ width, height }: Box): number => width * height;

/**
 * What a page shows, if that is far more than its text: a scan that something was typed onto, or whose text
 * layer lacks lines, or a picture that the engine does not list since it is in a form XObject.
 */
export function shownBesideText({ width, height, contentBounds, textItems }: ParsedPage): Box[] {
	if (!contentBounds || lettersOf(textItems) === 0) return [];
	const [x, y] = [Math.max(0, contentBounds.x), Math.max(0, contentBounds.y)];
	const box = {
		...{ x, y },
		...{ width: Math.min(width, endOf(contentBounds)) - x },
		...{ height: Math.min(height, bottomOf(contentBounds)) - y },
	};
	const shown = areaOf(box);
	const written = textItems.reduce((sum, item) => sum + areaOf(item), 0);
	const isLarge = shown >= width * height * MIN_SHOWN_SHARE;
	return isLarge && written <= shown * MAX_WRITTEN_SHARE ? [box] : [];
}

/** A part of a page whose text is covered with the colour to the left of each piece. */
function withoutText(part: Picture, box: Box, textItems: readonly TextItem[]): Picture {
	const { width, height, channels } = part;
	const data = Uint8Array.from(part.data);
	const scale = width / box.width;
	const within = (at: number, most: number) => Math.max(0, Math.min(most, Math.round(at * scale)));
	for (const item of textItems) {
		const left = within(item.x - box.x, width);
		const right = within(endOf(item) - box.x, width);
		const bottom = within(bottomOf(item) - box.y, height);
		for (let y = within(item.y - box.y, height); y < bottom; y++) {
			const paper = (y * width + Math.max(0, left - 1)) * channels;
			for (let x = left; x < right; x++) {
				data.copyWithin((y * width + x) * channels, paper, paper + channels);
			}
		}
	}
	return { ...part, data };
}

/** Draws parts of a page without its text, so that none is read twice. */
export async function drawBesideText(
	source: DocumentSource,
	entry: ExtractedPage,
	boxes: readonly Box[],
	resolution: Resolution,
): Promise<Picture[]> {
	const parts = await drawParts(source, entry, boxes, resolution);
	const textItems = entry.page?.textItems ?? [];
	return boxes.flatMap((box, at) =>
		parts.slice(at, at + 1).map((part) => withoutText(part, box, textItems)),
	);
}
