/** Markup that is safe to send. Only {@link html} makes it. */
export class Html {
	readonly markup: string;

	constructor(markup: string) {
		this.markup = markup;
	}
}

/** A value in a template: text is escaped, markup is kept, missing values produce nothing. */
export type Content = string | number | Html | false | null | undefined | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/**
 * Template tag that escapes every value, so that scraped text can neither add markup nor end an
 * attribute. Attribute values must be written in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
	return new Html(String.raw({ raw: parts }, ...values.map(toMarkup)));
}

function toMarkup(content: Content): string {
	if (content instanceof Html) return content.markup;
	if (content === undefined || content === null || content === false) return '';
	if (typeof content === 'object') return content.map(toMarkup).join('');
	return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
