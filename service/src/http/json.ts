import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Produces the JSON text of an entry when it is about to be sent, whole or in pieces. */
export type JsonEntry = () => string | Promise<string> | AsyncIterable<string>;

/**
 * Sends an object whose last field is a list, entry by entry: only one of its results is in memory at a
 * time, however large they are, and other requests are handled in between.
 * @param entries use {@link addJson} to send stored JSON without parsing it
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

/** After this many characters, other requests get their turn. */
const MAX_CHARACTERS_IN_A_TURN = 65_536;

/**
 * Sends JSON piece by piece: only one piece is in memory at a time, and other requests are handled in
 * between. If producing it fails half-way, the connection is closed.
 */
export function sendJson(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
	return reply
		.type('application/json; charset=utf-8')
		.send(Readable.from(yieldingBetweenChunks(pieces), { highWaterMark: 1 }));
}

/** The JSON text of an object with one more field, whose value is given as JSON text. */
export function addJson(object: object, field: string, json: string): string {
	const text = JSON.stringify(object);
	const separator = text === '{}' ? '' : ',';
	return `${text.slice(0, -1)}${separator}${JSON.stringify(field)}:${json}}`;
}

/** The JSON of a text that arrives in parts. */
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
