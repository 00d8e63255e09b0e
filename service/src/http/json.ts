import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

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

/** Other requests get their turn after so many characters. */
const MAX_CHARACTERS_IN_A_TURN = 65_536;

/**
 * Answers with JSON that is made piece by piece: however large it is, the service holds a piece at a
 * time and answers others in between. When making it fails half-way the connection is broken off.
 */
export function sendJson(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
	return reply
		.type('application/json; charset=utf-8')
		.send(Readable.from(yieldingBetweenChunks(pieces), { highWaterMark: 1 }));
}

/** The JSON text of an object with one more field, whose value is JSON text already. */
export function addJson(object: object, field: string, json: string): string {
	const text = JSON.stringify(object);
	const separator = text === '{}' ? '' : ',';
	return `${text.slice(0, -1)}${separator}${JSON.stringify(field)}:${json}}`;
}

/** The JSON of a text that comes in parts. */
export async function* jsonText(parts: AsyncIterable<string>): AsyncGenerator<string> {
	yield '"';
	for await (const part of parts) yield JSON.stringify(part).slice(1, -1);
	yield '"';
}

async function* yieldingBetweenChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let text = '';
	for await (const piece of pieces) {
		text += piece;
		if (text.length < MAX_CHARACTERS_IN_A_TURN) continue;
		yield text;
		text = '';
		await nextTurn();
	}
	if (text !== '') yield text;
}
