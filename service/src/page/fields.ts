/// <reference lib="dom" />

/** What a reader sees in a field stands in an element with this attribute. */
export const FIELD_TEXT = 'data-field-text';

/** Fields of forms, and what they and scripts show of a value; boxes of tasks stay as they are. */
const FIELDS = 'select, textarea, input:not([type="checkbox"]), meter, progress';
const PRESSED = /^(?:submit|button|reset)$/;
/** Types whose value is shown in letters. */
const WRITTEN = /^(?:text|number|date|time|month|week|datetime-local|email|tel|url|search)$/;

/**
 * Puts what a reader sees in fields in their place: the chosen option, the name of a button, the value that
 * nobody can change. What can be typed over is no text of the page. What stands on both sides of a field
 * does not become one word.
 */
export function writeFields(document: Document): void {
	for (const field of document.querySelectorAll(FIELDS)) {
		if (field.closest('pre') !== null) continue;
		const text = shownIn(field).replace(/\s+/g, ' ').trim();
		if (text === '') {
			field.replaceWith(' ');
			continue;
		}
		const shown = document.createElement('span');
		shown.setAttribute(FIELD_TEXT, '');
		shown.textContent = text;
		field.replaceWith(' ', shown, ' ');
	}
}

/** Takes fields out of a page, and what was put in their place: they are no content. */
export function removeFields(document: Document): void {
	for (const field of document.querySelectorAll(`${FIELDS}, [${FIELD_TEXT}]`)) {
		const isMeasure = field.matches('meter, progress') && field.textContent.trim() !== '';
		if (field.closest('pre') === null && !isMeasure) field.replaceWith(' ');
	}
}

function shownIn(field: Element): string {
	const name = field.nodeName;
	if (name === 'SELECT') return chosenIn(field);
	if (name === 'METER' || name === 'PROGRESS') return field.textContent.trim() || shareOf(field);
	const isFixed = field.matches('[readonly], [disabled], fieldset[disabled] *');
	if (name === 'TEXTAREA') return isFixed ? (field.getAttribute('value') ?? field.textContent) : '';
	const type = (field.getAttribute('type') ?? 'text').toLowerCase();
	if (type === 'image') return field.getAttribute('alt') ?? '';
	const isShown = PRESSED.test(type) || (isFixed && WRITTEN.test(type));
	return isShown ? (field.getAttribute('value') ?? '') : '';
}

/** The chosen option of a list that opens, all of one that is open. */
function chosenIn(field: Element): string {
	const options = [...field.querySelectorAll('option')];
	const isOpen = field.hasAttribute('multiple') || Number(field.getAttribute('size')) > 1;
	const chosen =
		options.findLast((option) => option.hasAttribute('selected')) ??
		options.find((option) => !option.hasAttribute('disabled'));
	const shown = isOpen ? options : [chosen].flatMap((option) => option ?? []);
	return shown
		.map((option) => option.getAttribute('label') ?? option.textContent.trim())
		.join(', ');
}

/** How far a bar reaches, in per cent; nothing where it says that something goes on. */
function shareOf(bar: Element): string {
	const read = (name: string, otherwise: number) => {
		const number = Number.parseFloat(bar.getAttribute(name) ?? '');
		return Number.isFinite(number) ? number : otherwise;
	};
	const [value, least, most] = [read('value', Number.NaN), read('min', 0), read('max', 1)];
	const share = (value - least) / (most - least);
	return share >= 0 && share <= 1 ? `${Math.round(100 * share)} %` : '';
}
