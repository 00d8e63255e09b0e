import { DocumentFailure } from '../conversion/documentFailure.ts';
import type { EmailAttachment, EmailMessage } from './message.ts';
import { isTnef, readTnef } from '../tnef/readTnef.ts';

/** A message without the packets attached to it, and their content. */
export interface UnpackedMessage {
	message: EmailMessage;
	/** The same message as Outlook packed it, usually once. */
	packed: EmailMessage[];
}

/** @returns undefined for anything that is not a packet or can't be read */
function packedIn({ content }: EmailAttachment): EmailMessage | undefined {
	if (!isTnef(content)) return undefined;
	try {
		return readTnef(content);
	} catch (error) {
		if (error instanceof DocumentFailure) return undefined;
		throw error;
	}
}

/**
 * Unpacks the message that Outlook packed into a separate file (`winmail.dat`): its attachments become
 * the message's, as do the sender, the subject and the times that the message itself does not state.
 * A packet that can't be read stays an attachment.
 */
export function unpackMessage(message: EmailMessage): UnpackedMessage {
	const found = message.attachments.map((attachment) => ({
		attachment,
		packed: packedIn(attachment),
	}));
	const packed = found.flatMap((each) => each.packed ?? []);
	if (packed.length === 0) return { message, packed };
	const first = (part: 'subject' | 'from' | 'to' | 'cc' | 'bcc' | 'date'): string =>
		[message, ...packed].map((each) => each[part] ?? '').find((text) => text !== '') ?? '';
	return {
		message: {
			...message,
			subject: first('subject'),
			from: first('from'),
			to: first('to'),
			cc: first('cc'),
			bcc: first('bcc'),
			date: first('date'),
			facts: [message, ...packed].flatMap(({ facts = [] }) => facts),
			attachments: found.flatMap((each) => each.packed?.attachments ?? [each.attachment]),
		},
		packed,
	};
}

const WORD = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/**
 * The text of a message combined with that of its packet, which is the same and usually the richer:
 * paragraphs that the packed text lacks, such as the footer of a list, are added.
 */
export function joinTexts(own: string, packed: string): string {
	const said = new Set(wordsOf(packed));
	if (said.size === 0) return own;
	const paragraphs = own.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
	const added = paragraphs.filter(
		(paragraph) => !wordsOf(paragraph).every((word) => said.has(word)),
	);
	return added.length === paragraphs.length
		? [...paragraphs, packed].join('\n\n')
		: [packed, ...added].join('\n\n');
}
