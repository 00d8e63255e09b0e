import type { DriverMessage } from './driver.ts';

/**
 * Answers what `createDriver` asks, until the test file that asks has ended.
 * @param answer Requests that come while it works on another are answered side by side.
 * @param close ends what the answers keep running
 */
export function answerRequests(
	answer: (request: unknown) => Promise<unknown>,
	close: () => Promise<void>,
): void {
	const send = (message: DriverMessage) => {
		if (process.connected) process.send?.(message);
	};
	process.on('message', (message) => {
		const { id, request } = Object(message);
		answer(request).then(
			(result) => send({ id, answer: result }),
			(error: unknown) => send({ id, error: String(error) }),
		);
	});
	process.once('disconnect', () => {
		void close().finally(() => process.exit());
	});
}
