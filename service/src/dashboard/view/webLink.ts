import { html, type Content } from './html.ts';

/** A link to a page that was scraped. Anything but a web address, a script say, stays plain text. */
export function linkPage(url: string): Content {
	const protocol = URL.parse(url)?.protocol;
	if (protocol !== 'http:' && protocol !== 'https:') return url;
	return html`<a href="${url}" rel="noreferrer noopener nofollow">${url}</a>`;
}
