/** What a file says about itself. What it does not state is absent. */
export interface FileProperties {
	title?: string;
	/** Several are separated by commas. */
	author?: string;
	/** When it was made: ISO 8601 where the file states it so that it can be read, else as stated. */
	created?: string;
}

/** Longer texts are cut: properties are names, not contents. */
const MAX_LENGTH = 500;

/** Properties as they are returned: one line each, without those that are empty. */
export function toFileProperties(
	stated: Partial<Record<keyof FileProperties, string | undefined>>,
): FileProperties {
	const texts = Object.entries(stated).map(([name, text = '']) => {
		const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
		return [name, line.slice(0, MAX_LENGTH)];
	});
	return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Authors as one text. */
export function joinAuthors(names: readonly string[]): string {
	const written = names.map((name) => name.trim()).filter((name) => name !== '');
	return [...new Set(written)].join(', ');
}
