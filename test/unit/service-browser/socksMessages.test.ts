import {
	encodeReply,
	measureGreeting,
	parseConnectRequest,
	SOCKS_REPLY,
	SocksProtocolError,
} from '../../../service/src/browser/socksMessages.ts';

describe('SOCKS5 messages', () => {
	it.each([
		['a name', [5, 1, 0, 3, 4, 97, 46, 105, 111, 0, 80], 'a.io', 80],
		['an IPv4 address', [5, 1, 0, 1, 10, 0, 0, 1, 31, 144], '10.0.0.1', 8080],
		[
			'an IPv6 address',
			[5, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 187],
			'::1',
			443,
		],
	])('name their target by %s, and say where they end', (_name, bytes, hostname, port) => {
		const request = Buffer.from([...bytes, 0xff, 0xff]);
		expect(parseConnectRequest(request)).toEqual({
			target: { hostname, port },
			lengthBytes: bytes.length,
		});
	});

	it('are awaited until they are whole', () => {
		const whole = Buffer.from([5, 1, 0, 3, 4, 97, 46, 105, 111, 0, 80]);
		for (let length = 0; length < whole.length; length++) {
			expect(parseConnectRequest(whole.subarray(0, length))).toBeUndefined();
		}
		expect(measureGreeting(Buffer.from([5]))).toBeUndefined();
		expect(measureGreeting(Buffer.from([5, 2, 0]))).toBeUndefined();
		expect(measureGreeting(Buffer.from([5, 2, 0, 2]))).toBe(4);
	});

	it.each([
		['another version', [4, 1, 0, 80, 10, 0, 0, 1]],
		['another command', [5, 2, 0, 1, 10, 0, 0, 1, 0, 80]],
		['another kind of address', [5, 1, 0, 9, 10, 0, 0, 1, 0, 80]],
	])('are refused with %s', (_name, bytes) => {
		expect(() => parseConnectRequest(Buffer.from(bytes))).toThrow(SocksProtocolError);
	});

	it('are answered with a code', () => {
		expect([...encodeReply(SOCKS_REPLY.notAllowed)]).toEqual([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]);
	});
});
