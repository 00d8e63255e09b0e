import { isOn } from './wordStyles.ts';
import { attributeOf, findElements, textsIn } from '../xml/xml.ts';

/** The text of runs. */
export const shownText = (xml: string): string => textsIn(xml, 'w:t').join('');

/** The answer of an older document's form field, which has no text itself. */
export function formAnswer(inner: string): string | undefined {
	const [box] = findElements(inner, 'w:checkBox');
	if (box) {
		const isStated = findElements(box.inner, 'w:checked').length > 0;
		return isOn(box.inner, isStated ? 'w:checked' : 'w:default') ? '☒' : '☐';
	}
	const [list] = findElements(inner, 'w:ddList');
	if (!list) return undefined;
	const entries = findElements(list.inner, 'w:listEntry');
	const [chosen] = [
		...findElements(list.inner, 'w:result'),
		...findElements(list.inner, 'w:default'),
	];
	const entry = entries[Number(chosen ? attributeOf(chosen.tag, 'w:val') : 0)];
	return entry && attributeOf(entry.tag, 'w:val');
}

const LETTER = /\p{L}/u;

/** The prompt of an empty content control; undefined for a filled one. @param properties of the control */
export function promptOf(properties: string, content: string): string | undefined {
	if (!isOn(properties, 'w:showingPlcHdr')) return undefined;
	const prompt = shownText(content).trim();
	// An unticked box is an answer.
	return LETTER.test(prompt) ? prompt : undefined;
}
