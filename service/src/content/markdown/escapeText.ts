/** Marks that mean something anywhere in a line. */
const INLINE_ESCAPES: ReadonlyArray<[RegExp, string]> = [
	[/\\(?=[!-/:-@[-`{-~])/g, '\\\\'],
	[/\*(?=\S)|(?<=\S)\*/g, '\\*'],
	[/`/g, '\\`'],
	[/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
	[/~~/g, '\\~~'],
	[/<(?=[a-z!/?])/gi, '\\<'],
	[/\](?=\()/g, '\\]'],
];

/** Marks that mean something at the beginning of a line only. */
const LINE_ESCAPES: ReadonlyArray<[RegExp, string]> = [
	[/^(#{1,6})(?=\s|$)/, '\\$1'],
	[/^([-+])(?=\s|$)/, '\\$1'],
	[/^>/, '\\>'],
	[/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
	[/^(=+|-{2,}|~{3,})\s*$/, '\\$1'],
];

/**
 * Keeps text from being read as Markdown marks. Only what would be misread is escaped: underscores
 * inside words and brackets that make no link stay as they are, for people and models to read.
 */
export function escapeText(text: string): string {
	const rules = [...INLINE_ESCAPES, ...LINE_ESCAPES];
	return rules.reduce((escaped, [pattern, by]) => escaped.replace(pattern, by), text);
}
