/**
 * Marks of a page as a whole. They may be missing, stand twice, or come after the first words, and
 * the HTML library wants them complete and in their places.
 */
const PAGE_MARKS =
	/<\?[^>]*>|<!(?:doctype|\[)[^>]*>|<\/?(?:html|head|body|frameset|noframes)(?=[\s>/])[^>]*>/gi;
const TITLE = /<title\b[^>]*>[^<]*<\/title\s*>/gi;

function withoutComments(html: string): string {
	const [start = '', ...parts] = html.split('<!--');
	const rest = parts.map((part) => {
		const end = part.indexOf('-->');
		return end === -1 ? `<!--${part}` : part.slice(end + 3);
	});
	return start + rest.join('');
}

/**
 * HTML of any shape (a page, a page without `html` or `body`, a part of one) as a page whose body
 * holds all of it. What stood in its head is no text, or goes with the page's other noise.
 */
export function wholePage(html: string): string {
	const content = withoutComments(html).replace(PAGE_MARKS, '').replace(TITLE, '');
	return `<!doctype html><html><head></head><body>${content}</body></html>`;
}
