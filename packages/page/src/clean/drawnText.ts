/// <reference lib="dom" />
import { GENERATED, RENDERED } from '@web-data-extraction/markdown/rendered';
import { writeNumber } from '@web-data-extraction/markdown/listNumbers';

const MARKED = `[${GENERATED.before}], [${GENERATED.after}]`;
const NUMBERS = /\u0001([a-z-]+) (-?\d+)\u0001/g;
/** Characters of icon fonts, which have no meaning themselves. */
const PRIVATE_SIGNS = /\p{Co}/gu;
/** Words, numbers, currencies, ticks; the rest of what style sheets generate is ornament. */
const MEANINGFUL = /[\p{L}\p{N}\p{Sc}%*§°✓✔✗✘☑☒]/u;
/** Characters without a space after them, or before them. */
const CLOSE_BEFORE = /[\p{Sc}\p{Ps}\p{Pi}\s#§@+-]$/u;
const CLOSE_AFTER = /^[\p{Sc}\p{Pe}\p{Pf}\s%°*.,;:!?@]/u;
/** The number of an item is within its first characters: "Step 12". */
const LONGEST_NUMBER = 8;
/** Where no text is added: it would be neither code nor an option. */
const LEFT_ALONE = 'pre, code, script, style, select, textarea';

/**
 * Writes into a page what only its style sheets generate: numbers of headings and steps, labels, "Required",
 * currency symbols. Text that they reverse, to hide addresses from bots, is reversed back.
 */
export function writeDrawnText(document: Document): void {
	for (const element of document.querySelectorAll(MARKED)) {
		if (element.closest(LEFT_ALONE) !== null) continue;
		const before = readGenerated(element, GENERATED.before);
		const after = readGenerated(element, GENERATED.after);
		if (before !== '') element.prepend(CLOSE_BEFORE.test(before) ? before : `${before} `);
		if (after !== '') element.append(CLOSE_AFTER.test(after) ? after : ` ${after}`);
	}
	for (const list of document.querySelectorAll(`ol[${RENDERED}~="unnumbered"]`))
		keepOwnNumbers(list);
	for (const element of document.querySelectorAll(`[${RENDERED}~="reversed"]`)) {
		if (element.children.length > 0) continue;
		element.textContent = [...element.textContent].toReversed().join('');
	}
}

function readGenerated(element: Element, name: string): string {
	const text = (element.getAttribute(name) ?? '')
		.replace(NUMBERS, (_all, style: string, number: string) => writeNumber(Number(number), style))
		.replace(PRIVATE_SIGNS, '');
	return MEANINGFUL.test(text) ? text.replace(/\s+/g, ' ') : '';
}

/** A list whose items contain their numbers is not numbered again. */
function keepOwnNumbers(list: Element): void {
	const items = [...list.children];
	const isNumbered = ({ textContent }: Element) =>
		/\d/.test(textContent.trim().slice(0, LONGEST_NUMBER));
	if (!items.every(isNumbered)) return;
	const plain = list.ownerDocument.createElement('ul');
	plain.append(...list.childNodes);
	list.replaceWith(plain);
}
