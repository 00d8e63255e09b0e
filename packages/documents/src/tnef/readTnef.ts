import { damaged, DocumentFailure } from '../conversion/documentFailure.ts';
import { imageFormatOf } from '../detect/signatures.ts';
import {
	type EmailAttachment,
	type EmailMessage,
	type Facts,
	formatMailbox,
} from '../mail/message.ts';
import { ITEM_KEYS, itemFacts } from '../msg/outlookItems.ts';
import { outlookBody, outlookMailbox, outlookNames } from '../msg/outlook.ts';
import {
	attributesOf,
	itemValues,
	numberOfProperty,
	type TnefProperties,
	tnefText,
	type TnefValue,
	PropertyReader,
	textOfProperty,
	timeOfProperty,
} from './tnefAttributes.ts';
import { ATTRIBUTE, PROPERTY } from './tnefNumbers.ts';

/** How a message packed by Outlook begins (TNEF, [MS-OXTNEF]). */
const SIGNATURE = '\x78\x9f\x3e\x22';

/** Whether bytes are a message that Outlook packed, as in `winmail.dat`. */
export const isTnef = (head: Buffer): boolean =>
	head.toString('latin1', 0, SIGNATURE.length) === SIGNATURE;

const WANTED: ReadonlySet<string> = new Set([...Object.values(PROPERTY), ...ITEM_KEYS]);

/** The type of an object property, whose kind is stated before it. */
const OBJECT = 0x0d;
const OBJECT_KIND_BYTES = 16;
/** For an attachment: the HTML shows it in place. */
const SHOWN_IN_HTML = 4;

/** More than anybody attaches or addresses; a hostile packet may contain millions. */
const MAX_PARTS = { attachments: 1000, recipients: 10_000 } as const;

function rejectTooMany(count: number, what: keyof typeof MAX_PARTS): void {
	if (count < MAX_PARTS[what]) return;
	throw new DocumentFailure(
		'tooLarge',
		`The message has more than ${MAX_PARTS[what]} ${what}, the most that are read.`,
	);
}

interface PackedAttachment {
	title: string;
	data: Buffer;
	properties: Map<string, TnefValue>;
}

/**
 * Reads a message that Outlook packed, as far as possible.
 * @throws DocumentFailure when nothing of it can be read
 */
export function readTnef(packet: Buffer): EmailMessage {
	const message = new TnefReader(packet).read();
	const { subject = '', from, to, date = '', facts = [], body, attachments } = message;
	const texts = [subject, from, to, date, body.content, ...facts.map(([, value]) => value)];
	if (attachments.length === 0 && texts.every(({ length }) => length === 0))
		throw damaged('The Outlook package', new Error('its parts are cut off'));
	return message;
}

/** The name and address of a sender, as the oldest programs write them (2.1.3.3.2). */
function mailboxOfAttribute(content: Buffer, codePage: number | undefined): string {
	if (content.length < 8) return '';
	const nameEnd = 8 + content.readUInt16LE(4);
	const name = tnefText(content.subarray(8, nameEnd), codePage);
	const address = tnefText(content.subarray(nameEnd), codePage).replace(/^smtp:/i, '');
	return formatMailbox(name, address.includes('@') ? address : undefined);
}

