/// <reference lib="dom" />

/** Gives links without text, such as icons, the words of their label; those without any go. */
export function nameEmptyLinks(document: Document): void {
	for (const link of document.querySelectorAll('a')) {
		if (link.textContent.trim() !== '' || link.querySelector('img') !== null) continue;
		const label = link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '';
		if (label.trim() === '') link.remove();
		else link.textContent = label.trim();
	}
}
