import { isRecord } from '../../nodes/shared/transport/serviceBody';
import { readJsonFile } from './packageNodes';

/** What JSON Schema calls the type of a value. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * The fields of an item that the output schema of an operation of Scrape lacks or calls another type.
 * @param place resource and operation, such as `page/scrape`
 * @param ownFields names that the page gives, and no schema can know
 */
export function describeMisfits(
	place: string,
	item: Readonly<Record<string, unknown>>,
	ownFields: readonly string[] = [],
): string[] {
	const { properties } = readJsonFile(`nodes/Scrape/__schema__/v1.0.0/${place}.json`);
	return Object.entries(item).flatMap(([name, value]) => {
		if (ownFields.includes(name)) return [];
		const schema = isRecord(properties) ? properties[name] : undefined;
		const types = isRecord(schema) ? [schema.type].flat() : [];
		return types.includes(typeOf(value)) ? [] : [`${place} ${name}: ${typeOf(value)}`];
	});
}
