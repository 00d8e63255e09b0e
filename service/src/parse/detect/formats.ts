/** What one format is called, and how its files are named. */
export interface FormatFacts {
	/** For sentences: "a Word document". */
	label: string;
	/** File name endings without the dot. The first is the usual one. */
	extensions: readonly string[];
	/** Media types a server may send for it. */
	mediaTypes: readonly string[];
	/** Whether it is text inside. */
	isText?: true;
	/**
	 * Whether a scraped address of that kind is read as the page that the browser makes of it. It shows
	 * other text, too, but as its source.
	 */
	isShown?: true;
}

/** Every format that is read. The key is the `format` of the parse job. */
const FORMATS = {
	pdf: {
		label: 'a PDF',
		extensions: ['pdf'],
		mediaTypes: ['application/pdf', 'application/x-pdf'],
	},
	docx: {
		label: 'a Word document',
		extensions: ['docx', 'docm', 'dotx', 'dotm'],
		mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	},
	xlsx: {
		label: 'an Excel workbook',
		extensions: ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm'],
		mediaTypes: [
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
			'application/vnd.ms-excel.sheet.macroenabled.12',
			'application/vnd.ms-excel.sheet.binary.macroenabled.12',
		],
	},
	xls: {
		label: 'an Excel 97-2003 workbook',
		extensions: ['xls', 'xlt'],
		mediaTypes: ['application/vnd.ms-excel'],
	},
	pptx: {
		label: 'a PowerPoint presentation',
		extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx'],
		mediaTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	},
	odt: {
		label: 'an OpenDocument text',
		extensions: ['odt', 'ott'],
		mediaTypes: ['application/vnd.oasis.opendocument.text'],
	},
	ods: {
		label: 'an OpenDocument spreadsheet',
		extensions: ['ods', 'ots'],
		mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
	},
	odp: {
		label: 'an OpenDocument presentation',
		extensions: ['odp', 'otp'],
		mediaTypes: ['application/vnd.oasis.opendocument.presentation'],
	},
	rtf: {
		label: 'a rich text document',
		extensions: ['rtf'],
		mediaTypes: ['application/rtf', 'text/rtf'],
		isText: true,
	},
	doc: {
		label: 'a Word 97-2003 document',
		extensions: ['doc', 'dot'],
		mediaTypes: ['application/msword'],
	},
	ppt: {
		label: 'a PowerPoint 97-2003 presentation',
		extensions: ['ppt', 'pps', 'pot'],
		mediaTypes: ['application/vnd.ms-powerpoint'],
	},
	epub: { label: 'an EPUB book', extensions: ['epub'], mediaTypes: ['application/epub+zip'] },
	eml: { label: 'an e-mail', extensions: ['eml'], mediaTypes: ['message/rfc822'], isText: true },
	msg: {
		label: 'an Outlook message',
		extensions: ['msg'],
		mediaTypes: ['application/vnd.ms-outlook'],
	},
	csv: {
		label: 'a CSV table',
		extensions: ['csv', 'tsv'],
		mediaTypes: ['text/csv', 'application/csv', 'text/tab-separated-values'],
		isText: true,
	},
	html: {
		label: 'an HTML page',
		extensions: ['html', 'htm', 'xhtml'],
		mediaTypes: ['text/html', 'application/xhtml+xml'],
		isText: true,
		isShown: true,
	},
	md: {
		label: 'a Markdown text',
		extensions: ['md', 'markdown', 'mdown'],
		mediaTypes: ['text/markdown'],
		isText: true,
	},
	txt: {
		label: 'a plain text',
		extensions: ['txt', 'text', 'log', 'yaml', 'yml', 'ics', 'vcf'],
		mediaTypes: ['text/plain', 'application/yaml', 'text/yaml', 'text/calendar', 'text/vcard'],
		isText: true,
	},
	json: {
		label: 'a JSON file',
		extensions: ['json', 'jsonl', 'ndjson'],
		mediaTypes: ['application/json', 'application/ld+json', 'application/x-ndjson'],
		isText: true,
		isShown: true,
	},
	xml: {
		label: 'an XML file',
		extensions: ['xml', 'rss', 'atom'],
		mediaTypes: [
			'application/xml',
			'text/xml',
			'application/rss+xml',
			'application/atom+xml',
			'application/rdf+xml',
		],
		isText: true,
	},
	ipynb: {
		label: 'a Jupyter notebook',
		extensions: ['ipynb'],
		mediaTypes: ['application/x-ipynb+json'],
		isText: true,
	},
	png: { label: 'a PNG image', extensions: ['png'], mediaTypes: ['image/png'], isShown: true },
	jpg: {
		label: 'a JPEG image',
		extensions: ['jpg', 'jpeg', 'jfif'],
		mediaTypes: ['image/jpeg'],
		isShown: true,
	},
	tiff: { label: 'a TIFF image', extensions: ['tif', 'tiff'], mediaTypes: ['image/tiff'] },
	webp: { label: 'a WebP image', extensions: ['webp'], mediaTypes: ['image/webp'], isShown: true },
	gif: { label: 'a GIF image', extensions: ['gif'], mediaTypes: ['image/gif'], isShown: true },
	bmp: { label: 'a BMP image', extensions: ['bmp'], mediaTypes: ['image/bmp'], isShown: true },
} as const satisfies Record<string, FormatFacts>;

/** A format that is read. */
export type DocumentFormat = keyof typeof FORMATS;

/** A format that is text inside. */
export type TextFormat = {
	[Format in DocumentFormat]: (typeof FORMATS)[Format] extends { isText: true } ? Format : never;
}[DocumentFormat];

const FORMAT_FACTS: Readonly<Record<DocumentFormat, FormatFacts>> = FORMATS;

/** The facts of a format. */
export function factsOf(format: DocumentFormat): FormatFacts {
	return FORMAT_FACTS[format];
}

/** Whether a format is text inside. */
export function isTextFormat(format: DocumentFormat): format is TextFormat {
	return factsOf(format).isText === true;
}

function isDocumentFormat(name: string): name is DocumentFormat {
	return Object.hasOwn(FORMATS, name);
}

/** The format that a file name's ending stands for, or `undefined` when the ending is none of ours. */
export function formatOfName(fileName: string): DocumentFormat | undefined {
	const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
	if (ending === undefined) return undefined;
	return Object.keys(FORMATS)
		.filter(isDocumentFormat)
		.find((format) => factsOf(format).extensions.includes(ending));
}

/** The format that a `Content-Type` stands for, or `undefined` when it is none of ours. */
export function formatOfMediaType(contentType: string): DocumentFormat | undefined {
	const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	return Object.keys(FORMATS)
		.filter(isDocumentFormat)
		.find((format) => factsOf(format).mediaTypes.includes(mediaType));
}
