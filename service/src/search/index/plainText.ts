/** Markdown as the text people would search for and read in a snippet. */
export function toPlainText(markdown: string): string {
	return markdown
		.replace(/```[^\n]*\n/g, ' ')
		.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, ' ')
		.replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
		.replace(/[*_`|~]+/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}
