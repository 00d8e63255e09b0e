import { decodeText } from '../text/decodeText.ts';

/** A line of a card or calendar up to its value: the property with its parameters. */
const LINE = /^((?:[^":]|"[^"]*")*):([^]*)$/;
const IS_QUOTED = /;(?:ENCODING=)?QUOTED-PRINTABLE\b/i;
const OLD_PARAMETER =
	/^(?:CHARSET=|ENCODING=(?:QUOTED-PRINTABLE|8BIT|7BIT)$|QUOTED-PRINTABLE$|BASE64$)/i;
const IS_OLD = /^VERSION:(?:1\.0|2\.1)\b/im;
/** Where the rule of an old calendar, which has its own syntax ("W1 MO #5"), is kept as it is. */
export const OLD_RULE = 'x-old-rule';

/** Text with letters written as `=C3=BC`, in the stated encoding, else in the detected one. */
function decodeQuotedPrintable(text: string, charset: string | undefined): string {
	const bytes = text.replace(/=([\dA-F]{2})/gi, (_sign, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	// Characters that are not encoded come from text that was already decoded.
	if (/[\u0100-\uffff]/.test(bytes)) return bytes;
	return decodeText(Buffer.from(bytes, 'latin1'), { charset }).replace(/\r?\n/g, '\\n');
}

/** Lines, with those broken by quoted-printable rejoined. */
function wholeLines(text: string): string[] {
	const lines: string[] = [];
	let isOpen = false;
	for (const line of text.split(/\r?\n/)) {
		const isMore: boolean = isOpen;
		const isQuoted: boolean = isMore || IS_QUOTED.test(LINE.exec(line)?.[1] ?? '');
		isOpen = isQuoted && line.endsWith('=');
		const part = isOpen ? line.slice(0, -1) : line;
		if (isMore) lines.push((lines.pop() ?? '') + part);
		else lines.push(part);
	}
	return lines;
}

function modernLine(line: string, isOld: boolean): string {
	const [, head, value = ''] = LINE.exec(line) ?? [];
	if (head === undefined || (!isOld && !IS_QUOTED.test(head))) return line;
	const [name = '', ...parameters] = head.split(';');
	if (isOld && /^(?:RRULE|EXRULE)$/i.test(name)) return `${OLD_RULE}:${value}`;
	const kept = parameters
		.filter((each) => !OLD_PARAMETER.test(each))
		.map((each) => (each.includes('=') ? each : `TYPE=${each}`));
	const charset = /;CHARSET="?([\w-]+)/i.exec(head)?.[1];
	const shown = IS_QUOTED.test(head) ? decodeQuotedPrintable(value, charset) : value;
	return `${[name, ...kept].join(';')}:${shown}`;
}

/** A day where a time is expected, which many programs do not mark as one (RFC 5545, 3.3.4). */
const UNMARKED_DAY =
	/^((?:DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE)(?:;(?!VALUE=)[^:;\n]{1,100})*):(?=\d{8}(?:,\d{8})*\r?$)/gim;

/**
 * Cards of version 2.1 and calendars of version 1.0, which phones and Outlook still write, and later
 * ones with their quoted texts, in today's syntax. Days are marked as days.
 */
export function modernLines(written: string): string {
	const text = written.replace(UNMARKED_DAY, '$1;VALUE=DATE:');
	const isOld = IS_OLD.test(text);
	if (!isOld && !IS_QUOTED.test(text)) return text;
	return wholeLines(text)
		.map((line) => modernLine(line, isOld))
		.join('\n');
}
