import { InputError, readJson, type ParameterValues } from '../items/parameterValues';
import { isRecord } from '../transport/serviceBody';
import { jsonField, named } from './field';

/** Entry of the options collection for what the service takes and the node has no field for. */
export const additionalFieldsOption = named(
	'additionalFields',
	jsonField(
		'Fields to add to the request, for features of the service that this node does not have yet. Fields that the node sets itself, addresses and cookies are not accepted.',
		{
			displayName: 'Additional Fields (JSON)',
			placeholder: 'e.g. {"webhookUrl": "https://example.com/hook"}',
		},
	),
);

/**
 * What is never taken from there: where a request leads, and what opens pages. A login is checked against
 * the addresses of the node's own fields.
 */
const OWN_FIELDS = new Set([
	...['url', 'urls', 'baseurl', 'fileid', 'fileids', 'files', 'cookies', 'cookie'],
	...['headers', 'authorization', 'apikey', 'actions', 'proto'],
]);

/**
 * A request body with the additional fields.
 * @param body what the node's own fields ask for
 * @throws InputError when they are no object, or one of them is for the node's own fields to say
 */
export function withAdditionalFields<T extends object>(body: T, options: ParameterValues): T {
	const field = additionalFieldsOption.displayName;
	const additional = readJson(options[additionalFieldsOption.name], field);
	if (additional === undefined) return body;
	if (!isRecord(additional)) {
		const fix = 'Enter the fields with their names: {"name": "value"}.';
		throw new InputError(field, 'is not an object', fix);
	}
	const isOwn = (name: string) => OWN_FIELDS.has(name.toLowerCase().replace(/[-_]/g, ''));
	const taken = Object.keys(additional).find((name) => isOwn(name) || Object.hasOwn(body, name));
	if (taken !== undefined) {
		throw new InputError(
			field,
			`contains '${taken}', which the node sets itself`,
			`Remove '${taken}' there, and use the node's own field or option for it.`,
		);
	}
	return { ...body, ...additional };
}
