import type { DocumentFormat } from './formats.ts';
import { isSureTable } from './sureTable.ts';

/**
 * Which kind of text a file is when neither its name nor a marker at its beginning says so.
 * @param text its beginning
 * @param isSample whether the file continues after it
 * @returns undefined when it is only text
 */
export function guessTextKind(text: string, isSample = false): DocumentFormat | undefined {
	const firstLines = text.split(/\r?\n/, 2);
	if (isJson(isSample ? closeJson(text) : text) || firstLines.every(isObject)) return 'json';
	return isSureTable(text, isSample) ? 'csv' : undefined;
}

const isObject = (line: string): boolean => line.startsWith('{') && isJson(line);

/**
 * The beginning of a JSON text, cut where a value may be left out, with everything open closed: the
 * result is JSON if the beginning was. Empty when nothing is open at such a place.
 */
function closeJson(text: string): string {
	let closers = '';
	let end = '';
	for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},:]/gs)) {
		if (token === '{') closers = `}${closers}`;
		else if (token === '[') closers = `]${closers}`;
		else if (token === '}' || token === ']') closers = closers.slice(1);
		else if (token.startsWith('"')) continue;
		if (closers === '') end = '';
		else if (token === ',') end = text.slice(0, index) + closers;
		else if (token === ':') end = `${text.slice(0, index)}:null${closers}`;
	}
	return end;
}

function isJson(text: string): boolean {
	if (!/^[{[]/.test(text)) return false;
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
