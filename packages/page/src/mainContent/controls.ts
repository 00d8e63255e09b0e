/// <reference lib="dom" />
import { measureText } from './textSize.ts';

/** What is pressed, not read, unless it opens something or contains text of the content. */
const BUTTONS =
	':is(button, [role="button"]):not([aria-expanded], [aria-controls], [role="tab"], [popovertarget])';
const CONTENT_OF_BUTTONS = 'h1, h2, h3, h4, h5, h6, p, li';
const HOLDERS_OF_BUTTONS = 'h1, h2, h3, h4, h5, h6, p, summary, dt';
/** Forms and filters with a larger share of the content than this are the content. */
const LARGEST_FORM_SHARE = 0.3;

/** Removes the buttons, forms and filters in the content. */
export function removeControls(root: Element): void {
	for (const button of root.querySelectorAll(BUTTONS)) {
		const isContent =
			button.closest(HOLDERS_OF_BUTTONS) !== null ||
			button.querySelector(CONTENT_OF_BUTTONS) !== null;
		if (!isContent) button.remove();
	}
	const size = measureText(root);
	for (const form of root.querySelectorAll('form, fieldset')) {
		if (form.querySelector('table') === null && !isContentForm(form, size)) form.remove();
	}
}

/**
 * Whether a form is the content, or surrounds it.
 * @param size characters of the content
 */
export function isContentForm(form: Element, size: number): boolean {
	return (
		form.querySelector('h1, article') !== null || measureText(form) >= LARGEST_FORM_SHARE * size
	);
}
