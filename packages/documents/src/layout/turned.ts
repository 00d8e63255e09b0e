import type { PageOrientationCorrection, ParsedPage, TextItem } from '@llamaindex/liteparse';

const ANGLES = [90, 180, 270] as const;
type Angle = (typeof ANGLES)[number];
/** Text within this many degrees of a right angle is turned by it; other text is a stamp or watermark. */
const TOLERANCE = 2;

/** Whether a piece is turned clockwise by an angle. */
export function isTurnedBy({ rotation = 0 }: TextItem, angle: number): boolean {
	const turned = ((Math.round(rotation) % 360) + 360) % 360;
	return Math.min(Math.abs(turned - angle), 360 - Math.abs(turned - angle)) <= TOLERANCE;
}

/** The angles, clockwise, by which text of a page is turned. */
function anglesOf({ textItems }: ParsedPage): Angle[] {
	return ANGLES.filter((angle) =>
		textItems.some((item) => isTurnedBy(item, angle) && item.text.trim() !== ''),
	);
}

const withItems = (page: ParsedPage, test: (item: TextItem) => boolean): ParsedPage => ({
	...page,
	textItems: page.textItems.filter(test),
});

/**
 * The views in which all text of pages is upright: each page without its turned text, and once more for
 * each angle by which some of it is turned.
 * @param turn reads pages again, turned
 */
export async function uprightViews(
	pages: readonly ParsedPage[],
	turn: (corrections: PageOrientationCorrection[]) => Promise<ParsedPage[]>,
): Promise<ParsedPage[][]> {
	const views = pages.map((page) => {
		const angles = anglesOf(page);
		const isUpright = (item: TextItem) => !angles.some((angle) => isTurnedBy(item, angle));
		return [angles.length === 0 ? page : withItems(page, isUpright)];
	});
	for (const angle of ANGLES) {
		const own = pages.filter((page) => anglesOf(page).includes(angle));
		if (own.length === 0) continue;
		const turned = await turn(own.map(({ pageNum }) => ({ page: pageNum, angle })));
		for (const { pageNum, ...page } of turned) {
			const at = pages.findIndex((other) => other.pageNum === pageNum);
			const { annotations: _annotations, formFields: _formFields, ...rest } = page;
			views[at]?.push(withItems({ ...rest, pageNum }, (item) => isTurnedBy(item, 0)));
		}
	}
	return views;
}
