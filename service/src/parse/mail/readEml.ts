import PostalMime from 'postal-mime';
import { damaged } from '../document/damage.ts';
import { formatMailbox, type EmailMessage } from './emailMessage.ts';

type Email = Awaited<ReturnType<typeof PostalMime.parse>>;
type Address = NonNullable<Email['from']>;

function mailboxes(addresses: readonly Address[]): string[] {
	return addresses.flatMap(({ name, address, group }) =>
		group ? mailboxes(group) : [formatMailbox(name, address)],
	);
}

/** Mail programs forward a message by attaching it whole, often without a name. */
const MESSAGE_NAME = 'message.eml';

function toAttachment({ filename, mimeType, content }: Email['attachments'][number]) {
	const isMessage = mimeType === 'message/rfc822';
	return {
		name: filename ?? (isMessage ? MESSAGE_NAME : mimeType),
		content:
			typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
	};
}

/** Reads an e-mail file (EML). Throws `DocumentFailure`. */
export async function readEml(bytes: Buffer): Promise<EmailMessage> {
	try {
		const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
		return {
			subject: email.subject,
			from: mailboxes(email.from ? [email.from] : []),
			to: mailboxes(email.to ?? []),
			cc: mailboxes(email.cc ?? []),
			date: email.date,
			body: email.html
				? { format: 'html', content: email.html }
				: { format: 'txt', content: email.text ?? '' },
			attachments: email.attachments.filter(({ related }) => !related).map(toAttachment),
		};
	} catch (cause) {
		throw damaged('The e-mail', cause);
	}
}
