import type { FastifyReply } from 'fastify';
import { addJson, sendJson } from './jsonPieces.ts';

/** Makes the JSON text of an entry when its turn comes, whole or in pieces. */
export type JsonEntry = () => string | Promise<string> | AsyncIterable<string>;

/**
 * Answers with an object whose last field is a list, entry by entry: however large the results in it,
 * the service holds one at a time and answers others in between.
 * @param entries see {@link addJson} for what need not be parsed to be sent
 */
export function sendJsonList(
	reply: FastifyReply,
	facts: object,
	field: string,
	entries: readonly JsonEntry[],
): FastifyReply {
	return sendJson(reply, writeList(facts, field, entries));
}

async function* writeList(
	facts: object,
	field: string,
	entries: readonly JsonEntry[],
): AsyncGenerator<string> {
	yield addJson(facts, field, '[').slice(0, -1);
	let separator = '';
	for (const toJson of entries) {
		yield separator;
		const json = toJson();
		if (typeof json === 'object' && Symbol.asyncIterator in json) yield* json;
		else yield await json;
		separator = ',';
	}
	yield ']}';
}
