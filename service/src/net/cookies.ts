/** A cookie of a request, as a browser accepts it; without a domain it belongs to the host that is opened. */
export interface ParsedCookie {
	name: string;
	value: string;
	url?: string;
	domain?: string;
	path?: string;
	/** Seconds since 1970. */
	expires?: number;
	httpOnly?: boolean;
	secure?: boolean;
	sameSite?: 'Strict' | 'Lax' | 'None';
}

/** The text contains no cookies; the message lists the supported forms and never repeats a value. */
export class CookieFormatError extends Error {
	override name = 'CookieFormatError' as const;
}

/** As many as Chromium keeps, over all sites (`kMaxCookies` of its cookie store). */
const MAX_COOKIES = 3300;

/**
 * Reads the `cookies` field of a request (api/openapi.yaml, POST /scrape): `name=value` pairs separated by
 * semicolons, with or without the words `Cookie:` before them, or the rows of a browser's cookie
 * table as its developer tools copy them (name, value, domain, path, expires, size, httpOnly, secure,
 * sameSite, separated by tabs), or the lines of a cookies.txt file.
 * @throws CookieFormatError
 */
export function parseCookies(text: string): ParsedCookie[] {
	const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
	const isTable = lines.some((line) => line.includes('\t'));
	const cookies = isTable ? lines.flatMap(parseRow) : parsePairs(text);
	if (cookies.length > MAX_COOKIES) {
		throw new CookieFormatError(
			`cookies has ${cookies.length} cookies; a browser keeps at most ${MAX_COOKIES}: send those of the sites that are opened`,
		);
	}
	if (cookies.length > 0) return cookies;
	throw new CookieFormatError(
		'No cookie was found in cookies: write name=value pairs separated by semicolons, or paste the rows of the cookie table of a browser’s developer tools',
	);
}

/** The attributes of a Set-Cookie line. */
const ATTRIBUTE =
	/^(?:path|domain|expires|max-age|secure|httponly|samesite|partitioned|priority)$/i;

function parsePairs(text: string): ParsedCookie[] {
	const pairs = text.replace(/^\s{0,9}(set-)?cookie:?\s{0,9}(?=[^=]*=)/i, '').split(/[;\r\n]/);
	return pairs.flatMap((pair, index) => {
		const trimmed = pair.trim();
		const separator = trimmed.indexOf('=');
		const name = (separator === -1 ? trimmed : trimmed.slice(0, separator)).trim();
		if (trimmed === '' || ATTRIBUTE.test(name)) return [];
		if (separator < 1) {
			throw new CookieFormatError(`Part ${index + 1} of cookies is not a name=value pair`);
		}
		return [{ name, value: trimmed.slice(separator + 1).trim() }];
	});
}

const HTTP_ONLY = '#HttpOnly_';

function parseRow(line: string, index: number): ParsedCookie[] {
	const cells = line.split('\t').map((cell) => cell.trim());
	const isHeading = /^name\tvalue\b/i.test(cells.join('\t'));
	const isComment = line.startsWith('#') && !line.startsWith(HTTP_ONLY);
	if (isHeading || isComment) return [];
	const cookie = isCookieFileRow(cells) ? readCookieFileRow(cells) : readTableRow(cells);
	if (cookie.name === '' || cells.length < 2) {
		throw new CookieFormatError(`Row ${index + 1} of cookies has no name and value`);
	}
	return [cookie];
}

// cookies.txt: domain, includes subdomains (TRUE or FALSE), path, secure, expires, name, value.
function isCookieFileRow(cells: readonly string[]): boolean {
	const isTrueOrFalse = (cell = ''): boolean => cell === 'TRUE' || cell === 'FALSE';
	return cells.length === 7 && isTrueOrFalse(cells[1]) && isTrueOrFalse(cells[3]);
}

function readCookieFileRow(cells: readonly string[]): ParsedCookie {
	const [domain = '', , path = '/', secure, expires = '', name = '', value = ''] = cells;
	const seconds = Number(expires);
	return {
		name,
		value,
		domain: domain.replace(HTTP_ONLY, ''),
		path,
		secure: secure === 'TRUE',
		httpOnly: domain.startsWith(HTTP_ONLY),
		...(seconds > 0 && { expires: seconds }),
	};
}

const TICK = /^(?:✓|✔|true|yes)$/i;
const SAME_SITE = ['Strict', 'Lax', 'None'] as const;

function readTableRow(cells: readonly string[]): ParsedCookie {
	const [name = '', value = '', domain = '', path = '', expires = ''] = cells;
	const [, , , , , , httpOnly = '', secure = '', sameSite = ''] = cells;
	const expiresMs = Date.parse(expires);
	const policy = SAME_SITE.find((word) => word.toLowerCase() === sameSite.toLowerCase());
	return {
		name,
		value,
		...(domain !== '' && { domain }),
		...(path.startsWith('/') && { path }),
		...(!Number.isNaN(expiresMs) && { expires: Math.floor(expiresMs / 1000) }),
		...(TICK.test(httpOnly) && { httpOnly: true }),
		...(TICK.test(secure) && { secure: true }),
		...(policy !== undefined && { sameSite: policy }),
	};
}
