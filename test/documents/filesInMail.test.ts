import { readEml } from '../../packages/documents/src/mail/eml.ts';
import { withoutAppleParts } from '../../packages/documents/src/mail/appleFiles.ts';
import {
	plainAttachment,
	takeFiles,
	warnOfBinHex,
} from '../../packages/documents/src/mail/filesInText.ts';

/** "Bergen" as programs wrote files into texts. */
const UUENCODED = 'begin 644 ports.csv\n&0F5R9V5N\n`\nend\n';
const BINHEX = '(This file must be converted with BinHex 4.0)\n\n:$f*TEQKPH#jdH\n:\n';

it.each([
	['packed', 'ports.csv'],
	['packed.UUE', 'ports.csv'],
	['packed.uu', 'ports.csv'],
	['table.txt', 'table.txt'],
])('an attachment that is such a text is the file in it: %s', (name, expected) => {
	expect(plainAttachment({ name, content: Buffer.from(UUENCODED) })).toEqual({
		name: expected,
		content: Buffer.from('Bergen'),
	});
});

it.each([
	['begin with the harbour\nend\n'],
	[`${UUENCODED}and more`],
	[UUENCODED + UUENCODED],
	[UUENCODED.replace('end\n', '')],
])('an attachment that is more than that stays as it is', (text) => {
	const attachment = { name: 'a.txt', content: Buffer.from(text) };
	expect(plainAttachment(attachment)).toBe(attachment);
});

it('files of a Macintosh as text are reported, attached or in the text', () => {
	expect(warnOfBinHex({ name: 'a.hqx', content: Buffer.from(BINHEX) })).toEqual([
		'The attachment "a.hqx" is encoded with BinHex and was not read. Unpack it and send the file.',
	]);
	expect(takeFiles(`See below.\n${BINHEX}`)).toMatchObject({
		text: `See below.\n${BINHEX}`,
		warnings: ['A file embedded in the text (BinHex) was not read. Unpack it and send the file.'],
	});
	expect(warnOfBinHex({ name: 'a.txt', content: Buffer.from('BinHex') })).toEqual([]);
});

describe('an attachment of a Macintosh', () => {
	const head = (magic: number, entries: Array<[id: number, start: number, length: number]>) => {
		const bytes = Buffer.alloc(26 + 12 * entries.length);
		bytes.writeUInt32BE(magic, 0);
		bytes.writeUInt16BE(entries.length, 24);
		for (const [at, entry] of entries.entries()) {
			for (const [part, number] of entry.entries()) {
				bytes.writeUInt32BE(number, 26 + 12 * at + 4 * part);
			}
		}
		return bytes;
	};
	const read = (content: Buffer) => withoutAppleParts({ name: 'a', content });

	it('in two parts is the file; its icon is none', () => {
		expect(read(head(0x00_05_16_07, [[9, 38, 0]]))).toEqual([]);
		const content = Buffer.from('a file of any other program');
		expect(read(content)).toEqual([{ name: 'a', content }]);
	});

	it('in one part is the file in it, as far as it goes', () => {
		const file = Buffer.from('Bergen');
		const entries: Array<[number, number, number]> = [
			[9, 50, 0],
			[1, 50, 6],
		];
		const whole = Buffer.concat([head(0x00_05_16_00, entries), file]);
		expect(read(whole)).toEqual([{ name: 'a', content: file }]);
		expect(read(whole.subarray(0, 53))).toEqual([{ name: 'a', content: file.subarray(0, 3) }]);
		const cut = whole.subarray(0, 40);
		expect(read(cut)).toEqual([{ name: 'a', content: cut }]);
	});
});

it('an attachment without a name is called by its kind, and so read like others', async () => {
	const part = (type: string, content: string): string =>
		`--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\n${content}\r\n`;
	const mail = `From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part('text/csv', 'a,b')}${part('application/ms-tnef', 'x')}${part('application/x-unheard', 'y')}--b--\r\n`;
	const { attachments } = await readEml(Buffer.from(mail));
	expect(attachments.map(({ name }) => name)).toEqual([
		'attachment.csv',
		'attachment.tnef',
		'application/x-unheard',
	]);
});
