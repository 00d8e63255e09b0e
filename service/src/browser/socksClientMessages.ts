import type { SocksTarget } from './socksMessages.ts';

const VERSION = 5;
const PASSWORD_VERSION = 1;
const METHOD_NONE = 0;
const METHOD_PASSWORD = 2;
const COMMAND_CONNECT = 1;
const ADDRESS_NAME = 3;
const ADDRESS_LENGTHS: Record<number, number> = { 1: 4, 4: 16 };

/** First message of a SOCKS5 client (RFC 1928, section 3). */
export function encodeClientGreeting(hasPassword: boolean): Buffer {
	const methods = hasPassword ? [METHOD_NONE, METHOD_PASSWORD] : [METHOD_NONE];
	return Buffer.from([VERSION, methods.length, ...methods]);
}

/** Whether the server chose one of the methods this client offers. */
export function isGreetingAccepted(answer: Buffer): boolean {
	return answer[0] === VERSION && (answer[1] === METHOD_NONE || answer[1] === METHOD_PASSWORD);
}

export function needsPassword(greetingAnswer: Buffer): boolean {
	return greetingAnswer[1] === METHOD_PASSWORD;
}

/** User name and password (RFC 1929); each at most 255 bytes. */
export function encodePasswordLogin(user: string, password: string): Buffer {
	return Buffer.concat([Buffer.from([PASSWORD_VERSION]), sized(user), sized(password)]);
}

export function isLoginAccepted(answer: Buffer): boolean {
	return answer[1] === 0;
}

/** CONNECT by name, so that the name is resolved where the proxy stands. */
export function encodeConnectRequest(target: SocksTarget): Buffer {
	const port = Buffer.alloc(2);
	port.writeUInt16BE(target.port);
	const head = Buffer.from([VERSION, COMMAND_CONNECT, 0, ADDRESS_NAME]);
	return Buffer.concat([head, sized(target.hostname), port]);
}

/** Length in bytes of a whole reply; undefined while bytes are missing. */
export function measureReply(bytes: Buffer): number | undefined {
	if (bytes.length < 5) return undefined;
	const addressType = bytes.readUInt8(3);
	const addressLength =
		addressType === ADDRESS_NAME ? 1 + bytes.readUInt8(4) : (ADDRESS_LENGTHS[addressType] ?? 0);
	const length = 4 + addressLength + 2;
	return bytes.length < length ? undefined : length;
}

function sized(text: string): Buffer {
	const bytes = Buffer.from(text).subarray(0, 255);
	return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
