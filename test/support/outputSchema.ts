import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../nodes/shared/transport/serviceBody';
import { readJsonFile } from './packageNodes';

/** What JSON Schema calls the type of a value. */
function typesOf(value: unknown): string[] {
	if (value === null) return ['null'];
	if (Array.isArray(value)) return ['array'];
	return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

/** The fields of an item that an output schema lacks or calls another type. */
function misfitsOf(
	file: string,
	item: Readonly<Record<string, unknown>>,
	isIgnored: (name: string, value: unknown) => boolean,
): string[] {
	const { properties } = readJsonFile(file);
	return Object.entries(item).flatMap(([name, value]) => {
		const schema = isRecord(properties) ? properties[name] : undefined;
		const types = isRecord(schema) ? [schema.type].flat() : [];
		const isFit = typesOf(value).some((type) => types.includes(type));
		return isFit || isIgnored(name, value) ? [] : [`${name}: ${typesOf(value).join(' or ')}`];
	});
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
	const file = `nodes/Scrape/__schema__/v1.0.0/${place}.json`;
	return misfitsOf(file, item, (name) => ownFields.includes(name)).map(
		(text) => `${place} ${text}`,
	);
}

/**
 * The same for the items of any node, for its parameters. What a page does not say is null: that fits
 * any type, where the field is named.
 * @param folder of the node, such as `Crawl`
 */
export function undeclaredFields(
	folder: string,
	{ resource, operation }: Readonly<Record<string, unknown>>,
	items: readonly IDataObject[],
): string[] {
	const file = `nodes/${folder}/__schema__/v1.0.0/${[resource, operation].filter(Boolean).join('/')}.json`;
	const { properties } = readJsonFile(file);
	const isNamed = (name: string) => isRecord(properties) && name in properties;
	const misfits = items.flatMap((item) =>
		misfitsOf(file, item, (name, value) => value === null && isNamed(name)),
	);
	return [...new Set(misfits)];
}
