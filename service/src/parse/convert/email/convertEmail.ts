import { readFile } from 'node:fs/promises';
import { nodesToMarkdown } from '../office/nodesToMarkdown.ts';
import { readOffice } from '../office/readOffice.ts';
import { decodeText } from '../text/decodeText.ts';
import { emailMarkdown, type EmailMessage } from './emailMessage.ts';
import { readEml } from './readEml.ts';
import { readMsg } from './readMsg.ts';

async function bodyMarkdown({ body }: EmailMessage): Promise<string> {
	const bytes = Buffer.from(body.content);
	if (body.format === 'txt') return decodeText(bytes).replace(/\r\n?/g, '\n').trim();
	if (bytes.length === 0) return '';
	const { ast, content } = await readOffice(bytes, body.format, { extractImages: false });
	return await nodesToMarkdown(ast, content);
}

/** The Markdown of an e-mail file. Throws `DocumentFailure`. */
export async function convertEmail(filePath: string, format: 'eml' | 'msg'): Promise<string> {
	const bytes = await readFile(filePath);
	const message = format === 'eml' ? await readEml(bytes) : readMsg(bytes);
	return emailMarkdown(message, await bodyMarkdown(message));
}
