import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';

interface Answer {
	status: string;
	message: string;
}

/** Answers to requests that never reach a route, by the code of Node.js's parser or server. */
const ANSWERS: Readonly<Record<string, Answer>> = {
	ERR_HTTP_REQUEST_TIMEOUT: {
		status: '408 Request Timeout',
		message: 'The request did not arrive in time.',
	},
	HPE_HEADER_OVERFLOW: {
		status: '431 Request Header Fields Too Large',
		message: `The address and the headers of the request are longer than ${maxHeaderSize / 1024} KB.`,
	},
	HPE_CHUNK_EXTENSIONS_OVERFLOW: {
		status: '413 Payload Too Large',
		message: 'The chunks of the request body have extensions of more than 16 KB.',
	},
	HPE_INVALID_EOF_STATE: {
		status: '400 Bad Request',
		message: 'The request ended before it was complete.',
	},
};

/**
 * Answers a request that is not HTTP, or does not arrive, with the error body of the contract and the reason.
 * A server's handler for errors of a connection.
 */
export function answerClientError(
	error: Error & { code?: string; reason?: string },
	socket: Socket,
): void {
	const { code = '', reason = 'it cannot be parsed' } = error;
	if (code === 'ECONNRESET' || socket.destroyed) return;
	const { status, message } = ANSWERS[code] ?? {
		status: '400 Bad Request',
		message: `The request is not valid HTTP: ${reason}.`,
	};
	if (socket.writable) socket.write(writeAnswer(status, message));
	socket.destroy(error);
}

/** The last response of a connection with the error body of the contract, for where the server can't answer. */
export function writeAnswer(status: string, message: string): string {
	const body = JSON.stringify({ status: 'error', message });
	return [
		`HTTP/1.1 ${status}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
		'',
		body,
	].join('\r\n');
}
