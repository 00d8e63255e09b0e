import { readEml } from '../../packages/documents/src/mail/eml.ts';

const mail = (headers: string, body: string): Buffer =>
	Buffer.from(`From: a@example.com\r\nSubject: Hello\r\n${headers}\r\n\r\n${body}`);

it.each([
	['uuencode', 'See below.\n\nbegin 644 ports.csv\n&0F5R9V5N\n`\nend\n', 1],
	['yEnc', '=ybegin line=128 size=9 name=tides.zip\nx', 1],
	['BinHex', '(This file must be converted with BinHex 4.0)\n\n:$f*TEQKPH#jdH\n:\n', 1],
	['words alone', 'We begin 644 jobs\nbegin with the harbour\nend', 0],
])('a file that is written into a text is reported: %s', async (_kind, text, count) => {
	const { body, warnings } = await readEml(mail('Content-Type: text/plain', text));
	expect(body.content).toBe(text.endsWith('\n') ? text : `${text}\n`);
	expect(warnings).toHaveLength(count);
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
