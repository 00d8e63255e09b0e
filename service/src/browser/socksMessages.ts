import ipaddr from 'ipaddr.js';

/** What a SOCKS5 client asks for: a connection to a host, by name or IP address. */
export interface SocksTarget {
	hostname: string;
	port: number;
}

/** Reply codes of RFC 1928, section 6. */
export const SOCKS_REPLY = {
	succeeded: 0,
	generalFailure: 1,
	notAllowed: 2,
	networkUnreachable: 3,
	hostUnreachable: 4,
	connectionRefused: 5,
	commandNotSupported: 7,
} as const;

export type SocksReply = (typeof SOCKS_REPLY)[keyof typeof SOCKS_REPLY];

const VERSION = 5;
const COMMAND_CONNECT = 1;
const ADDRESS_IPV4 = 1;
const ADDRESS_NAME = 3;
const ADDRESS_IPV6 = 4;
const NO_AUTHENTICATION = 0;

/** Thrown for bytes that are not SOCKS5 as this service speaks it. */
export class SocksProtocolError extends Error {
	override name = 'SocksProtocolError' as const;
}

/** The answer to a greeting: no authentication wanted. */
export const SOCKS_GREETING_ANSWER = Buffer.from([VERSION, NO_AUTHENTICATION]);

/** Length in bytes of a whole greeting; undefined while too little of it has arrived. */
export function measureGreeting(bytes: Buffer): number | undefined {
	if (bytes.length > 0 && bytes[0] !== VERSION) {
		throw new SocksProtocolError('The client does not speak SOCKS5');
	}
	const methodCount = bytes[1];
	if (methodCount === undefined || bytes.length < 2 + methodCount) return undefined;
	return 2 + methodCount;
}

/**
 * Reads a CONNECT request (RFC 1928, section 4).
 * @returns the target and the request's length in bytes; undefined while bytes are missing
 */
export function parseConnectRequest(
	bytes: Buffer,
): { target: SocksTarget; lengthBytes: number } | undefined {
	if (bytes.length < 5) return undefined;
	if (bytes[0] !== VERSION || bytes[1] !== COMMAND_CONNECT) {
		throw new SocksProtocolError('Only SOCKS5 connect requests are served');
	}
	const { start, end } = locateAddress(bytes);
	if (bytes.length < end + 2) return undefined;
	const hostname = readHostname(bytes.subarray(start, end), bytes[3]);
	return { target: { hostname, port: bytes.readUInt16BE(end) }, lengthBytes: end + 2 };
}

function locateAddress(bytes: Buffer): { start: number; end: number } {
	switch (bytes[3]) {
		case ADDRESS_IPV4:
			return { start: 4, end: 8 };
		case ADDRESS_IPV6:
			return { start: 4, end: 20 };
		case ADDRESS_NAME:
			return { start: 5, end: 5 + bytes.readUInt8(4) };
		default:
			throw new SocksProtocolError(`Address type ${bytes[3]} is not known in SOCKS5`);
	}
}

function readHostname(address: Buffer, type: number | undefined): string {
	if (type === ADDRESS_NAME) return address.toString('latin1');
	return ipaddr.fromByteArray([...address]).toString();
}

/** A reply without a bound address, which no client needs for CONNECT. */
export function encodeReply(reply: SocksReply): Buffer {
	return Buffer.from([VERSION, reply, 0, ADDRESS_IPV4, 0, 0, 0, 0, 0, 0]);
}
