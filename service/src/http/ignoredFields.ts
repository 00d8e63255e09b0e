import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
	interface FastifyRequest {
		/** Fields of the JSON body that the contract does not know, such as `urls[0].instruction`. */
		ignoredFields: string[];
		/** The JSON body before unknown fields were taken out of it. */
		sentBody: unknown;
	}
}

/** At most so many unknown fields are named; the rest is counted. */
const MAX_NAMED_FIELDS = 20;

/**
 * Notes for every request which fields of its body are not known, which the check by the contract takes
 * out. Clients of a newer or a larger API go on to work, and learn what had no effect.
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

/** Paths of the fields that `sent` has and `kept` lacks. Nothing is looked for inside a missing field. */
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

/** The sentences that name ignored fields, for the `warnings` of an answer; none where there are none. */
export function describeIgnoredFields(fields: readonly string[]): string[] {
	if (fields.length === 0) return [];
	const named = fields.slice(0, MAX_NAMED_FIELDS).join(', ');
	const others = fields.length - MAX_NAMED_FIELDS;
	const rest = others > 0 ? ` and ${others} more` : '';
	const subject = fields.length === 1 ? 'This field is' : 'These fields are';
	return [`${subject} not known here and had no effect: ${named}${rest}.`];
}

/** What a job's request carries of the fields that were ignored. */
export interface WithIgnoredFields {
	/** Absent when every field was known. */
	ignoredFields?: string[];
}

/** The request as its job stores it, so that the job's own answers name the ignored fields, too. */
export function keepIgnoredFields<Request extends object>(
	request: Request,
	ignoredFields: string[],
): Request & WithIgnoredFields {
	return ignoredFields.length === 0 ? request : { ...request, ignoredFields };
}

/** The `warnings` of a submit's answer; absent when there is nothing to say. */
export function ignoredFieldWarnings(ignoredFields: readonly string[]): { warnings?: string[] } {
	return ignoredFields.length === 0 ? {} : { warnings: describeIgnoredFields(ignoredFields) };
}
