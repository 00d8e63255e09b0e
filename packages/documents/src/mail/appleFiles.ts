import type { EmailAttachment } from './message.ts';

/** How a Macintosh file begins that was sent as one part or two (RFC 1740, A and B). */
const SINGLE = 0x00_05_16_00;
const DOUBLE = 0x00_05_16_07;
const HEAD_BYTES = 26;
const ENTRY_BYTES = 12;
const DATA_FORK = 1;

/**
 * What a Macintosh attachment contains: the file itself. The part with its icon and window position, which
 * accompanies the file, is left out.
 */
export function withoutAppleParts({ name, content }: EmailAttachment): EmailAttachment[] {
	const kind = content.length < HEAD_BYTES ? 0 : content.readUInt32BE(0);
	if (kind === DOUBLE) return [];
	if (kind !== SINGLE) return [{ name, content }];
	for (let left = content.readUInt16BE(HEAD_BYTES - 2), at = HEAD_BYTES; left > 0; left -= 1) {
		if (at + ENTRY_BYTES > content.length) break;
		const start = content.readUInt32BE(at + 4);
		if (content.readUInt32BE(at) === DATA_FORK) {
			return [{ name, content: content.subarray(start, start + content.readUInt32BE(at + 8)) }];
		}
		at += ENTRY_BYTES;
	}
	return [{ name, content }];
}
