import iconv from 'iconv-lite';

/** A word of a header in UTF-7 (RFC 2047). */
const WORD = /=\?utf-7\?([bq])\?([^?\s]*)\?=/gi;
const UTF7 = /\bcharset\s*=\s*"?(?:x-)?(?:unicode-1-1-)?utf-7\b"?/i;
const FLOWED = /\bformat\s*=\s*"?flowed\b"?/i;
const DELETES_SPACE = /\bdelsp\s*=\s*"?yes\b/i;
const BOUNDARY = /\bboundary\s*=\s*(?:"([^"\r\n]+)"|([^\s";]+))/gi;

/** The marks of a quotation. */
const QUOTED = /^>+/;
/** What separates a signature from a text, although it ends with a space. */
const SIGNATURE = '-- ';

const decode = (bytes: Buffer): Buffer => Buffer.from(iconv.decode(bytes, 'utf-7'));

/** The bytes of quoted-printable text. */
function unquote(text: string): Buffer {
	const joined = text.replace(/=[ \t]{0,100}\r?\n/g, '');
	const bytes = joined.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(bytes, 'latin1');
}

function bytesSent(text: string, encoding: string): Buffer {
	if (encoding === 'base64') return Buffer.from(text, 'base64');
	return encoding === 'quoted-printable' ? unquote(text) : Buffer.from(text, 'latin1');
}

/**
 * Text whose lines flow as its author wrote it (RFC 3676): a line that ends with a space goes on in the next one
 * of the same quotation.
 * @param text one character for each byte
 */
function unflow(text: string, deletesSpace: boolean): string {
	const lines: string[] = [];
	let open: string | undefined;
	for (const line of text.split(/\r?\n/)) {
		const [marks = ''] = QUOTED.exec(line) ?? [];
		// A space keeps a line from looking like a quotation.
		const rest = line.slice(marks.length).replace(/^ /, '');
		const isSignature = rest === SIGNATURE;
		if (open === marks && !isSignature) lines.push(`${lines.pop() ?? ''}${rest}`);
		else lines.push(marks === '' ? rest : `${marks} ${rest}`);
		open = rest.endsWith(' ') && !isSignature ? marks : undefined;
		if (open !== undefined && deletesSpace) lines.push((lines.pop() ?? '').slice(0, -1));
	}
	return lines.join('\r\n');
}

/** The headers of a part, each with the lines that continue it. */
const headersOf = (head: string): string[] => head.split(/\r?\n(?![ \t])/);

/** A part of a message, head and body, whose text is in UTF-8 and whose lines are whole. */
function rewritePart(part: string): string {
	const gap = /\r?\n\r?\n/.exec(part);
	if (gap === null) return part;
	const headers = headersOf(part.slice(0, gap.index));
	const type = headers.find((header) => /^content-type:/i.test(header)) ?? '';
	const [isUtf7, isFlowed] = [
		UTF7.test(type),
		FLOWED.test(type) && /:\s*text\/plain\b/i.test(type),
	];
	if (!isUtf7 && !isFlowed) return part;
	const isEncoding = (header: string): boolean => /^content-transfer-encoding:/i.test(header);
	const encoding = headers.find(isEncoding)?.split(':')[1]?.trim().toLowerCase() ?? '';
	const sent = bytesSent(part.slice(gap.index + gap[0].length), encoding);
	const bytes = isUtf7 ? decode(sent) : sent;
	const text = bytes.toString('latin1');
	const whole = isFlowed ? unflow(text, DELETES_SPACE.test(type)) : text;
	const stated = type.replace(UTF7, 'charset=utf-8').replace(FLOWED, 'format=fixed');
	const kept = headers.flatMap((header) => {
		if (isEncoding(header)) return [];
		return header === type ? [stated] : [header];
	});
	const body = Buffer.from(whole, 'latin1').toString('base64').replace(/.{76}/g, '$&\r\n');
	return [...kept, 'Content-Transfer-Encoding: base64', '', body, ''].join('\r\n');
}

/** Words of headers in UTF-7 as words in UTF-8. */
const rewriteWords = (source: string): string =>
	source.replace(WORD, (_, kind: string, text: string) => {
		const isBase64 = kind.toLowerCase() === 'b';
		const bytes = isBase64 ? Buffer.from(text, 'base64') : unquote(text.replaceAll('_', ' '));
		return `=?utf-8?B?${decode(bytes).toString('base64')}?=`;
	});

/**
 * A message whose texts in UTF-7 (RFC 2152), which no browser decodes any more, are in UTF-8, and whose texts
 * with flowing lines, quotations among them, have whole ones. Linear.
 * @param source one character for each byte
 */
export function straightenParts(source: string): string {
	if (!/utf-7|\bflowed\b/i.test(source)) return source;
	const words = rewriteWords(source);
	const boundaries = new Set(
		[...words.matchAll(BOUNDARY)].map(([, quoted, bare = '']) => `--${quoted ?? bare}`),
	);
	const parts: string[] = [];
	let part: string[] = [];
	const end = (): void => {
		parts.push(rewritePart(part.join('')));
		part = [];
	};
	for (const line of words.split(/(?<=\n)/)) {
		const bare = line.trimEnd();
		const isLast = bare.endsWith('--') && boundaries.has(bare.slice(0, -2));
		if (!isLast && !boundaries.has(bare)) {
			part.push(line);
			continue;
		}
		end();
		parts.push(line);
	}
	end();
	return parts.join('');
}
