import { nameKey, withoutSubject } from '../names.ts';
import { aliasesOf } from '../synonyms.ts';

/** What a field is looked for under. */
export interface WantedField {
	/** The field's own name key. */
	key: string;
	/** Its name and other names the schema gives it, best first. */
	exact: readonly string[];
	/** Other names with the same meaning, best first. */
	aliases: readonly string[];
}

/** The keys of a field with the given names (its property name first). */
export function wantedField(names: readonly string[]): WantedField {
	const keys = names.map(nameKey);
	const exact = unique([...keys, ...keys.map(withoutSubject)]);
	const aliases = unique(exact.flatMap(aliasesOf)).filter((alias) => !exact.includes(alias));
	return { key: keys[0] ?? '', exact, aliases };
}

function unique(keys: readonly string[]): string[] {
	return [...new Set(keys)];
}

/** Names that only wrap an answer and say nothing about what is in it. */
const WRAPPERS = new Set([
	'data',
	'result',
	'answer',
	'output',
	'item',
	'entry',
	'record',
	'row',
	'list',
	'listing',
	'page',
	'content',
	'extraction',
	'object',
	'response',
	'document',
	'info',
	'information',
	'metadata',
]);

/** True for a field such as `data` or `results`, which may hold whatever the page is about. */
export function isWrapperName(key: string): boolean {
	return WRAPPERS.has(key);
}

/** What every link with a picture has, and every page for itself. */
const LINK_FIELDS = new Set([
	'name',
	'title',
	'headline',
	'text',
	'url',
	'link',
	'href',
	'image',
	'thumbnail',
]);

/** True for a field such as `name` or `url`, whose value is no sign that the right thing was found. */
export function isLinkField(name: string): boolean {
	return LINK_FIELDS.has(withoutSubject(nameKey(name)));
}
