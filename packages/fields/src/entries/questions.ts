const LONGEST_QUESTION = 300;
const MARK = /[?？؟]["”»)]{0,3}$/u;

/** Whether a text on one line is a question: by its mark, in any language. */
export const isQuestion = (text: string): boolean =>
	text.length < LONGEST_QUESTION && MARK.test(text);
