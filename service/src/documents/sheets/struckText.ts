/** Signs that no text holds, around struck-out text: they outlast the escaping of its Markdown. */
const START = '\uFDD0';
const END = '\uFDD1';

/** Text marked as struck out, until `withStrikes` writes it as Markdown. */
export const struck = (text: string): string => START + text + END;

const STRETCH = /\uFDD0([^\uFDD0\uFDD1]*)\uFDD1/g;

/** Markdown in which text that was marked as struck out is (`~~12~~ 10`), blanks at its ends excepted. */
export function withStrikes(markdown: string): string {
	if (!markdown.includes(START)) return markdown;
	return markdown.replaceAll(END + START, '').replace(STRETCH, (_source, inner: string) => {
		const text = inner.trim();
		return text === '' ? inner : inner.replace(text, () => `~~${text}~~`);
	});
}
