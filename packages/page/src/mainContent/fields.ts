/// <reference lib="dom" />

/** What a reader sees in a field is in an element with this attribute. */
export const FIELD_TEXT = 'data-field-text';

/** Fields of forms, and elements that show a value; task checkboxes stay as they are. */
const FIELDS = 'select, textarea, input:not([type="checkbox"]), meter, progress';
const PRESSED = /^(?:submit|button|reset)$/;
/** Types whose value is shown as text. */
const WRITTEN = /^(?:text|number|date|time|month|week|datetime-local|email|tel|url|search)$/;

/**
 * Replaces fields with what a reader sees in them: the selected option, the label of a button, a read-only
 * value. What can be typed over is not text of the page. Text on both sides of a field
 * is not joined into one word.
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

/** Removes fields and the text put in their place: they are not content. */
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

/** The selected option of a drop-down list, all options of an open list. */
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

/** The value of a progress bar, in per cent; empty where it is indeterminate. */
function shareOf(bar: Element): string {
	const read = (name: string, otherwise: number) => {
		const number = Number.parseFloat(bar.getAttribute(name) ?? '');
		return Number.isFinite(number) ? number : otherwise;
	};
	const [value, least, most] = [read('value', Number.NaN), read('min', 0), read('max', 1)];
	const share = (value - least) / (most - least);
	return share >= 0 && share <= 1 ? `${Math.round(100 * share)} %` : '';
}
