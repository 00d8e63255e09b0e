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
	process.on('message', async (message) => {
		const { id, request } = Object(message);
		const sent: DriverMessage = await answer(request).then(
			(result) => ({ id, answer: result }),
			(error: unknown) => ({ id, error: String(error) }),
		);
		if (process.connected) process.send?.(sent);
	});
	process.once('disconnect', async () => {
		await close();
		process.exit();
	});
}
