import { describeEnding } from './responses/answerEnding.ts';
import { describeLeftOut, showAddress } from '../net/pageAddress.ts';
import type { PageContent } from './loadPage.ts';
import { TALLEST_WINDOW_PIXELS } from './settling/settle.ts';

/** Frames that a warning names. */
const MAX_NAMED_FRAMES = 3;

/** Of a page that loads text as it is scrolled. */
const LOADS_MORE = `the page loads more as it is scrolled; what comes after the first ${TALLEST_WINDOW_PIXELS.toLocaleString('en')} pixels may be missing. Scroll actions load more`;

const PART_GOES_ON = 'a part of the page that scrolls separately has more content than was read';

/** Explains to its reader why a page may look different next time; undefined for one at rest. */
export function describeUnrest(
	url: string,
	{ isAtRest, isReloading }: Pick<PageContent, 'isAtRest' | 'isReloading'>,
): string | undefined {
	if (isReloading) {
		return `${url}: the page reloads itself or leads on again and again; it was stopped, and read as it was then`;
	}
	return isAtRest
		? undefined
		: `${url} was still changing at the time limit; it was read as it was then`;
}

/** Describes for its reader what is missing from a page that was read. */
export function describeMissing(
	url: string,
	{
		ending,
		unreadFrames,
		reloadingFrames,
		isOutgrown,
		hasUnreadPart,
		isAddressLeftOut,
	}: Pick<
		PageContent,
		| 'ending'
		| 'unreadFrames'
		| 'reloadingFrames'
		| 'isOutgrown'
		| 'hasUnreadPart'
		| 'isAddressLeftOut'
	>,
): string[] {
	return [
		...describeEnding(url, ending),
		...describeFrames(url, unreadFrames, 'not read'),
		...describeFrames(url, reloadingFrames, 'stopped because of endless reloads'),
		...(isOutgrown ? [`${url}: ${LOADS_MORE}`] : []),
		...(hasUnreadPart ? [`${url}: ${PART_GOES_ON}`] : []),
		...(isAddressLeftOut ? [describeLeftOut(url)] : []),
	];
}

function describeFrames(url: string, frames: readonly string[], what: string): string[] {
	if (frames.length === 0) return [];
	const count = frames.length === 1 ? '1 frame was' : `${frames.length} frames were`;
	const more = frames.length > MAX_NAMED_FRAMES ? ', …' : '';
	return [
		`${url}: ${count} ${what}: ${frames.slice(0, MAX_NAMED_FRAMES).map(showAddress).join(', ')}${more}`,
	];
}
