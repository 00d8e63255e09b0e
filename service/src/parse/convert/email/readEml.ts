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

async function parse(bytes: Buffer): Promise<Email> {
	try {
		return await PostalMime.parse(bytes);
	} catch (cause) {
		throw damaged('The e-mail', cause);
	}
}

/** Reads an e-mail file (EML). Throws `DocumentFailure`. */
export async function readEml(bytes: Buffer): Promise<EmailMessage> {
	const email = await parse(bytes);
	return {
		subject: email.subject,
		from: mailboxes(email.from ? [email.from] : []),
		to: mailboxes(email.to ?? []),
		cc: mailboxes(email.cc ?? []),
		date: email.date,
		body: email.html
			? { format: 'html', content: email.html }
			: { format: 'txt', content: email.text ?? '' },
		attachments: email.attachments
			.filter((attachment) => !attachment.related)
			.map(({ filename, mimeType, content }) => ({
				name: filename ?? mimeType,
				bytes: byteLength(content),
			})),
	};
}
