import { type DocumentFormat, isTextFormat, type TextFormat } from './formats.ts';
import { isFeed } from '../text/structured.ts';

/** Text under a workbook's name is an exported table. */
const SHEET_FORMATS: readonly DocumentFormat[] = ['xls', 'xlsx', 'ods'];

const HTML_START =
	/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const MAIL_FIRST_HEADER =
	/^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|From|Date|Subject|To|X-[\w-]+|DKIM-Signature|ARC-[\w-]+|Content-Type): /i;
const MAIL_HEADERS = [/^From: /im, /^(?:Date|Subject|To|Message-ID|Received|MIME-Version): /im];

function looksLikeMail(sample: string): boolean {
	const head = sample.split(/\r?\n\r?\n/, 1)[0] ?? '';
	return MAIL_FIRST_HEADER.test(head) && MAIL_HEADERS.every((header) => header.test(head));
}

/**
 * Which kind of text a file is: by its content where that is decisive (RTF, HTML, e-mail), else by
 * `named`, the format its name stands for; plain text when that is no text format.
 * `sample` is the decoded beginning of the file, without a byte order mark.
 */
export function textKindOf(sample: string, named: DocumentFormat | undefined): TextFormat {
	const text = sample.trimStart();
	if (text.startsWith('{\\rtf')) return 'rtf';
	if (HTML_START.test(text)) return 'html';
	if (named === 'eml' || looksLikeMail(text)) return 'eml';
	if (text.startsWith('<?xml') || isFeed(text)) return 'xml';
	if (named === undefined || named === 'rtf') return 'txt';
	if (SHEET_FORMATS.includes(named)) return 'csv';
	return isTextFormat(named) ? named : 'txt';
}
