/**
 * Escapes plain text so that Markdown shows it as it is. Underscores inside a word and other marks
 * that Markdown would not act on are left alone, to keep names and numbers readable.
 */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/[\\`*[\]]/g, '\\$&')
		.replace(/(?<!\w)_|_(?!\w)/g, '\\_')
		.replace(/<(?=[a-z/!?])/gi, '\\<')
		.replace(/^([ \t]*)([#>+-])(?=\s)/gm, '$1\\$2')
		.replace(/^([ \t]*)(={3,}|-{3,})(?=[ \t]*$)/gm, '$1\\$2');
}

/** An address as the target of a Markdown link: what would end the target is percent-encoded. */
export function linkTarget(address: string): string {
	return address.replace(
		/[\s|()<>]/g,
		(character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
	);
}
