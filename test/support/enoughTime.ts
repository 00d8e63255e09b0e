const FIRST_SECONDS = 4;
const LAST_SECONDS = 128;

/**
 * Runs something with a time limit, for a test of what is there when it is over. How much a machine does
 * in some seconds is no matter: the limit is doubled until there is enough.
 * @param run is given the limit in seconds
 */
export async function withEnoughTime<T>(
	run: (seconds: number) => Promise<T>,
	isEnough: (result: T) => boolean,
): Promise<T> {
	let seconds = FIRST_SECONDS;
	for (;;) {
		const result = await run(seconds);
		if (isEnough(result) || seconds >= LAST_SECONDS) return result;
		seconds *= 2;
	}
}
