import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long links are judged before yielding to the rest of the process. */
const TURN_MS = 10;

/**
 * Judges links one by one, with pauses for other work: a page can have many links, and there can be many
 * patterns and words to match them against.
 * @throws the signal's reason
 */
export async function judgeEach<Link, Judgement>(
	links: readonly Link[],
	signal: AbortSignal,
	judge: (link: Link) => Judgement,
): Promise<Judgement[]> {
	const judged: Judgement[] = [];
	let turnEndsMs = performance.now() + TURN_MS;
	for (const link of links) {
		judged.push(judge(link));
		if (performance.now() < turnEndsMs) continue;
		await nextTurn();
		signal.throwIfAborted();
		turnEndsMs = performance.now() + TURN_MS;
	}
	return judged;
}
