import { listSlow } from './costOf';
import type { OfferedFunction, ServingProcess } from './servingProcess';

/** What hurts functions that read addresses, headers and texts: what separates their parts. */
const PARTS = [
	...[
		'/',
		'//',
		'/a',
		'/a/b',
		'/0',
		'/2026-01-01',
		'.',
		'..',
		'../',
		'%',
		'%41',
		'%7e',
		'%25',
		';',
		';a',
	],
	...[
		';sid=',
		'&',
		'&a=',
		'&amp;',
		'?',
		'?a=b',
		'#',
		'#/',
		'=',
		'"',
		'\\',
		'\\"',
		"'",
		'<',
		'<a',
		'</a>',
	],
	...[
		'<loc>',
		'<loc>a</loc>',
		'>',
		'(',
		')',
		'](',
		'![',
		'[',
		']',
		'{',
		'}',
		'{"a":',
		'*',
		'_',
		'~',
		'`',
	],
	...[
		' ',
		'\t',
		'\n',
		'\r\n',
		'| ',
		'|\n',
		'-',
		':',
		',',
		', ',
		'0',
		'1,',
		'1.',
		'a',
		'a ',
		'é',
		'中',
		'가',
	],
	...[
		'\0',
		'\u0301',
		'\ud800',
		'://',
		'@',
		'a@',
		'www.',
		'sitemap',
		'.xml',
		'.gz',
		'filename=',
		"*=UTF-8''",
	],
];

const attacks = PARTS.flatMap((part) =>
	['', 'http://a.example/'].map((before) => (length: number) => {
		return before + part.repeat(Math.ceil(length / part.length));
	}),
);

/** They take a text of a stranger, beside nothing or another text. */
const TEXT = /^(?:readonly )?string(?: \| (?:undefined|null))*$/;

/**
 * The functions of the process that answers the API which take a text alone, by place and name.
 * @param folder those below it
 */
export function listTextFunctions(
	{ functions }: ServingProcess,
	folder: string,
): Array<[name: string, found: OfferedFunction]> {
	return functions
		.filter(({ place }) => place.startsWith(folder))
		.filter(({ required }) => required.length > 0 && required.every((type) => TEXT.test(type)))
		.map((found): [string, OfferedFunction] => [`${found.place} ${found.name}`, found])
		.filter(([name]) => !(name in NOT_OF_STRANGERS));
}

/** The texts on which such a function takes more than in proportion to their length. */
export async function listSlowTexts({ file, name, required }: OfferedFunction): Promise<string[]> {
	const { [name]: work } = await import(file);
	const fill = required.slice(1).map(() => 'http://a.example/');
	return listSlowTextsOf((text) => work(text, ...fill));
}

export function listSlowTextsOf(work: (text: string) => unknown): string[] {
	return listSlow((text) => tried(() => work(text)), attacks);
}

/** A reason is an answer, too. */
function tried(work: () => unknown): void {
	try {
		// What is told later has cost its time until then.
		Promise.resolve(work()).catch(() => undefined);
	} catch {
		// Only its cost is measured.
	}
}

/** What these take is the operator's own, and they do more than read it. */
const NOT_OF_STRANGERS: Readonly<Record<string, string>> = {
	'service/src/db/database.ts readJson': 'what the service itself has stored',
	'service/src/db/sqlite/lock.ts lockDataDirectory': 'a folder',
	'service/src/db/sqlite/openDatabase.ts openSqliteDatabase': 'a file',
	'service/src/files/ownFiles.ts takeFromOthers': 'a file',
	'service/src/files/ownFiles.ts takeOpenFolderFromOthers': 'a folder',
	'service/src/browser/pool/chromium.ts findChromium': 'a file',
	'service/src/browser/pool/chromium.ts isChromiumThere': 'a file',
	'service/src/installation/code.ts programUrl': 'a file',
	'service/src/files/signedLinks.ts createLinkSigner': 'a key',
	'service/src/search/searxngProvider.ts createSearxngProvider': 'a setting',
};
