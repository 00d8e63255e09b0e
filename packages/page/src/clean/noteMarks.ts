/// <reference lib="dom" />
const NOTE_MARK = /^\s*\d{1,3}\s*$/;

/** Whether a link is the number of a note directly after a word, with which it would become one. */
export function isNoteMark(link: Element): boolean {
	const before = link.previousSibling?.textContent ?? '';
	const isOfNote = link.getAttribute('href')?.includes('#') === true;
	return isOfNote && NOTE_MARK.test(link.textContent) && /\S$/.test(before);
}

/** Writes a mark of a note as superscript, as in print: its link leads nowhere. */
export function raise(link: Element): void {
	const raised = link.ownerDocument.createElement('sup');
	raised.append(...link.childNodes);
	link.replaceWith(raised);
}
