import type { CDPSession } from 'playwright-core';

/**
 * Runs a function in a page's own document and returns what it returns, plain data and no promise. It
 * gets the document's root element and the input, plain data, and holds all it needs, because it
 * travels as text. Playwright's `evaluate`, which can also pass elements and wait for promises, sends a
 * library of its own to every document before.
 */
export type AskPage = <Input, Answer>(
	run: (root: Element, input: Input) => Answer,
	input: Input,
) => Promise<Answer>;

/** @param session of the page that is asked */
export function createAskPage(session: CDPSession): AskPage {
	return async (run, input) => {
		const values = `document.documentElement,${JSON.stringify(input) ?? ''}`;
		const request = { expression: `(${String(run)})(${values})`, returnByValue: true };
		const { result, exceptionDetails } = await session.send('Runtime.evaluate', request);
		if (exceptionDetails === undefined) return result.value;
		throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
	};
}
