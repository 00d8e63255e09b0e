import iconv from 'iconv-lite';
import { readEml } from '../../packages/documents/src/mail/eml.ts';
import { straightenParts } from '../../packages/documents/src/mail/plainParts.ts';

const TEXT = 'Grüße aus Malmö: 1 + 1 = 2 – 日本語';
const UTF7 = iconv.encode(TEXT, 'utf-7').toString('latin1');
const quoted = (text: string) =>
	text.replace(/[=+]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const mail = (headers: string, body: string): Buffer =>
	Buffer.from(`From: a@example.com\r\nSubject: Hello\r\n${headers}\r\n\r\n${body}`);

async function read(bytes: Buffer) {
	const { subject, body } = await readEml(bytes);
	return { subject, text: String(body.content).replace(/\r\n/g, '\n').trim() };
}

describe('a mail in UTF-7', () => {
	it.each([
		['as it is', 'Content-Type: text/plain; charset=utf-7', UTF7],
		['folded', 'Content-Type: text/plain;\r\n charset="UTF-7"', UTF7],
		['unicode-1-1-utf-7', 'Content-Type: text/plain; charset=unicode-1-1-utf-7', UTF7],
		[
			'quoted-printable',
			'Content-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: quoted-printable',
			quoted(UTF7),
		],
		[
			'base64',
			'Content-Transfer-Encoding: base64\r\nContent-Type: text/plain; charset=utf-7',
			Buffer.from(UTF7, 'latin1').toString('base64'),
		],
	])('has its letters: %s', async (_how, headers, body) => {
		expect((await read(mail(headers, body))).text).toBe(TEXT);
	});

	it('has them in each part, and other parts are left alone', async () => {
		const part = (charset: string, text: string) =>
			`--b\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${text}\r\n`;
		const bytes = mail(
			'Content-Type: multipart/mixed; boundary="b"',
			`${part('utf-7', UTF7)}${part('us-ascii', 'a +AOQ- b')}--b--\r\n`,
		);
		expect((await read(bytes)).text).toBe(`${TEXT}\n\na +AOQ- b`);
	});

	it('has them in its subject', async () => {
		const word = `=?utf-7?Q?${quoted(iconv.encode('Grüße', 'utf-7').toString())}?=`;
		const bytes = Buffer.from(`From: a@example.com\r\nSubject: ${word}\r\n\r\nText`);
		expect((await read(bytes)).subject).toBe('Grüße');
	});

	it('is left alone where it only mentions it', () => {
		const source = mail('Content-Type: text/plain', 'The encoding utf-7 writes +AOQ-.').toString();
		expect(straightenParts(source)).toBe(source);
	});
});

describe('a mail whose lines flow (RFC 3676)', () => {
	it.each([
		[
			'format=flowed',
			'Lines that \r\nflow are \r\none.\r\n\r\n From here\r\n> quoted \r\n> on\r\n-- \r\nAnn',
			'Lines that flow are one.\n\nFrom here\n> quoted on\n-- \nAnn',
		],
		['format=flowed; delsp=yes', '日本 \r\n 語\r\nend', '日本語\nend'],
		['format=fixed', 'Lines \r\nstay', 'Lines \nstay'],
	])('%s', async (format, body, expected) => {
		const { text } = await read(mail(`Content-Type: text/plain; charset=utf-8; ${format}`, body));
		expect(text).toBe(expected);
	});
});
