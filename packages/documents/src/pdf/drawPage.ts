import type { ScreenshotResult } from '@llamaindex/liteparse';
import type { DocumentSource } from '../conversion/conversion.ts';
import type { Box } from '../layout/page.ts';
import { cropPicture, type Picture } from '../ocr/picture.ts';
import { decodePicture } from '../ocr/png.ts';
import { engineFor, type ExtractedPage } from './extract.ts';

const POINTS_PER_INCH = 72;

/** The resolution at which a page is drawn, and the maximum length of its sides in pixels. */
export interface Resolution {
	dotsPerInch: number;
	longestSide: number;
}

/** For recognition. */
export const FINE: Resolution = { dotsPerInch: 300, longestSide: 4000 };
/** To see what is drawn where: letters of usual print are a few pixels high. */
export const COARSE: Resolution = { dotsPerInch: 100, longestSide: 3000 };

/** Draws a page as it is shown. */
export async function drawPage(
	source: DocumentSource,
	{ pageNumber, page }: Pick<ExtractedPage, 'pageNumber' | 'page'>,
	{ dotsPerInch, longestSide }: Resolution,
): Promise<ScreenshotResult | undefined> {
	const inches = Math.max(page?.width ?? 0, page?.height ?? 0, 1) / POINTS_PER_INCH;
	const dpi = Math.max(1, Math.floor(Math.min(dotsPerInch, longestSide / inches)));
	const [drawn] = await engineFor({ dpi }).screenshot(source, [pageNumber]);
	return drawn;
}

/** Draws a page and crops parts of it. */
export async function drawParts(
	source: DocumentSource,
	entry: ExtractedPage,
	boxes: readonly Box[],
	resolution: Resolution,
): Promise<Picture[]> {
	const drawn = await drawPage(source, entry, resolution);
	if (!drawn) throw new Error('the page cannot be drawn');
	const picture = decodePicture(drawn.imageBuffer);
	const scale = picture.width / (entry.page?.width ?? picture.width);
	return boxes.map(({ x, y, width, height }) =>
		cropPicture(picture, {
			...{ x: x * scale, y: y * scale },
			...{ width: width * scale, height: height * scale },
		}),
	);
}
