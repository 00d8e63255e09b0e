import PostalMime from 'postal-mime';
import { damaged } from '../damage.ts';
import { formatMailbox, type EmailMessage } from './emailMessage.ts';

type Email = Awaited<ReturnType<typeof PostalMime.parse>>;
type Address = NonNullable<Email['from']>;

function mailboxes(addresses: readonly Address[]): string[] {
	return addresses.flatMap(({ name, address, group }) =>
		group ? mailboxes(group) : [formatMailbox(name, address)],
	);
}

function byteLength(content: ArrayBuffer | Uint8Array | string): number {
	return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}

/** A message within a message within … is read so deep. */
const MAX_DEPTH = 3;

/** Mail programs forward a message by attaching it whole. */
function isMessage({ mimeType }: Email['attachments'][number]): boolean {
	return mimeType === 'message/rfc822';
}

async function parse(bytes: Buffer | Uint8Array | ArrayBuffer | string): Promise<Email> {
	try {
		return await PostalMime.parse(bytes, { forceRfc822Attachments: true });
	} catch (cause) {
		throw damaged('The e-mail', cause);
	}
}

async function readMessage(
	bytes: Buffer | Uint8Array | ArrayBuffer | string,
	depth: number,
): Promise<EmailMessage> {
	const email = await parse(bytes);
	const attached = email.attachments.filter((attachment) => !attachment.related);
	const isRead = (attachment: Email['attachments'][number]) =>
		depth < MAX_DEPTH && isMessage(attachment);
	const forwarded: EmailMessage[] = [];
	for (const { content } of attached.filter(isRead)) {
		forwarded.push(await readMessage(content, depth + 1));
	}
	return {
		subject: email.subject,
		from: mailboxes(email.from ? [email.from] : []),
		to: mailboxes(email.to ?? []),
		cc: mailboxes(email.cc ?? []),
		date: email.date,
		body: email.html
			? { format: 'html', content: email.html }
			: { format: 'txt', content: email.text ?? '' },
		attachments: attached
			.filter((attachment) => !isRead(attachment))
			.map(({ filename, mimeType, content }) => ({
				name: filename ?? mimeType,
				bytes: byteLength(content),
			})),
		forwarded,
	};
}

/** Reads an e-mail file (EML). Throws `DocumentFailure`. */
export async function readEml(bytes: Buffer): Promise<EmailMessage> {
	return await readMessage(bytes, 1);
}
