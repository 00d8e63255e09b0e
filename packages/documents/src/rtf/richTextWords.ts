import { TOKEN } from './richText.ts';

/** The encoding of a font by its number in the font table ([MS-RTF], fcharset). */
const CHARSETS: Readonly<Record<string, string>> = {
	77: 'macintosh',
	128: 'shift_jis',
	129: 'euc-kr',
	134: 'gbk',
	136: 'big5',
	161: 'windows-1253',
	162: 'windows-1254',
	163: 'windows-1258',
	177: 'windows-1255',
	178: 'windows-1256',
	186: 'windows-1257',
	204: 'windows-1251',
	222: 'windows-874',
	238: 'windows-1250',
};
/** A symbol font, whose bytes are not letters. */
const SIGNS = '2';

/** Groups that are not shown, or that are read elsewhere: headers, footers and remarks. */
const NOT_SHOWN = new Set(
	'fonttbl colortbl stylesheet info pict fldinst listtext pntext xe tc nonshppict sp header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor listtable listoverridetable filetbl generator ftnsep ftnsepc'.split(
		' ',
	),
);
/** Groups that readers may skip but that do contain text: text boxes. */
const SHOWN = new Set(['shpinst', 'shptxt']);
/** What ends a word; other control words format it. */
const ENDS_WORD = new Set(
	'par line tab cell nestcell row nestrow page sect column emdash endash emspace enspace bullet chftn footnote shptxt field'.split(
		' ',
	),
);

interface Group {
	isShown: boolean;
	isHidden: boolean;
	font: string;
	/** How many substitutes follow a letter given by its number, for readers that don't know it. */
	spare: number;
}

/** What a rich text document says, without headers, footers and remarks. */
export function richTextWords(bytes: Buffer): string {
	return new WordReader(bytes.toString('latin1')).read();
}

class WordReader {
	#groups: Group[] = [{ isShown: true, isHidden: false, font: '', spare: 1 }];
	/** Charsets of fonts. */
	readonly #fonts = new Map<string, string>();
	#isFontTable = false;
	#text = '';
	/** Bytes in the encoding of one font. */
	#bytes = '';
	#bytesFont = '';
	#toSkip = 0;
	readonly #source: string;
	readonly #codePage: string;

	constructor(source: string) {
		this.#source = source;
		this.#codePage = /\\ansicpg(\d{1,5})/.exec(source.slice(0, 1000))?.[1] ?? '1252';
	}

	read(): string {
		let from = 0;
		for (const { 0: token, 1: word, 2: number = '', index } of this.#source.matchAll(TOKEN)) {
			// The bytes of a picture may look like anything.
			if (index < from) continue;
			if (word === 'bin') from = index + token.length + Number(number);
			else if (word !== undefined) this.#control(word.toLowerCase(), number);
			else this.#sign(token);
		}
		this.#flush();
		return this.#text;
	}

	get #group(): Group {
		return this.#groups.at(-1) as Group;
	}

	#sign(token: string): void {
		if (token === '{') this.#groups.push({ ...this.#group });
		else if (token === '}') this.#close();
		else if (token === '\\*') this.#group.isShown = false;
		else if (token.startsWith("\\'")) this.#say(String.fromCharCode(parseInt(token.slice(2), 16)));
		else if (token === '\\~' || token === '\\\n' || token === '\\\r') this.#write(' ');
		else if (token === '\\_') this.#write('-');
		else if (/^\\[\\{}]/.test(token)) this.#say(token.slice(1));
		else if (!token.startsWith('\\')) this.#say(token.replace(/[\r\n]/g, ''));
	}

	#close(): void {
		if (this.#groups.length > 1) this.#groups.pop();
		if (this.#groups.length < 3) this.#isFontTable = false;
		this.#toSkip = 0;
	}

	#control(word: string, number: string): void {
		const group = this.#group;
		if (word === 'fonttbl') this.#isFontTable = true;
		if (NOT_SHOWN.has(word)) group.isShown = false;
		else if (SHOWN.has(word)) group.isShown = true;
		if (word === 'f') group.font = number;
		else if (word === 'fcharset' && this.#isFontTable) this.#fonts.set(group.font, number);
		else if (word === 'v') group.isHidden = number !== '0';
		else if (word === 'plain') group.isHidden = false;
		else if (word === 'uc') group.spare = Number(number);
		else if (word === 'u') {
			this.#write(String.fromCharCode(Number(number) & 0xffff));
			this.#toSkip = group.spare;
		} else if (ENDS_WORD.has(word)) {
			this.#flush();
			if (group.isShown) this.#text += '\n';
		}
	}

	/** Bytes in the encoding of the current font. */
	#say(bytes: string): void {
		const shown = bytes.slice(this.#toSkip);
		this.#toSkip = Math.max(0, this.#toSkip - bytes.length);
		const { isShown, isHidden, font } = this.#group;
		if (!isShown || isHidden || shown === '') return;
		if (font !== this.#bytesFont) this.#flush();
		this.#bytesFont = font;
		this.#bytes += shown;
	}

	#write(text: string): void {
		this.#flush();
		if (this.#group.isShown && !this.#group.isHidden) this.#text += text;
	}

	#flush(): void {
		const charset = this.#fonts.get(this.#bytesFont) ?? '';
		if (charset !== SIGNS) this.#text += decode(this.#bytes, CHARSETS[charset], this.#codePage);
		this.#bytes = '';
	}
}

function decode(bytes: string, encoding: string | undefined, codePage: string): string {
	try {
		return new TextDecoder(encoding ?? `windows-${codePage}`).decode(Buffer.from(bytes, 'latin1'));
	} catch {
		return bytes;
	}
}
