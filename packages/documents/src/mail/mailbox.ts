/** The line that begins a message in a mailbox; programs add it, it is not part of the mail. */
const FIRST_LINE = /^From [^\r\n]*\r?\n(?=[A-Za-z][\w-]*:)/;
/** The same after an empty line. */
const NEXT_LINE = /\n\r?\nFrom [^\r\n]*\r?\n(?=[A-Za-z][\w-]*:)/g;
/** A line of a mail that looks the same, which is marked. */
const MARKED_LINE = /^>(>*From )/gm;

/** Whether a text is a mailbox, by its beginning. */
export function isMailbox(sample: string): boolean {
	return FIRST_LINE.test(sample);
}

/** The messages of a mailbox, each as a separate file. */
export function splitMailbox(bytes: Buffer): Buffer[] {
	// Every byte is a character here: each message has its own encoding.
	const text = bytes.toString('latin1').replace(FIRST_LINE, '');
	return text
		.split(NEXT_LINE)
		.filter((message) => message.trim() !== '')
		.map((message) => Buffer.from(message.replace(MARKED_LINE, '$1'), 'latin1'));
}
