import type { PdfObjects } from './objects.ts';

/** Words in the objects that tell of forms. */
export const FORM_WORDS = ['/NeedsRendering', '/XFA'] as const;

/** Says that a form's pages are not in its file, and what to do. */
export const DYNAMIC_FORM =
	'The PDF is an XFA form, whose pages are made by the program that opens it: its fields and values may be missing here. Open it in Adobe Acrobat Reader or Firefox, print it to a PDF, and send that.';

/**
 * Whether the pages of a PDF are made from an XFA form when it is opened: those in the file are a notice
 * to wait. Forms whose fields are in the file, too, are read like others.
 * @param objects searched for `FORM_WORDS`
 */
export function isDynamicForm(objects: PdfObjects): boolean {
	const isMadeLater = objects
		.with('/NeedsRendering')
		.some(({ text }) => /\/NeedsRendering\s{0,4}true\b/.test(text));
	const hasNoFields = objects
		.with('/XFA')
		.some(({ text }) => /\/XFA\b/.test(text) && /\/Fields\s{0,4}\[\s{0,4}\]/.test(text));
	return isMadeLater || hasNoFields;
}
