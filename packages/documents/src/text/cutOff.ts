/** What begins and ends in calendars and contact cards. */
const ENTRIES: Readonly<Record<string, string>> = { ics: 'VCALENDAR', vcf: 'VCARD' };
/** Begins an element, unlike a declaration. */
const ELEMENT = /<([A-Za-z_][\w:.-]*)/;
/** The first element begins within this many characters. */
const BEGINNING = 65_536;

/** The beginning of XML without its comments, which may contain elements. */
const uncommented = (xml: string): string =>
	xml
		.slice(0, BEGINNING)
		.split('<!--')
		.map((part, at) => (at === 0 ? part : part.slice(part.indexOf('-->') + 3)))
		.join('');

/** Whether the first element of XML is closed. */
function isClosed(xml: string): boolean {
	const [, root] = ELEMENT.exec(uncommented(xml)) ?? [];
	return root === undefined || xml.includes(`</${root}`) || xml.trimEnd().endsWith('/>');
}

/** Whether the last entry of a calendar or of contact cards ends. */
function isEnded(text: string, entry: string): boolean {
	const plain = text.toUpperCase();
	return plain.lastIndexOf(`END:${entry}`) > plain.lastIndexOf(`BEGIN:${entry}`);
}

/** Says that the end of a text file is missing, if its format has one. */
export function describeCutOff(text: string, format: string): string[] {
	const entry = ENTRIES[format];
	const isWhole = entry === undefined ? format !== 'xml' || isClosed(text) : isEnded(text, entry);
	return isWhole ? [] : ['The file is truncated: its end is missing. What there is was read.'];
}
