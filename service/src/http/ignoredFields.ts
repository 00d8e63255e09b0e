import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
	interface FastifyRequest {
		/** Fields of the JSON body that the contract does not know, such as `urls[0].instruction`. */
		ignoredFields: string[];
		/** The JSON body before unknown fields were taken out of it. */
		sentBody: unknown;
	}
}

/** How many unknown fields are listed; the others are only counted. */
const MAX_NAMED_FIELDS = 20;

/**
 * Records which fields of each request body are unknown, since validation removes them. Clients of a newer
 * or larger API keep working, and learn what had no effect.
 */
export function noteIgnoredFields(server: FastifyInstance): void {
	server.decorateRequest('ignoredFields');
	server.decorateRequest('sentBody');
	server.addHook('preValidation', async (request) => {
		// Bodies of other types are streams.
		const isJson = request.headers['content-type']?.includes('json') ?? false;
		request.sentBody = isJson ? structuredClone(request.body) : undefined;
	});
	server.addHook('preHandler', async (request) => {
		request.ignoredFields = listMissing(request.sentBody, request.body);
		request.sentBody = undefined;
	});
}

/** Paths of the fields that are in `sent` but not in `kept`, without those inside a missing field. */
export function listMissing(sent: unknown, kept: unknown, path = ''): string[] {
	if (Array.isArray(sent)) {
		if (!Array.isArray(kept)) return [];
		return sent.flatMap((entry, index) => listMissing(entry, kept[index], `${path}[${index}]`));
	}
	if (!isContainer(sent) || !isContainer(kept)) return [];
	return Object.entries(sent).flatMap(([name, value]) => {
		const field = path === '' ? name : `${path}.${name}`;
		return Object.hasOwn(kept, name) ? listMissing(value, kept[name], field) : [field];
	});
}

function isContainer(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/** Sentences about ignored fields for the `warnings` of a response; empty if there are none. */
export function describeIgnoredFields(fields: readonly string[]): string[] {
	if (fields.length === 0) return [];
	const named = fields.slice(0, MAX_NAMED_FIELDS).join(', ');
	const others = fields.length - MAX_NAMED_FIELDS;
	const rest = others > 0 ? ` and ${others} more` : '';
	const subject = fields.length === 1 ? 'This field is' : 'These fields are';
	return [`${subject} not known here and had no effect: ${named}${rest}.`];
}

/** A request with a note of its ignored fields. */
export interface WithIgnoredFields {
	/** Absent when every field was known. */
	ignoredFields?: string[];
}

/** Adds the ignored fields to the stored request, so that the job's result can report them, too. */
export function keepIgnoredFields<Request extends object>(
	request: Request,
	ignoredFields: string[],
): Request & WithIgnoredFields {
	return ignoredFields.length === 0 ? request : { ...request, ignoredFields };
}

/** The `warnings` of the response to a submit; absent if there are none. */
export function ignoredFieldWarnings(ignoredFields: readonly string[]): { warnings?: string[] } {
	return ignoredFields.length === 0 ? {} : { warnings: describeIgnoredFields(ignoredFields) };
}
