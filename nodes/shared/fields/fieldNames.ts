import type { INodeProperties } from 'n8n-workflow';

/** Names of the API that the node's field for it does not share (`api/openapi.yaml`, requests). */
const FIELD_OF: Readonly<Record<string, string>> = {
	extractContentOnly: 'pageContent',
	formats: 'scrapeFormats',
	fullPageScreenshot: 'screenshot',
	maxResults: 'scrapeMaxResults',
	schema: 'fieldsText',
	transformInstruction: 'prompt',
	scrapeMode: 'fetchMode',
	scrapeOptions: 'scrapeFormats',
};

/** A field with those that are in it: entries of a collection, columns of a table. */
function withInner(field: INodeProperties): INodeProperties[] {
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'displayName' in option && 'type' in option ? [option] : [];
	});
	return [field, ...inner.flatMap(withInner)];
}

/** A name that no text has by chance: it has a capital in it. */
const IDENTIFIER = /(?<![\w"./?&=#%[\]-])(['`]?)([a-z]+[A-Z]\w*)\1(?![\w"/=&%-])/g;

/** A name at the start of what is said about it: `limit must be at most 20`, `urls[0].url is missing`. */
const SUBJECT =
	/^(['`]?)([a-z]\w*)\1((?:\[\d+\]|\.\w+)*)(?=:? (?:must|is|are|has|have|needs?|requires?|cannot|may|should)\b)/;

/**
 * Shows names of the API in a text of the service as the node shows its fields: `maxPages` as 'Max
 * Pages'. The names are those of the declared fields; texts in double quotes and addresses stay.
 * @param fields of the operation, before those of the others, whose requests its jobs may come from
 */
export function fieldNamer(fields: readonly INodeProperties[]): (text: string) => string {
	const displayNames = new Map<string, string>();
	for (const { name, displayName } of fields.flatMap(withInner)) {
		if (!displayNames.has(name)) displayNames.set(name, displayName);
	}
	const show = (name: string): string | undefined => {
		const own = displayNames.get(FIELD_OF[name] ?? '') ?? displayNames.get(name);
		return own === undefined ? undefined : `'${own}'`;
	};
	return (text) =>
		text
			.replace(SUBJECT, (all, _quote: string, name: string, path: string) => {
				const position = /^\[(\d+)\]/.exec(path)?.[1];
				const shown = show(name);
				if (shown === undefined) return all;
				return position === undefined ? shown : `${shown}, entry ${Number(position) + 1},`;
			})
			.replace(IDENTIFIER, (all, _quote: string, name: string) => show(name) ?? all);
}
