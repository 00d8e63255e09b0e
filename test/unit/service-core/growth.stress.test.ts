import { listAttacks } from '../../support/attackTexts';
import { listSlow } from '../../support/costOf';
import { readServingProcess } from '../../support/servingProcess';
import { TEXT_FUNCTIONS } from '../../support/textFunctions';

/**
 * The process that answers the API reads addresses, headers and texts that strangers write. Whatever it does
 * with them grows no faster than they do: nobody can silence the API with one page.
 */
const { expressions, functions } = readServingProcess();

const byPlace = Map.groupBy(expressions, ({ place }) => place.replace(/\/[^/]*$/, ''));

describe('expressions of the process that answers the API, on 200,000 characters of their own parts', () => {
	it('are all found', () => {
		expect(expressions.length).toBeGreaterThan(400);
	});

	it.each([...byPlace])('%s take no more than twice as long as on 100,000', (_folder, written) => {
		const slow = written.flatMap(({ place, source, flags }) => {
			const expression = new RegExp(source, flags);
			const use = (text: string): unknown =>
				expression.global ? text.replace(expression, '') : expression.test(text);
			return listSlow(use, listAttacks({ source, flags })).map((found) => `${place}: ${found}`);
		});
		expect(slow).toEqual([]);
	});
});

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

describe('functions of the process that answers the API, on 200,000 characters', () => {
	const ofText = functions.filter(
		({ required }) => required.length > 0 && required.every((type) => TEXT.test(type)),
	);

	it.each(ofText.map((found) => [`${found.place} ${found.name}`, found] as const))(
		'%s takes no more than twice as long as on 100,000',
		async (name, { file, name: own, required }) => {
			if (name in NOT_OF_STRANGERS) return;
			const { [own]: work } = await import(file);
			const fill = required.slice(1).map(() => 'http://a.example/');
			expect(listSlow((text) => tried(() => work(text, ...fill)), attacks)).toEqual([]);
		},
	);

	it.each(Object.entries(TEXT_FUNCTIONS))(
		'%s takes no more than twice as long as on 100,000',
		(_name, work) => {
			expect(listSlow((text) => tried(() => work(text)), attacks)).toEqual([]);
		},
	);
});

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
	'service/src/browser/chromium.ts findChromium': 'a file',
	'service/src/browser/chromium.ts isChromiumThere': 'a file',
	'service/src/installation/code.ts programUrl': 'a file',
	'service/src/files/signedLinks.ts createLinkSigner': 'a key',
	'service/src/search/searxngProvider.ts createSearxngProvider': 'a setting',
};
