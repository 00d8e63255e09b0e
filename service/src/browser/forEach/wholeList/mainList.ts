/// <reference lib="dom" />
import { inPage } from '../../scripts/inPage.ts';
import {
	commonPaths,
	isShown,
	likenessTo,
	type ListShape,
	listTagPaths,
	selectAlike,
} from './listShape.ts';

/**
 * Finds the main list of a page by its shape: many elements alike that together take up most of it. Runs
 * in the page.
 * @returns undefined when nothing on it repeats
 */
export const findMainList = inPage(chooseMainList, [
	isShown,
	selectAlike,
	listTagPaths,
	commonPaths,
	likenessTo,
	countPieces,
	isLikeAnEntry,
	readAlike,
	descend,
]);

/** Elements of a page that are alike. */
interface Alike {
	selector: string;
	members: Element[];
	made: string[];
	/** Pixels of all of them. */
	area: number;
}

/** Texts and pictures in an element that are apart from each other. */
function countPieces(element: Element): number {
	const leaves = [element, ...element.querySelectorAll('*')].filter(
		(each) =>
			each.localName === 'img' ||
			[...each.childNodes].some(
				(node) => node instanceof Text && (node.nodeValue ?? '').trim() !== '',
			),
	);
	return leaves.length;
}

/** Whether an element can be an entry: it leads somewhere, shows something, or has parts; prose doesn't. */
function isLikeAnEntry(element: Element): boolean {
	const length = (element.textContent ?? '').trim().length;
	const links = [...element.querySelectorAll('a[href]')];
	const ofLinks = links.reduce((sum, link) => sum + (link.textContent ?? '').trim().length, 0);
	if (element.localName === 'p') return length > 0 && ofLinks * 2 >= length;
	const hasAddress = element.matches('a[href]') || links.length > 0;
	const hasPicture = element.querySelector('img, picture, svg') !== null;
	if (length === 0) return hasPicture;
	if (length > 4_000) return false;
	const isNamed = element.matches(
		'li, tr, article, [role="listitem"], [role="row"], [role="article"]',
	);
	return isNamed || hasAddress || hasPicture || (length <= 400 && countPieces(element) >= 2);
}

/** @returns undefined for elements that are not the entries of one list */
function readAlike(selector: string, elements: readonly Element[]): Alike | undefined {
	const members = elements.filter(isShown);
	const like = members.filter(isLikeAnEntry);
	if (like.length < 2 || like.length * 2 < members.length) return undefined;
	const made = commonPaths(like);
	const alike = like.filter((member) => likenessTo(member, made) >= 0.4);
	if (alike.length < 2 || alike.length * 10 < like.length * 6) return undefined;
	const area = alike.reduce((sum, member) => {
		const { width, height } = member.getBoundingClientRect();
		return sum + width * height;
	}, 0);
	return { selector, members: alike, made, area };
}

/** From rows of cards to the cards: several in each, alike, and nearly all of it. */
function descend(outer: Alike, all: readonly Alike[]): Alike {
	const outers = new Set(outer.members);
	const inner = all.filter(
		({ members, area }) =>
			members.length >= 2 * outer.members.length &&
			area * 2 >= outer.area &&
			members.every(({ parentElement }) => {
				const around = parentElement?.closest(outer.selector);
				return around !== undefined && around !== null && outers.has(around);
			}) &&
			members.filter((member) => countPieces(member) >= 2).length * 2 > members.length,
	);
	const [next] = inner.sort((one, other) => other.area - one.area);
	return next === undefined ? outer : descend(next, all);
}

function chooseMainList(): ListShape | undefined {
	/** Elements from the beginning of a page. */
	const MOST_SEARCHED = 20_000;
	const SURROUNDING =
		'nav, aside, dialog, footer:not(main footer, article footer), header:not(main header, article header), [role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"], [role="dialog"], [role="menu"]';
	const NO_ENTRY =
		/^(?:script|style|br|hr|option|template|svg|td|th|thead|tbody|tfoot|table|h[1-6]|label|input|select|textarea|button|iframe|noscript)$/;
	const found: Element[] = [];
	const collect = (element: Element): void => {
		for (const child of element.children) {
			if (found.length >= MOST_SEARCHED || child.matches(SURROUNDING)) continue;
			if (child.localName === 'svg') continue;
			found.push(child);
			collect(child);
		}
	};
	if (document.body !== null) collect(document.body);
	const likely = found.filter(({ localName }) => !NO_ENTRY.test(localName));
	const groups = [...Map.groupBy(likely, selectAlike)].flatMap(([selector, elements]) =>
		elements.length < 2 ? [] : (readAlike(selector, elements) ?? []),
	);
	const rate = ({ area, members }: Alike): number => area * Math.log2(members.length + 1);
	const [best] = groups.sort((one, other) => rate(other) - rate(one));
	if (best === undefined) return undefined;
	const { selector, made } = descend(best, groups);
	return { selector, made };
}
