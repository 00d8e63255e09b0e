import { type Parts, partText } from './package.ts';
import { attributeOf, findElements } from './xml.ts';

const NO_DISPLAY = /\btext:display\s*=\s*["']none["']/;
const DISPLAY = /\btext:display\s*=/;
const DEEPEST = 20;

/** The styles of an OpenDocument file whose text is hidden, as they or those that they build on say. */
export function hiddenOpenStyles(parts: Parts): ReadonlySet<string> {
	const styles = new Map(
		['styles.xml', 'content.xml']
			.flatMap((name) => findElements(partText(parts, name), 'style:style'))
			.map(({ tag, inner }) => [attributeOf(tag, 'style:name') ?? '', { tag, inner }]),
	);
	const isHidden = (name: string, depth = 0): boolean => {
		const style = styles.get(name);
		if (!style || depth > DEEPEST) return false;
		if (DISPLAY.test(style.inner)) return NO_DISPLAY.test(style.inner);
		return isHidden(attributeOf(style.tag, 'style:parent-style-name') ?? '', depth + 1);
	};
	return new Set([...styles.keys()].filter((name) => isHidden(name)));
}
