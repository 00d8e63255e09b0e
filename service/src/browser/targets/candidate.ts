/** An element of a page as assistive technology sees it. */
export interface Candidate {
	/** Playwright's reference to the element, valid until the next snapshot. */
	ref: string;
	/** ARIA role, such as `button`; `generic` for elements without one. */
	role: string;
	/** Accessible name, else the text inside; may be empty. */
	name: string;
	/** Text of the smallest meaningful part of the page around it, such as its list item. */
	context: string;
	/** Role of that part; empty when there is none. */
	contextRole: string;
	isDisabled: boolean;
	/** Whether it reacts to clicks, by its role or by the hand that the pointer becomes over it. */
	isInteractive: boolean;
}

const LONGEST_NAME_CHARACTERS = 80;

/** The element in words, such as `button "Add to cart" in listitem "Kettle € 20 Add to cart"`. */
export function describeCandidate({ role, name, context, contextRole }: Candidate): string {
	const kind = contextRole === 'generic' ? 'part' : contextRole;
	const place = kind === '' ? '' : ` in ${kind} "${shorten(context)}"`;
	return `${role} "${shorten(name)}"${place}`;
}

/** A name as it is shown to people and models: 80 characters at most. */
export function shorten(text: string): string {
	const isLong = text.length > LONGEST_NAME_CHARACTERS;
	return isLong ? `${text.slice(0, LONGEST_NAME_CHARACTERS - 1)}…` : text;
}
