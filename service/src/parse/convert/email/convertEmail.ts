import { readFile } from 'node:fs/promises';
import { decodeHtml } from '../html/decodeHtml.ts';
import { htmlMarkdown } from '../html/htmlMarkdown.ts';
import { officeMarkdown } from '../office/convertOffice.ts';
import { decodeText } from '../text/decodeText.ts';
import { emailMarkdown, type EmailMessage } from './emailMessage.ts';
import { readEml } from './readEml.ts';
import { readMsg } from './readMsg.ts';

async function bodyMarkdown({ body }: EmailMessage): Promise<string> {
	if (body.format === 'html') {
		const { content } = body;
		return htmlMarkdown(typeof content === 'string' ? content : decodeHtml(content));
	}
	const bytes = Buffer.from(body.content);
	if (body.format === 'txt') return decodeText(bytes).replace(/\r\n?/g, '\n').trim();
	if (bytes.length === 0) return '';
	return await officeMarkdown(bytes, body.format);
}

async function messageMarkdown(message: EmailMessage, level: number): Promise<string> {
	const forwarded: string[] = [];
	for (const inner of message.forwarded ?? []) {
		forwarded.push(await messageMarkdown(inner, level + 1));
	}
	return emailMarkdown(message, { body: await bodyMarkdown(message), forwarded, level });
}

/** The Markdown of an e-mail file. Throws `DocumentFailure`. */
export async function convertEmail(filePath: string, format: 'eml' | 'msg'): Promise<string> {
	const bytes = await readFile(filePath);
	return await messageMarkdown(format === 'eml' ? await readEml(bytes) : readMsg(bytes), 1);
}
