/** Characters that no text contains, around struck-out text: they survive Markdown escaping. */
const START = '\uFDD0';
const END = '\uFDD1';

/** Text marked as struck out, until `withStrikes` writes it as Markdown. */
export const struck = (text: string): string => START + text + END;

const STRETCH = /\uFDD0([^\uFDD0\uFDD1]*)\uFDD1/g;

/** Markdown with the marked text struck out (`~~12~~ 10`), except for blanks at its ends. */
export function withStrikes(markdown: string): string {
	if (!markdown.includes(START)) return markdown;
	return markdown.replaceAll(END + START, '').replace(STRETCH, (_source, inner: string) => {
		const text = inner.trim();
		return text === '' ? inner : inner.replace(text, () => `~~${text}~~`);
	});
}
