/** A result as text that people can read, and as what kind of file it is. */
export interface ResultText {
	text: string;
	extension: 'md' | 'json';
	contentType: string;
}

/** Markdown stays as it is, data becomes indented JSON. */
export function toResultText(result: unknown): ResultText {
	return typeof result === 'string'
		? { text: result, extension: 'md', contentType: 'text/markdown; charset=utf-8' }
		: {
				text: JSON.stringify(result, null, 2),
				extension: 'json',
				contentType: 'application/json; charset=utf-8',
			};
}
