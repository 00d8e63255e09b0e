import { fromBER, type BaseBlock, Constructed, ObjectIdentifier, OctetString } from 'asn1js';
import type { ReaderTools } from '../conversion/conversion.ts';
import { DocumentFailure } from '../conversion/documentFailure.ts';

/** What a cryptographic file contains, by the number of its kind (PKCS #7, RFC 5652). */
const SIGNED = '1.2.840.113549.1.7.2';
const ENCRYPTED = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.7.6', '1.2.840.113549.1.9.16.1.23'];

/** How that number begins in the file: near the front, whatever the form of the length. */
const NUMBER_START = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01]);
const SEQUENCE = 0x30;

/** Whether bytes are a signed or encrypted file. */
export function isCryptographic(head: Buffer): boolean {
	return head[0] === SEQUENCE && head.subarray(0, 24).includes(NUMBER_START);
}

const childrenOf = (block: BaseBlock | undefined): BaseBlock[] =>
	block instanceof Constructed || (block && 'value' in block.valueBlock)
		? ((block.valueBlock as { value?: BaseBlock[] }).value ?? [])
		: [];

/** The bytes of a text, which may be in pieces. */
function bytesOfOctets(block: OctetString): Buffer {
	const pieces = childrenOf(block).filter((piece) => piece instanceof OctetString);
	if (pieces.length > 0) return Buffer.concat(pieces.map(bytesOfOctets));
	return Buffer.from(block.valueBlock.valueHexView);
}

/**
 * The signed content.
 * @returns undefined for a signature alone, whose text is elsewhere
 * @throws DocumentFailure for anything encrypted or damaged
 */
export function signedContent(bytes: Buffer): Buffer | undefined {
	const { result, offset } = fromBER(bytes);
	if (offset === -1) {
		throw new DocumentFailure('damaged', 'The signed file is damaged: its structure is invalid.');
	}
	const [kind, wrapped] = childrenOf(result);
	const number = kind instanceof ObjectIdentifier ? kind.valueBlock.toString() : '';
	if (ENCRYPTED.includes(number)) {
		throw new DocumentFailure(
			'password',
			'The file is encrypted for its recipient. Open it in the mail program, save it decrypted and send that.',
		);
	}
	if (number !== SIGNED) return undefined;
	const [data] = childrenOf(wrapped);
	// Version, algorithms, then the content with its kind.
	const content = childrenOf(data)[2];
	const octets = childrenOf(childrenOf(content)[1])[0];
	return octets instanceof OctetString ? bytesOfOctets(octets) : undefined;
}

const MAIL_START = /^(?:Content-|MIME-Version:)/i;

/** Converts a signed file: the document that was signed. @throws DocumentFailure */
export async function convertSigned(bytes: Buffer, { readPart }: ReaderTools): Promise<string> {
	const content = signedContent(bytes) ?? Buffer.alloc(0);
	const isMail = MAIL_START.test(content.toString('latin1', 0, 32));
	const part = await readPart(content, isMail ? 'message.eml' : 'content.txt', {
		isDocument: true,
	});
	if (part) return part.markdown;
	throw new DocumentFailure(
		'unsupported',
		'The signed content is not a document that can be read.',
	);
}
