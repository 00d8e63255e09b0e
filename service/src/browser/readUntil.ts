import type { Socket } from 'node:net';

const LONGEST_MESSAGE_BYTES = 65_536;

/**
 * Reads one message from a socket and leaves what follows it unread.
 * @param measure length of the whole message in bytes, undefined while bytes are missing
 * @throws Error when the socket ends first, or the message is longer than 64 KiB
 */
export function readUntil(
	socket: Socket,
	measure: (bytes: Buffer) => number | undefined,
): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		let received: Buffer = Buffer.alloc(0);
		const settle = (finish: () => void) => {
			socket.off('readable', read).off('error', reject).off('end', fail).off('close', fail);
			finish();
		};
		const fail = () => settle(() => reject(new Error('The connection ended too early')));
		const read = () => {
			const chunk: Buffer | null = socket.read();
			if (chunk === null) return;
			received = Buffer.concat([received, chunk]);
			try {
				const length = measure(received);
				if (length === undefined && received.length <= LONGEST_MESSAGE_BYTES) return;
				if (length === undefined) throw new Error('The message is too long');
				socket.unshift(received.subarray(length));
				const message = received.subarray(0, length);
				settle(() => resolve(message));
			} catch (error) {
				settle(() => reject(error));
			}
		};
		socket.on('readable', read).once('error', reject).once('end', fail).once('close', fail);
		read();
	});
}
