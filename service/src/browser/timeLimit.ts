/** Something took longer than it may. */
export class TimeLimitError extends Error {
	override name = 'TimeLimitError' as const;
}

/**
 * The promise's outcome, or a rejection when it takes too long; the work itself goes on.
 * @param message what took too long, in words for the client
 * @throws TimeLimitError
 */
export async function withTimeLimit<Result>(
	promise: Promise<Result>,
	timeoutMs: number,
	message: string,
): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new TimeLimitError(message)), timeoutMs);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
