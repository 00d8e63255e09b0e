import mime from 'mime-types';

/** What a format is called, and how its files are named. */
export interface FormatFacts {
	/** For sentences: "a Word document". */
	label: string;
	/** File extensions without the dot, including those of the registered media types; usual one first. */
	extensions: readonly string[];
	/** Media types that servers send for it, in addition to those registered for its extensions. */
	mediaTypes?: readonly string[];
	/** Whether it is text inside. */
	isText?: true;
	/**
	 * Whether a scraped address of this kind is read as the page that the browser makes of it. Other text
	 * is shown too, but as its source.
	 */
	isShown?: true;
}

/** Every supported format. The key is the `format` of the parse job. */
const FORMATS = {
	pdf: { label: 'a PDF', extensions: ['pdf'], mediaTypes: ['application/x-pdf'] },
	docx: { label: 'a Word document', extensions: ['docx', 'docm', 'dotx', 'dotm'] },
	xlsx: { label: 'an Excel workbook', extensions: ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm'] },
	xls: { label: 'an Excel 97-2003 workbook', extensions: ['xls', 'xlt', 'slk'] },
	pptx: {
		label: 'a PowerPoint presentation',
		extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
	},
	odt: { label: 'an OpenDocument text', extensions: ['odt', 'ott', 'odm', 'oth', 'fodt'] },
	ods: { label: 'an OpenDocument spreadsheet', extensions: ['ods', 'ots', 'fods'] },
	odp: { label: 'an OpenDocument presentation', extensions: ['odp', 'otp', 'fodp'] },
	rtf: { label: 'a rich text document', extensions: ['rtf'], isText: true },
	doc: { label: 'a Word 97-2003 document', extensions: ['doc', 'dot'] },
	ppt: { label: 'a PowerPoint 97-2003 presentation', extensions: ['ppt', 'pps', 'pot'] },
	epub: { label: 'an EPUB book', extensions: ['epub'] },
	mbox: { label: 'a mailbox', extensions: ['mbox', 'mbx'], isText: true },
	eml: { label: 'an e-mail', extensions: ['eml', 'mht', 'mhtml'], isText: true },
	msg: { label: 'an Outlook message', extensions: ['msg'] },
	tnef: {
		label: 'an Outlook attachment package (TNEF)',
		extensions: ['tnef'],
		mediaTypes: ['application/ms-tnef', 'application/vnd.ms-tnef'],
	},
	ics: { label: 'a calendar', extensions: ['ics', 'ifb', 'vcs'], isText: true },
	vcf: {
		label: 'contact cards',
		extensions: ['vcf', 'vcard'],
		mediaTypes: ['text/x-vcard', 'text/directory'],
		isText: true,
	},
	p7m: {
		label: 'a signed file',
		extensions: ['p7m'],
		mediaTypes: ['application/x-pkcs7-mime'],
	},
	iwork: { label: 'a Pages, Numbers or Keynote document', extensions: ['pages', 'numbers', 'key'] },
	zip: { label: 'a ZIP archive', extensions: ['zip'] },
	csv: {
		label: 'a CSV table',
		extensions: ['csv', 'tsv', 'tab'],
		mediaTypes: ['application/csv'],
		isText: true,
	},
	html: {
		label: 'an HTML page',
		extensions: ['html', 'htm', 'xhtml'],
		isText: true,
		isShown: true,
	},
	md: { label: 'a Markdown file', extensions: ['md', 'markdown', 'mdown'], isText: true },
	txt: {
		label: 'a plain-text file',
		extensions: ['txt', 'text', 'log', 'yaml', 'yml'],
		mediaTypes: ['application/yaml'],
		isText: true,
	},
	json: {
		label: 'a JSON file',
		extensions: ['json', 'jsonl', 'ndjson', 'jsonld'],
		mediaTypes: ['application/x-ndjson'],
		isText: true,
		isShown: true,
	},
	xml: { label: 'an XML file', extensions: ['xml', 'rss', 'atom', 'rdf', 'svg'], isText: true },
	ipynb: { label: 'a Jupyter notebook', extensions: ['ipynb'], isText: true },
	png: { label: 'a PNG image', extensions: ['png'], isShown: true },
	jpg: { label: 'a JPEG image', extensions: ['jpg', 'jpeg', 'jfif'], isShown: true },
	tiff: { label: 'a TIFF image', extensions: ['tif', 'tiff'] },
	webp: { label: 'a WebP image', extensions: ['webp'], isShown: true },
	gif: { label: 'a GIF image', extensions: ['gif'], isShown: true },
	bmp: { label: 'a BMP image', extensions: ['bmp'], isShown: true },
	heic: { label: 'a HEIC image', extensions: ['heic', 'heif', 'hif'] },
} as const satisfies Record<string, FormatFacts>;

/** A supported format. */
export type DocumentFormat = keyof typeof FORMATS;

/** A format that is text inside. */
export type TextFormat = {
	[Format in DocumentFormat]: (typeof FORMATS)[Format] extends { isText: true } ? Format : never;
}[DocumentFormat];

const FORMAT_FACTS: Readonly<Record<DocumentFormat, FormatFacts>> = FORMATS;

const isDocumentFormat = (name: string): name is DocumentFormat => Object.hasOwn(FORMATS, name);

const ALL_FORMATS = Object.keys(FORMATS).filter(isDocumentFormat);

/** The facts of a format. */
export function factsOf(format: DocumentFormat): FormatFacts {
	return FORMAT_FACTS[format];
}

/** Whether a format is text inside. */
export function isTextFormat(format: DocumentFormat): format is TextFormat {
	return factsOf(format).isText === true;
}

/** The format of a file name's extension, or `undefined` if it is not one of ours. */
export function formatOfName(fileName: string): DocumentFormat | undefined {
	const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return ALL_FORMATS.find((format) => factsOf(format).extensions.includes(ending));
}

/** The format of a `Content-Type`, or `undefined` if it is not one of ours. */
export function formatOfMediaType(contentType: string): DocumentFormat | undefined {
	const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	return (
		ALL_FORMATS.find((format) => factsOf(format).mediaTypes?.includes(mediaType)) ??
		formatOfName(`.${mime.extension(mediaType)}`)
	);
}
