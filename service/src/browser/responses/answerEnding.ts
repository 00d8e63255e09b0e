/**
 * How the response for a page ended: `whole`, `cutOff` before its end (the connection broke), or
 * `never`: it was still under way at the time limit.
 */
export type AnswerEnding = 'whole' | 'cutOff' | 'never';

/** Longest wait for the end of a page's response, in milliseconds. */
export const ANSWER_LIMIT_MS = 30_000;

/** Describes what is missing from a page whose response was incomplete. */
export const NOTHING_READABLE: Readonly<Record<Exclude<AnswerEnding, 'whole'>, string>> = {
	cutOff: 'the answer was cut off before anything could be read',
	never: 'the answer did not end in time, and nothing that can be read had arrived',
};

/** What the reader of a page should know about how its response ended, on every attempt. */
export function describeEnding(url: string, ending: AnswerEnding): string[] {
	if (ending === 'whole') return [];
	if (ending === 'cutOff') return [describeCutOff(url)];
	const limit = `${ANSWER_LIMIT_MS / 1000} s`;
	return [`${url}: the answer had not ended after ${limit}; what had arrived by then was read`];
}

/** The warning about a page whose response was cut off at both attempts. */
export function describeCutOff(url: string): string {
	return `${url}: the answer was cut off, also at the second try; what had arrived was read`;
}
