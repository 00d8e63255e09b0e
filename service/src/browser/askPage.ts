import type { CDPSession } from 'playwright-core';

/** A function that runs in a page, with its input, as the page is sent it. */
export interface Question<Answer> {
	/** Source text of the call. */
	source: string;
	/** Never there: it ties the answer's type to the question. */
	answer?: Answer;
}

/**
 * Runs functions in a page's own document, one after the other at one moment, and returns what they
 * return. All of it is one message there and one back; Playwright's `evaluate`, which can also pass
 * elements and wait for promises, sends a library of its own to every document before.
 */
export type AskPage = <Answers extends unknown[]>(
	...questions: { [Index in keyof Answers]: Question<Answers[Index]> }
) => Promise<Answers>;

/**
 * @param run holds all it needs, because it travels as text; returns plain data, no promise
 * @param input plain data
 */
export function question<Input, Answer>(
	run: (input: Input) => Answer,
	input: Input,
): Question<Answer> {
	return { source: `(${String(run)})(${JSON.stringify(input) ?? ''})` };
}

/** @param session of the page that is asked */
export function createAskPage(session: CDPSession): AskPage {
	return async (...questions) => {
		const expression = `[${questions.map(({ source }) => source).join(',')}]`;
		const request = { expression, returnByValue: true };
		const { result, exceptionDetails } = await session.send('Runtime.evaluate', request);
		if (exceptionDetails !== undefined) {
			const { exception, text } = exceptionDetails;
			throw new Error(exception?.description ?? text);
		}
		return result.value;
	};
}
