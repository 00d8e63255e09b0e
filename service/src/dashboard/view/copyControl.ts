import { html, type Html } from './html.ts';

/**
 * A button that copies a text. It is hidden until the script has made it work.
 * @param what names the text for screen readers, such as `the key n8n`
 */
export function copyControl(text: string, what: string): Html {
	return html`<button type="button" class="button small" data-copy="${text}" hidden>
		Copy<span class="unseen"> ${what}</span>
	</button>`;
}