/** A time without a zone, as six numbers (2.1.3.3.6). */
function timeOfAttribute(content: Buffer): string {
	if (content.length < 12) return '';
	const [year, ...others] = [0, 2, 4, 6, 8, 10].map((at) => content.readUInt16LE(at));
	const [month, day, hour, minute, second] = others.map((part) => String(part).padStart(2, '0'));
	return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Kinds of recipients by their number. */
const RECIPIENT_TYPES = ['', 'to', 'cc', 'bcc'];

class TnefReader {
	readonly #packet: Buffer;
	readonly #properties = new Map<string, TnefValue>();
	readonly #recipients: Map<string, TnefValue>[] = [];
	readonly #attachments: PackedAttachment[] = [];
	#codePage: number | undefined;
	#isWhole = true;
	#fromAttributes = { from: '', subject: '', dateSent: '', body: '' };

	constructor(packet: Buffer) {
		this.#packet = packet;
	}

	read(): EmailMessage {
		const attributes = attributesOf(this.#packet);
		let next = attributes.next();
		for (; next.done !== true; next = attributes.next()) {
			this.#add(next.value.id, next.value.content);
		}
		this.#isWhole &&= next.value;
		return this.#message();
	}

	#add(id: number, content: Buffer): void {
		if (id === ATTRIBUTE.codePage && content.length >= 4) {
			this.#codePage = content.readUInt32LE(0);
		} else if (id === ATTRIBUTE.from)
			this.#fromAttributes.from = mailboxOfAttribute(content, this.#codePage);
		else if (id === ATTRIBUTE.subject)
			this.#fromAttributes.subject = tnefText(content, this.#codePage);
		else if (id === ATTRIBUTE.dateSent) this.#fromAttributes.dateSent = timeOfAttribute(content);
		else if (id === ATTRIBUTE.body) this.#fromAttributes.body = tnefText(content, this.#codePage);
		else if (id === ATTRIBUTE.properties) {
			this.#tolerate(() => new PropertyReader(content, WANTED).readList(this.#properties));
		} else if (id === ATTRIBUTE.recipients) this.#tolerate(() => this.#readRecipients(content));
		else this.#addToAttachment(id, content);
	}

	#addToAttachment(id: number, content: Buffer): void {
		if (id === ATTRIBUTE.attachment) {
			rejectTooMany(this.#attachments.length, 'attachments');
			this.#attachments.push({ title: '', data: Buffer.alloc(0), properties: new Map() });
		}
		const attachment = this.#attachments.at(-1);
		if (attachment === undefined) return;
		if (id === ATTRIBUTE.attachmentTitle) attachment.title = tnefText(content, this.#codePage);
		else if (id === ATTRIBUTE.attachmentData) attachment.data = content;
		else if (id === ATTRIBUTE.attachmentProperties) {
			const { properties } = attachment;
			this.#tolerate(() => new PropertyReader(content, WANTED).readList(properties));
		}
	}

	/** Rows of properties after their count. */
	#readRecipients(content: Buffer): void {
		const reader = new PropertyReader(content, WANTED);
		for (let left = reader.readNumber(); left > 0; left--) {
			const recipient = new Map<string, TnefValue>();
			reader.readList(recipient);
			if (recipient.size === 0) continue;
			rejectTooMany(this.#recipients.length, 'recipients');
			this.#recipients.push(recipient);
		}
	}

	/** Damaged properties are read as far as possible. */
	#tolerate(read: () => void): void {
		try {
			read();
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
			this.#isWhole = false;
		}
	}

	#text(property: keyof typeof PROPERTY, of: TnefProperties = this.#properties): string {
		return textOfProperty(of.get(PROPERTY[property]), this.#codePage);
	}

	#time(property: keyof typeof PROPERTY): string {
		return timeOfProperty(this.#properties.get(PROPERTY[property]));
	}

	#message(): EmailMessage {
		const sender = outlookMailbox(
			this.#text('senderName'),
			this.#text('senderSmtp') || this.#text('senderAddress') || undefined,
		);
		return {
			subject: this.#text('subject') || this.#fromAttributes.subject,
			from: sender || this.#fromAttributes.from,
			replyTo: outlookNames(this.#text('replyNames')),
			to: this.#recipientsOf('to') || outlookNames(this.#text('shownTo')),
			cc: this.#recipientsOf('cc') || outlookNames(this.#text('shownCc')),
			bcc: this.#recipientsOf('bcc') || outlookNames(this.#text('shownBcc')),
			date: this.#time('submitted') || this.#time('delivered') || this.#fromAttributes.dateSent,
			facts: this.#facts(),
			body: this.#body(),
			attachments: this.#attachments.flatMap((each) => this.#attachmentOf(each)),
			isWhole: this.#isWhole,
		};
	}

	#recipientsOf(type: string): string {
		return this.#recipients
			.filter((each) => {
				const number = numberOfProperty(each.get(PROPERTY.recipientType)) ?? 1;
				return RECIPIENT_TYPES[number] === type;
			})
			.map((each) =>
				outlookMailbox(
					this.#text('name', each),
					this.#text('smtpAddress', each) || this.#text('address', each) || undefined,
				),
			)
			.filter((mailbox) => mailbox !== '')
			.join(', ');
	}

	#facts(): Facts {
		const values = [...this.#properties].map(([key, value]): [string, unknown[]] => [
			key,
			itemValues(value, this.#codePage),
		]);
		return itemFacts(new Map(values));
	}

	#body(): EmailMessage['body'] {
		const html = this.#properties.get(PROPERTY.html);
		const isWide = html?.type === 0x1f;
		return outlookBody({
			html: isWide ? this.#text('html') : html?.bytes,
			compressedRtf: this.#properties.get(PROPERTY.rtf)?.bytes,
			plain: this.#text('plain') || this.#fromAttributes.body,
		});
	}

	#attachmentOf({ title, data, properties }: PackedAttachment): EmailAttachment[] {
		const flags = numberOfProperty(properties.get(PROPERTY.attachmentFlags)) ?? 0;
		const isHidden = numberOfProperty(properties.get(PROPERTY.isHidden)) === 1;
		const value = properties.get(PROPERTY.data);
		const object = value?.type === OBJECT ? value.bytes.subarray(OBJECT_KIND_BYTES) : value?.bytes;
		const content = object ?? data;
		const isInPlace = (flags & SHOWN_IN_HTML) !== 0 && imageFormatOf(content) !== undefined;
		if (isHidden || isInPlace) return [];
		const names = [
			this.#text('fileName', properties),
			title,
			this.#text('shortFileName', properties),
			this.#text('name', properties),
		];
		const known = names.find((each) => each.trim() !== '');
		// Where a packet is cut off, an attachment may seem to begin.
		if (known === undefined && content.length === 0) return [];
		const name = known ?? 'attachment';
		// A message forwarded whole is named after its subject.
		return [{ name: isTnef(content) ? `${name}.tnef` : name, content }];
	}
}
