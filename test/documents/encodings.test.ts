import iconv from 'iconv-lite';
import { decodeGuessing, isText } from '../../packages/documents/src/text/decodeText.ts';

const TEXTS: ReadonlyArray<[language: string, text: string, encodings: string[]]> = [
	[
		'German',
		'Größe,Länge\r\n"für Gehäuse",12\r\n',
		['windows-1252', 'cp437', 'cp850', 'macintosh'],
	],
	[
		'French',
		'Désignation;Quantité;Référence\r\nCâble à tête plate;3;A-12\r\n',
		['windows-1252', 'cp437', 'cp850', 'macintosh'],
	],
	[
		'Spanish',
		'Dirección;Año;País\r\nMuñoz Íñigo;2026;España\r\n',
		['windows-1252', 'cp850', 'macintosh'],
	],
	['Swedish', 'Förnamn;Åkare\r\nBjörn;Växjö\r\n', ['windows-1252', 'cp437', 'cp850', 'macintosh']],
	[
		'Polish',
		'Łódź;ulica Świętego Józefa;zażółć gęślą jaźń\r\n',
		['windows-1250', 'cp852', 'iso-8859-2'],
	],
	[
		'Czech',
		'Příjmení;Město\r\nDvořák;Plzeň, žluťoučký kůň\r\n',
		['windows-1250', 'cp852', 'iso-8859-2'],
	],
	['Hungarian', 'Név;Cím\r\nKovács Győző;Őrség utca, Fűzfő\r\n', ['windows-1250', 'cp852']],
	['Russian', 'Город;Дата\r\nМосква;март\r\n', ['windows-1251', 'cp866', 'koi8-r', 'iso-8859-5']],
	['Ukrainian', 'Місто;Їжак\r\nКиїв;Європа\r\n', ['windows-1251', 'koi8-u']],
	['Greek', 'Όνομα;Πόλη\r\nΜαρία;Θεσσαλονίκη\r\n', ['windows-1253', 'cp737']],
	['Turkish', 'Şehir;Ölçü\r\nİzmir;küçük ağaç ışığı\r\n', ['windows-1254', 'cp857']],
	['Hebrew', 'שם;עיר\r\nדוד;ירושלים\r\n', ['windows-1255', 'cp862']],
	['Latvian', 'Vārds;Pilsēta\r\nJānis Bērziņš;Rīga, ķiršu iela\r\n', ['windows-1257', 'cp775']],
	['Japanese', '商品名,カタログ\n時計,テスト\n', ['shift_jis', 'euc-jp']],
];

describe('a text that states no encoding', () => {
	it.each(
		TEXTS.flatMap(([language, text, encodings]) =>
			encodings.map((encoding) => [language, encoding, text] as const),
		),
	)('of a few words in %s, in %s, is read in its letters', (_language, encoding, lines) => {
		const text = encoding.startsWith('mac') ? lines.replaceAll('\r\n', '\r') : lines;
		expect(decodeGuessing(iconv.encode(text, encoding)).text).toBe(text);
	});

	it.each(['windows-1250', 'cp852', 'cp775', 'windows-1257'])(
		'of one word that may be in two encodings, such as one in %s, names the other',
		(encoding) => {
			const { text, guess } = decodeGuessing(iconv.encode('Pr\u0161\r\n', encoding));
			expect(text === 'Pr\u0161\r\n' || guess?.rival !== undefined).toBe(true);
		},
	);

	it.each([
		['gb18030', '客户,轴承,经理\n运费,公司,533\n'],
		['gb18030', '仓库,仓库,经理\n仓库,未付款,255\n'],
		['gb18030', '日期,经理,刘洋\n钢板,深圳,635\n'],
		['euc-kr', '고객,단가\n김민수,볼트\n'],
		['euc-kr', '창고,밸브\n강남구,12\n'],
		['shift_jis', '氏名,住所\n佐藤花子,東京都\n'],
	])('of two rows in %s is read in it', (encoding, text) => {
		expect(decodeGuessing(iconv.encode(text, encoding))).toMatchObject({
			text,
			guess: { encoding },
		});
	});

	it('with tables that are drawn by characters of DOS is read with them', () => {
		const text = '┌────────┐\r\n│ Menü   │\r\n└────────┘\r\n';
		expect(decodeGuessing(iconv.encode(text, 'cp437')).text).toBe(text);
	});

	it('that comes from the net is in none of DOS', () => {
		const bytes = iconv.encode('Größe', 'cp850');
		expect(decodeGuessing(bytes, { isFromNet: true }).guess?.encoding).not.toMatch(/^(?:cp|ibm)/);
	});
});

describe('bytes that are zero', () => {
	const bytes = Buffer.from('name,city\nAnn\0,K\u00f6ln\n');

	it('are left out of text, and counted', () => {
		expect(decodeGuessing(bytes)).toEqual({ text: 'name,city\nAnn,K\u00f6ln\n', zeros: 1 });
	});

	it('are a flaw of a file that is named as text, and a sign of another kind where none is', () => {
		const padded = Buffer.from(`Ann${'\0'.repeat(17)}Berlin${'\0'.repeat(14)}\n`);
		expect(isText(padded, { isNamed: true })).toBe(true);
		expect(isText(padded)).toBe(false);
		expect(isText(Buffer.from([1, 2, 0, 3, 0, 4]), { isNamed: true })).toBe(false);
	});
});
