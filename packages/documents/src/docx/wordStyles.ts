import { type Parts, partText } from '../xml/package.ts';
import { attributeOf, findElements } from '../xml/xml.ts';

/** A paragraph in a frame that is the first letter of the next paragraph. */
export const DROPPED_LETTER = /<w:framePr\b[^<>]*\bw:dropCap="(?:drop|margin)"/;

/** Whether a property that can be switched off is on. */
export function isOn(xml: string, name: string): boolean {
	const [property] = findElements(xml, name);
	if (!property) return false;
	return !['0', 'false', 'off', 'none'].includes(attributeOf(property.tag, 'w:val') ?? '1');
}

/** Whether text is hidden, according to its properties; undefined where they don't say. */
export function statedHidden(properties: string): boolean | undefined {
	return properties.includes('<w:vanish') ? isOn(properties, 'w:vanish') : undefined;
}

const DEEPEST = 20;

/** Whether the text of styles is hidden, by style ID, by themselves or a parent style. */
export function hiddenStyles(parts: Parts): ReadonlyMap<string, boolean> {
	const styles = new Map(
		findElements(partText(parts, 'word/styles.xml'), 'w:style').map(({ tag, inner }) => {
			const [base] = findElements(inner, 'w:basedOn');
			const basedOn = base && attributeOf(base.tag, 'w:val');
			return [attributeOf(tag, 'w:styleId') ?? '', { own: statedHidden(inner), basedOn }];
		}),
	);
	const isHidden = (id: string | undefined, depth = 0): boolean | undefined => {
		const style = styles.get(id ?? '');
		if (!style || depth > DEEPEST) return undefined;
		return style.own ?? isHidden(style.basedOn, depth + 1);
	};
	const stated = [...styles.keys()].map((id) => [id, isHidden(id)] as const);
	return new Map(stated.flatMap(([id, hidden]) => (hidden === undefined ? [] : [[id, hidden]])));
}
