import { DocumentFailure } from '../conversion/documentFailure.ts';
import { isInvoiceXml } from '../einvoice/readInvoices.ts';
import { isMailbox } from '../mail/mailbox.ts';
import { flatFormat } from '../office/flat.ts';
import { isFeed } from '../text/structured.ts';
import { type DocumentFormat, isTextFormat } from './formats.ts';
import { guessTextKind } from './guessTextKind.ts';

/** Text with a workbook's file name is an exported table. */
const SHEET_FORMATS: readonly DocumentFormat[] = ['xls', 'xlsx', 'ods'];

const HTML_START =
	/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const MAIL_FIRST_HEADER =
	/^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|From|Date|Subject|To|X-[\w-]+|DKIM-Signature|ARC-[\w-]+|Content-Type): /i;
const MAIL_HEADERS = [/^From: /im, /^(?:Date|Subject|To|Message-ID|Received|MIME-Version): /im];

/** A page that a browser saved whole: a message without a sender. */
const SAVED_PAGE = [/^MIME-Version: /im, /^Content-Type: multipart\/related\b/im];

function looksLikeMail(sample: string): boolean {
	const head = sample.split(/\r?\n\r?\n/, 1)[0] ?? '';
	if (MAIL_FIRST_HEADER.test(head) && SAVED_PAGE.every((header) => header.test(head))) return true;
	return MAIL_FIRST_HEADER.test(head) && MAIL_HEADERS.every((header) => header.test(head));
}

/** Where the root of an XML file is looked for, in characters. */
const HEAD_LENGTH = 8192;
const WORD_2003 = /<w:wordDocument\b/;

/** A drawing without the usual beginning of XML. */
const isDrawingStart = (text: string): boolean =>
	/^(?:<!--[\s\S]*?-->\s*)?<(?:!DOCTYPE )?svg\b/i.test(text);

/** @throws DocumentFailure for Word 2003 XML */
function xmlKindOf(text: string): DocumentFormat | undefined {
	if (WORD_2003.test(text.slice(0, HEAD_LENGTH))) {
		throw new DocumentFailure(
			'unsupported',
			'The document was saved as Word 2003 XML, which is not read. Save it as DOCX, with Word or LibreOffice, and send that.',
		);
	}
	const flat = flatFormat(text);
	if (flat) return flat;
	const isXml =
		text.startsWith('<?xml') || isFeed(text) || isDrawingStart(text) || isInvoiceXml(text);
	return isXml ? 'xml' : undefined;
}

/** Kinds of text identified by how they begin, whatever the name says; the first match counts. */
const STARTS: ReadonlyArray<[isStart: (text: string) => boolean, format: DocumentFormat]> = [
	[(text) => text.startsWith('{\\rtf'), 'rtf'],
	// SYLK: a sheet as lines of records, the first of which names its program.
	[(text) => /^ID;P/.test(text) && /^[CFB];/m.test(text), 'xls'],
	[(text) => HTML_START.test(text), 'html'],
	[isMailbox, 'mbox'],
	[(text) => /^BEGIN:VCALENDAR\b/i.test(text), 'ics'],
	[(text) => /^BEGIN:VCARD\b/i.test(text), 'vcf'],
	[looksLikeMail, 'eml'],
];

const MARKUP = /<[a-z!/]|&(?:[a-z]+|#\w+);/i;

/** What is called a page may not be one: many servers label all output of programs `text/html`. */
function kindOfNamedPage(text: string, isSample: boolean): DocumentFormat {
	const kind = guessTextKind(text, isSample);
	if (kind === 'json') return kind;
	return MARKUP.test(text) ? 'html' : (kind ?? 'txt');
}

/**
 * Which kind of text a file is: by its content where that is decisive (RTF, HTML, e-mail, documents in
 * one XML file), else by `named`, the format of its name; plain text if that is not a text format.
 * @param sample the decoded beginning of the file, without a byte order mark
 * @param isSample whether the file continues after it
 * @throws DocumentFailure for Word 2003 XML
 */
export function textKindOf(
	sample: string,
	named: DocumentFormat | undefined,
	isSample = false,
): DocumentFormat {
	const text = sample.trimStart();
	const found = STARTS.find(([isStart]) => isStart(text))?.[1];
	if (found) return found;
	if (named === 'eml') return 'eml';
	const xml = text.startsWith('<') ? xmlKindOf(text) : undefined;
	if (xml) return xml;
	if (named === 'rtf') return 'txt';
	if (named === 'html') return kindOfNamedPage(text, isSample);
	if (named === undefined) return guessTextKind(text, isSample) ?? 'txt';
	if (SHEET_FORMATS.includes(named)) return 'csv';
	return isTextFormat(named) ? named : (guessTextKind(text, isSample) ?? 'txt');
}
