import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@web-data-extraction/page/json';
import { readJson } from '../net/readJson.ts';

/** Fields of a chat request that the service sets itself. */
const OWN_FIELDS = ['model', 'messages', 'stream', 'response_format', 'n', 'tools'];

/** A JSON object whose fields are added to every request to a model. */
export const requestFields = z.string().transform((text, context): JsonObject => {
	const fields = readJson(text);
	const message = 'set a JSON object of further request fields, such as {"temperature":0}';
	if (!isJsonObject(fields)) {
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	}
	const own = OWN_FIELDS.filter((name) => name in fields);
	if (own.length > 0) {
		context.addIssue({
			code: 'custom',
			message: `leave out ${own.join(', ')}, which the service fills`,
		});
	}
	return fields;
});
