import type { ParsedPage, TextItem } from '@llamaindex/liteparse';

/** A scanned page with a stamp or page number added as text has no more text than this. */
const STAMP_LENGTH = 60;
/** Pictures that cover less of a page than this are logos and stamps. */
const MIN_PICTURE_SHARE = 0.3;
/** So many drawn curves on a page without text may be letters turned into outlines. */
const MIN_CURVES = 5;
/**
 * A font that claims boxes this many times as high as its letters hides the lines around it from the
 * engine, which leaves out text that lies below other text.
 */
const OVERLAPPING_HEIGHT = 2.5;
/** Pages with this share of such text are recognised, so that no line is lost. */
const MAX_OVERLAPPING_SHARE = 0.3;

/** How a page is read: from its text, or from its picture; both where it only shows pictures. */
export interface PageKind {
	needsRecognition: boolean;
	/** It shows something, but holds no text. */
	isPicture: boolean;
	/** Some of its text hides other lines. */
	isCovered: boolean;
}

/** Whether so much text claims the place of other lines that the engine loses some. */
function hasHiddenText(textItems: readonly TextItem[]): boolean {
	let [all, overlapping] = [0, 0];
	for (const { text, height, fontHeight, fontSize, rotation } of textItems) {
		const letters = text.trim().length;
		all += letters;
		const isUpright = rotation === undefined || rotation === 0;
		if (isUpright && height > (fontHeight || fontSize || height) * OVERLAPPING_HEIGHT) {
			overlapping += letters;
		}
	}
	return overlapping > all * MAX_OVERLAPPING_SHARE;
}

/** Tells how a page is read by what the engine found on it. */
export function kindOf({ textItems, complexity, vectorGraphics }: ParsedPage): PageKind {
	const letters = textItems.reduce((sum, { text }) => sum + text.trim().length, 0);
	const pictures = Math.max(complexity?.imageCoverage ?? 0, complexity?.fullPageImage ? 1 : 0);
	const curves = vectorGraphics?.shapes.filter(({ hasCurve }) => hasCurve).length ?? 0;
	const isPicture = letters === 0 && (pictures > 0 || curves >= MIN_CURVES);
	const isStamped = letters <= STAMP_LENGTH && pictures >= MIN_PICTURE_SHARE;
	const isCovered = hasHiddenText(textItems);
	return {
		isPicture,
		isCovered,
		needsRecognition: isPicture || isStamped || isCovered || (complexity?.isGarbled ?? false),
	};
}
