import { type Parts, partText } from '../xml/package.ts';
import { attributeOf, findElements } from '../xml/xml.ts';

const NO_DISPLAY = /\btext:display\s*=\s*["']none["']/;
const DISPLAY = /\btext:display\s*=/;
const DEEPEST = 20;

const UNSHOWN = /\bpresentation:visibility\s*=\s*["']hidden["']/;
const SHOW = /\bpresentation:visibility\s*=/;

const POSITION = /\bstyle:text-position\s*=/;
const RAISED = /\bstyle:text-position\s*=\s*["'](?:super|[1-9])/;

/** The styles of an OpenDocument file whose text is hidden, by themselves or a parent style. */
export function hiddenOpenStyles(parts: Parts): ReadonlySet<string> {
	return stylesThat(parts, DISPLAY, NO_DISPLAY);
}

/** The styles of an OpenDocument file whose text is raised. */
export function raisedOpenStyles(parts: Parts): ReadonlySet<string> {
	return stylesThat(parts, POSITION, RAISED);
}

const LINE_THROUGH = /\bstyle:text-line-through-(?:style|type)\s*=/;
const STRUCK = /\bstyle:text-line-through-(?:style|type)\s*=\s*["'](?!none)/;
const UNSTRUCK = /\bstyle:text-line-through-(?:style|type)\s*=\s*["']none/;

/** The styles of an OpenDocument file that strike text out (true), and those that explicitly do not. */
export function strikingOpenStyles(parts: Parts): ReadonlyMap<string, boolean> {
	return new Map([
		...[...stylesThat(parts, LINE_THROUGH, UNSTRUCK)].map((name) => [name, false] as const),
		...[...stylesThat(parts, LINE_THROUGH, STRUCK)].map((name) => [name, true] as const),
	]);
}

/** The numbers of the slides that are skipped when a presentation is shown. */
export function hiddenOpenSlides(parts: Parts): number[] {
	const unshown = stylesThat(parts, SHOW, UNSHOWN);
	return findElements(partText(parts, 'content.xml'), 'draw:page').flatMap(({ tag }, at) =>
		unshown.has(attributeOf(tag, 'draw:style-name') ?? '') ? [at + 1] : [],
	);
}

/** The styles with a certain attribute value, themselves or through a parent style. */
function stylesThat(parts: Parts, attribute: RegExp, wanted: RegExp): ReadonlySet<string> {
	const styles = new Map(
		['styles.xml', 'content.xml']
			.flatMap((name) => findElements(partText(parts, name), 'style:style'))
			.map(({ tag, inner }) => [attributeOf(tag, 'style:name') ?? '', { tag, inner }]),
	);
	const isWanted = (name: string, depth = 0): boolean => {
		const style = styles.get(name);
		if (!style || depth > DEEPEST) return false;
		if (attribute.test(style.inner)) return wanted.test(style.inner);
		return isWanted(attributeOf(style.tag, 'style:parent-style-name') ?? '', depth + 1);
	};
	return new Set([...styles.keys()].filter((name) => isWanted(name)));
}
