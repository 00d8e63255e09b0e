import { isRecord } from '../../nodes/shared/transport/serviceBody';
import { readJsonFile } from './repositoryFiles';

type Json = Readonly<Record<string, unknown>>;

const schemas = new Map<string, Json>();

function schemaAt(path: string): Json {
	const schema = schemas.get(path) ?? readJsonFile(path);
	schemas.set(path, schema);
	return schema;
}

/** What JSON Schema calls the type of a value. */
function typesOf(value: unknown): string[] {
	if (Array.isArray(value)) return ['array'];
	return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

/**
 * Fields of a value that a schema lacks or calls another type, by their paths, such as `pages[].url`. What a
 * page does not say is null, whatever the type; what is undefined is on no item.
 */
function misfitsOf(schema: Json, value: unknown, path: string): string[] {
	if (value === null || value === undefined) return [];
	const types = [schema.type].flat();
	if (!typesOf(value).some((type) => types.includes(type))) {
		return [`${path}: ${typesOf(value).join(' or ')}`];
	}
	if (Array.isArray(value) && isRecord(schema.items)) {
		const { items } = schema;
		return value.flatMap((entry) => misfitsOf(items, entry, `${path}[]`));
	}
	// An object without named fields is what a page, a user or an account makes it.
	if (!isRecord(value) || !isRecord(schema.properties)) return [];
	const { properties } = schema;
	return Object.entries(value).flatMap(([name, inner]) => {
		const field = properties[name];
		const at = path === '' ? name : `${path}.${name}`;
		return isRecord(field) ? misfitsOf(field, inner, at) : [`${at}: not declared`];
	});
}

/**
 * What items have that the output schema of their operation lacks or calls another type, each once.
 * @param folder of the node, such as `Crawl`
 * @param place its parameters `resource` and `operation`; neither of the trigger
 * @param isOwn whether a field's name comes from the user, the page or the input, so that no schema can know it
 */
export function undeclaredFields(
	folder: string,
	{ resource, operation }: Json,
	items: readonly Json[],
	isOwn: (name: string) => boolean = () => false,
): string[] {
	const place = ['v1.0.0', resource, operation].filter(Boolean).join('/');
	const schema = schemaAt(`nodes/${folder}/__schema__/${place}.json`);
	const misfits = items.flatMap((item) => {
		const others = Object.entries(item).filter(([name]) => !isOwn(name));
		return misfitsOf(schema, Object.fromEntries(others), '');
	});
	return [...new Set(misfits)].map((misfit) => `${folder} ${place} ${misfit}`);
}
