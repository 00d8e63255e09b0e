/** Content types of documents that are parsed, not shown in the browser; with their file extension. */
const DOCUMENT_TYPES: Record<string, string> = {
	'application/pdf': 'pdf',
	'application/x-pdf': 'pdf',
	'application/msword': 'doc',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
	'application/vnd.ms-excel': 'xls',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
	'application/vnd.ms-powerpoint': 'ppt',
	'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
	'application/vnd.oasis.opendocument.text': 'odt',
	'application/vnd.oasis.opendocument.spreadsheet': 'ods',
	'application/vnd.oasis.opendocument.presentation': 'odp',
	'application/rtf': 'rtf',
	'text/rtf': 'rtf',
	'text/csv': 'csv',
	'application/csv': 'csv',
	'application/epub+zip': 'epub',
};

/** Types that say nothing: servers send them for any file they do not know. */
const VAGUE_TYPES = new Set([
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/x-download',
	'application/download',
	'application/force-download',
	'application/zip',
	'application/x-zip-compressed',
]);

const EXTENSIONS = new Set(Object.values(DOCUMENT_TYPES));

/** What an answer's headers and address say about its body. */
export interface AnswerFacts {
	url: string;
	/** Header `Content-Type`, parameters included; empty when missing. */
	contentType: string;
	/** Header `Content-Disposition`; empty when missing. */
	contentDisposition: string;
}

/**
 * Recognises an answer that is a document for the parser (reference: PDF, Word, Excel, PowerPoint
 * and similar), by its content type or, when that is vague, by the file name.
 * @returns the name of the file, always with the extension of its kind; undefined for all else
 */
export function detectDocument(facts: AnswerFacts): string | undefined {
	const name = readFileName(facts);
	const type = readMediaType(facts.contentType);
	const extension = DOCUMENT_TYPES[type] ?? (VAGUE_TYPES.has(type) ? readExtension(name) : '');
	if (!EXTENSIONS.has(extension)) return undefined;
	return readExtension(name) === extension ? name : `${name}.${extension}`;
}

/** The type without parameters, in lower case: `text/html; charset=utf-8` is `text/html`. */
function readMediaType(contentType: string): string {
	return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function readFileName({ url, contentDisposition }: AnswerFacts): string {
	const encoded = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(contentDisposition)?.[1];
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(contentDisposition);
	const last = new URL(url).pathname.split('/').at(-1);
	const name = encoded ?? plain?.[1] ?? plain?.[2] ?? last ?? '';
	const safe = decode(name.trim()).replaceAll(/[/\\\p{Cc}]/gu, '_');
	return safe === '' ? 'document' : safe;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function readExtension(name: string): string {
	return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
