/// <reference lib="dom" />

/** Writes each ordered item's number on it, so that no item has to count those before it. */
export function numberListItems(document: Document): void {
	for (const list of document.querySelectorAll('ol')) {
		let number = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
		for (const item of list.children) {
			if (item.nodeName !== 'LI') continue;
			number = Number.parseInt(item.getAttribute('value') ?? '', 10) || number;
			item.setAttribute('value', String(number));
			number++;
		}
	}
}
