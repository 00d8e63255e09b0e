/**
 * Processes all inputs concurrently. The first failure stops the others, and is thrown only when all have
 * stopped: no work continues for a job that has failed.
 * @param signal stops all of them
 * @throws the first failure
 */
export async function allOrNone<Input, Output>(
	inputs: readonly Input[],
	signal: AbortSignal,
	perform: (input: Input, signal: AbortSignal) => Promise<Output>,
): Promise<Output[]> {
	const failure = new AbortController();
	const bounded = AbortSignal.any([signal, failure.signal]);
	const outcomes = await Promise.allSettled(
		inputs.map(async (input) => {
			try {
				return await perform(input, bounded);
			} catch (error) {
				failure.abort(error);
				throw error;
			}
		}),
	);
	signal.throwIfAborted();
	failure.signal.throwIfAborted();
	return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
