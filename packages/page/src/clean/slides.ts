/// <reference lib="dom" />
import { oneLine } from '../parse/document.ts';

/** Words in the class names of carousels and of what is in them: `mySlides`, `carousel-item`. */
const CAROUSEL_WORDS =
	/^(?:carousel|slider|slideshow|slides?|swiper|slick|splide|glide|glider|flickity|embla|keen|owl|tns|flexslider)$/;
/** How authors describe them to screen readers. */
const DESCRIPTIONS = /carousel|slide|karussell|carrusel|diapositiv/i;
/** How far around a slide the element may be that says so. */
const MOST_LEVELS = 4;

/** What is hidden there is a choice or a message. */
const OTHERS =
	'nav, dialog, [role="navigation"], [role="menu"], [role="menubar"], [role="listbox"], [role="dialog"]';

/** Copies that carousels make of their slides, to go on from the last to the first. */
const COPIES = '[class*="clone" i], [class*="duplicate" i], [aria-hidden="true"]';
/** Shorter ones that only screen readers are spared are signs and figures. */
const FEWEST_COPY_CHARACTERS = 20;

/**
 * Tells whether an element that is not shown is a slide: one of several alike, of which a carousel shows
 * some at a time. A copy of another slide is not.
 * @param isHidden whether an element is not shown
 */
export function createSlideFinder(
	isHidden: (element: Element) => boolean,
): (element: Element) => boolean {
	const known = new Map<Element, ReadonlySet<Element>>();
	return (element) => {
		const track = element.parentElement;
		if (track === null) return false;
		const slides = known.get(track) ?? new Set(listSlides(track, isHidden));
		known.set(track, slides);
		return slides.has(element);
	};
}

/** The elements that only repeat a sibling, as a carousel without an end needs them. */
export function listCopies(document: Document): Element[] {
	const known = new Map<Element, Map<string, Element[]>>();
	return [...document.querySelectorAll(COPIES)].filter((element) => {
		const key = keyOf(element);
		const isNamed = /clone|duplicate/i.test(element.className);
		const track = element.parentElement;
		if (track === null || key === '' || (!isNamed && key.length < FEWEST_COPY_CHARACTERS))
			return false;
		const others = known.get(track) ?? Map.groupBy([...track.children].filter(isNoCopy), keyOf);
		known.set(track, others);
		return others.get(key)?.some((other) => isAlike(other, element)) ?? false;
	});
}

const isNoCopy = (element: Element): boolean => !element.matches(COPIES);

function listSlides(track: Element, isHidden: (element: Element) => boolean): Element[] {
	const [hidden, shown]: [Element[], Element[]] = [[], []];
	for (const child of track.children) (isHidden(child) ? hidden : shown).push(child);
	const kinds = new Set(shown.flatMap(kindsOf));
	const alike = hidden.filter(
		(child) => kindsOf(child).some((kind) => kinds.has(kind)) && oneLine(child.textContent) !== '',
	);
	if (alike.length === 0 || track.closest(OTHERS) !== null || !isCarousel(track)) return [];
	const seen = new Set(shown.map(keyOf));
	return alike.filter((slide) => {
		const key = keyOf(slide);
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	});
}

/** Elements of one kind: with a class in common, or both without any. */
function isAlike(one: Element, other: Element): boolean {
	const kinds = new Set(kindsOf(one));
	return kindsOf(other).some((kind) => kinds.has(kind));
}

function kindsOf({ nodeName, classList }: Element): string[] {
	return classList.length === 0 ? [nodeName] : [...classList].map((name) => `${nodeName} ${name}`);
}

const keyOf = (element: Element): string => oneLine(element.textContent);

/** Whether the siblings in an element are shown in turn, by what it, they or what is around it say. */
function isCarousel(track: Element): boolean {
	if ([...track.children].some(isCalledCarousel)) return true;
	let place: Element | null = track;
	for (let level = 0; level < MOST_LEVELS && place !== null; level += 1) {
		if (/^(?:BODY|HTML|MAIN|FORM)$/.test(place.nodeName)) return false;
		if (isCalledCarousel(place)) return true;
		place = place.parentElement;
	}
	return false;
}

function isCalledCarousel(element: Element): boolean {
	if (DESCRIPTIONS.test(element.getAttribute('aria-roledescription') ?? '')) return true;
	const names = `${element.id} ${element.className}`.replace(/([a-z])(?=[A-Z])/g, '$1 ');
	return names
		.toLowerCase()
		.split(/[^a-z]+/)
		.some((word) => CAROUSEL_WORDS.test(word));
}
