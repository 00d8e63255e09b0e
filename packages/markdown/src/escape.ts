/** Characters that are markup anywhere in a line. */
const INLINE_ESCAPES: ReadonlyArray<[RegExp, string]> = [
	[/\\(?=[!-/:-@[-`{-~])/g, '\\\\'],
	[/\*(?=\S|$)|(?<=\S|^)\*/g, '\\*'],
	[/`/g, '\\`'],
	[/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
	[/~(?=~)|(?<=~)~/g, '\\~'],
	[/<(?=[a-z!/?])/gi, '\\<'],
	[/\](?=[([])/g, '\\]'],
	[/&(?=#?\w{1,32};)/g, '\\&'],
];

/** Characters that are markup at the beginning of a line only. */
const LINE_ESCAPES: ReadonlyArray<[RegExp, string]> = [
	[/^(#{1,6})(?=\s|$)/, '\\$1'],
	[/^([-+*])(?=\s|$)/, '\\$1'],
	[/^>/, '\\>'],
	[/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
	[/^(=+|-{2,}|~{3,})$/, '\\$1'],
	[/^(~{3})/, '\\$1'],
	[/^\[(?=[^\][^][^\][]{0,200}\]:)/, '\\['],
	// What would be the second line of a table.
	[/^([|:-])(?=[\s|:-]*$)/, '\\$1'],
];

/**
 * Keeps text from being read as Markdown. Only what would be misread is escaped: underscores
 * inside words and brackets that are no link stay as they are, for people and models to read.
 */
export function escapeText(text: string): string {
	if (!/[\\*`_~<\]&]/.test(text)) return text;
	return text
		.split(DISPLAYED_FORMULA)
		.map((part, index) => (index % 2 === 1 ? part : escapeMarks(part)))
		.join('');
}

/** LaTeX that a page shows as source, because nothing has drawn it. */
const DISPLAYED_FORMULA = /(\$\$[^$\n]{1,2000}\$\$)/;

function escapeMarks(text: string): string {
	return INLINE_ESCAPES.reduce((escaped, [pattern, by]) => escaped.replace(pattern, by), text);
}

/** The same for the beginning of a line of a paragraph. */
export function escapeLineStart(line: string): string {
	if (!/^[#\-+*>\d=~[|:]/.test(line)) return line;
	return LINE_ESCAPES.reduce((escaped, [pattern, by]) => escaped.replace(pattern, by), line);
}

/** An address as written in a link, in a table too: without characters that would end it early. */
export function escapeAddress(address: string): string {
	const oneWord = address
		.replace(/\s/g, '%20')
		.replaceAll('\\', '%5C')
		.replaceAll('<', '%3C')
		.replaceAll('|', '%7C');
	if (arePaired(oneWord, '()')) return oneWord;
	return oneWord.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** The text of a link: unbalanced brackets would end it early, and so would a backslash. */
export function balanceBrackets(text: string): string {
	const parts = [...text.matchAll(/\\[^]|[^\\]|\\$/g)].map(([part]) =>
		part === '\\' ? '\\\\' : part,
	);
	if (arePaired(parts, '[]')) return parts.join('');
	return parts.map((part) => (part === '[' || part === ']' ? `\\${part}` : part)).join('');
}

/** Inline code, between as many backticks as it needs. */
export function codeSpan(text: string): string {
	const code = text.replace(/\s+/g, ' ').trim();
	if (code === '') return '';
	const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length));
	let length = 1;
	while (runs.has(length)) length++;
	const fence = '`'.repeat(length);
	const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
	return `${fence}${gap}${code}${gap}${fence}`;
}

/** A code block, between fences that do not occur in it. */
export function codeBlock(code: string, language: string): string {
	let longest = 2;
	for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${code}\n${fence}`;
}

/** Whether each opening bracket is closed after it, and each closing one opened before it. */
function arePaired(signs: Iterable<string>, [opening, closing]: string): boolean {
	let open = 0;
	for (const sign of signs) {
		if (sign === opening) open++;
		if (sign === closing) open--;
		if (open < 0) return false;
	}
	return open === 0;
}
