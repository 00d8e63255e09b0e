import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Other requests get their turn after so many characters. */
const MAX_CHARACTERS_IN_A_TURN = 65_536;

/**
 * Answers with an object whose last field is a list, entry by entry: however large the results in it,
 * the service holds one at a time and answers others in between.
 * @param entries make their JSON text when their turn comes; see {@link addJson} for what need not be
 *   parsed to be sent
 */
export function sendJsonList(
	reply: FastifyReply,
	facts: object,
	field: string,
	entries: readonly (() => string)[],
): FastifyReply {
	return reply
		.type('application/json; charset=utf-8')
		.send(Readable.from(writeList(facts, field, entries)));
}

/** The JSON text of an object with one more field, whose value is JSON text already. */
export function addJson(object: object, field: string, json: string): string {
	const text = JSON.stringify(object);
	const separator = text === '{}' ? '' : ',';
	return `${text.slice(0, -1)}${separator}${JSON.stringify(field)}:${json}}`;
}

async function* writeList(
	facts: object,
	field: string,
	entries: readonly (() => string)[],
): AsyncGenerator<string> {
	let text = addJson(facts, field, '[').slice(0, -1);
	let separator = '';
	for (const toJson of entries) {
		text += separator + toJson();
		separator = ',';
		if (text.length < MAX_CHARACTERS_IN_A_TURN) continue;
		yield text;
		text = '';
		await nextTurn();
	}
	yield `${text}]}`;
}
