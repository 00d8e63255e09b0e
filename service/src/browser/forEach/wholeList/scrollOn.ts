/// <reference lib="dom" />
import { inPage } from '../../scripts/inPage.ts';
import { type ListShape, MEMBER_PARTS, membersOf } from './listShape.ts';

interface ScrollRequest {
	shape: ListShape;
	/**
	 * The last entry at the top of what is seen: lists that contain only the rows in view go on without a gap.
	 * Or the end of everything around it.
	 */
	to: 'lastEntry' | 'end';
}

/** Scrolls a list on. Runs in the page. @returns whether anything moved */
export const scrollToEnd = inPage(scrollList, MEMBER_PARTS);

function scrollList(_root: Element, { shape, to }: ScrollRequest): boolean {
	const last = membersOf(shape).entries.at(-1);
	if (last === undefined) return false;
	const around: Element[] = [];
	for (let place = last.parentElement; place !== null; place = place.parentElement) {
		if (place.scrollHeight > place.clientHeight + 1) around.push(place);
	}
	const readPlaces = (): string => around.map(({ scrollTop }) => scrollTop).join(' ');
	const before = readPlaces();
	if (to === 'lastEntry') last.scrollIntoView({ block: 'start', behavior: 'instant' });
	else for (const place of around) place.scrollTo({ top: place.scrollHeight, behavior: 'instant' });
	return readPlaces() !== before;
}
