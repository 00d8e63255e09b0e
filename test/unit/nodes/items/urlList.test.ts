import { InputError } from '../../../../nodes/shared/items/parameterValues';
import { countEmptyEntries, normalizeUrl, readUrls } from '../../../../nodes/shared/items/urlList';
import { growthOf, LINEAR } from '../../../support/growth';
import { fc } from '../../../support/properties';

const A = 'https://a.test/x';
const B = 'https://b.test/y';

function refusalOf(value: unknown, maximum = 3): InputError {
	try {
		readUrls(value, 'URLs', maximum);
	} catch (error) {
		if (error instanceof InputError) return error;
	}
	throw new Error(`${JSON.stringify(value)} was accepted`);
}

describe('web addresses are read', () => {
	test.each<[string, unknown, string[]]>([
		['one alone', A, [A]],
		['between blanks', `  ${A} \n`, [A]],
		['one per line', `${A}\n${B}`, [A, B]],
		['with Windows line ends', `${A}\r\n${B}\r\n`, [A, B]],
		['with empty lines', `${A}\n\n\n${B}\n`, [A, B]],
		['with commas', `${A},${B}`, [A, B]],
		['with commas and blanks', `${A}, ${B}`, [A, B]],
		['with commas at line ends', `${A},\n${B},`, [A, B]],
		['without schemes, with commas', 'a.test,b.test', ['https://a.test', 'https://b.test']],
		['with commas in a path', 'https://a.test/1,2/x,y', ['https://a.test/1,2/x,y']],
		['with commas in a query', 'https://a.test/?q=1,2', ['https://a.test/?q=1,2']],
		[
			'with commas in a path and between',
			'https://a.test/1,2,https://b.test/3,4',
			['https://a.test/1,2', 'https://b.test/3,4'],
		],
		['with blanks between', `${A} ${B}`, [A, B]],
		['with a tab between, as in pasted cells', `${A}\t${B}`, [A, B]],
		['with semicolons', `${A};${B}`, [A, B]],
		['with semicolons and blanks', 'a.test/x; b.test/y', ['https://a.test/x', 'https://b.test/y']],
		['with bars', `${A} | ${B}`, [A, B]],
		[
			'without schemes, with commas and blanks',
			'a.test/x, b.test',
			['https://a.test/x', 'https://b.test'],
		],
		['without schemes, with semicolons', 'a.test;b.test/y', ['https://a.test', 'https://b.test/y']],
		['with coordinates', 'https://maps.test/@52.5,13.4,12z', ['https://maps.test/@52.5,13.4,12z']],
		[
			'with a comma before a file name',
			'https://a.test/page,2.html',
			['https://a.test/page,2.html'],
		],
		['with a parameter of a path', 'https://a.test/x;id=1.2', ['https://a.test/x;id=1.2']],
		['with an encoded comma', 'https://a.test/x%2Cb.test/y', ['https://a.test/x%2Cb.test/y']],
		['with full-width commas', `${A}，${B}`, [A, B]],
		['with ideographic commas and blanks', `${A}、 ${B}`, [A, B]],
		['with brackets in a path', 'https://a.test/x_(y)', ['https://a.test/x_(y)']],
		['with quotes in a path', 'https://a.test/„x“', ['https://a.test/„x“']],
		['with quotes in a query', 'https://a.test/?q="x"', ['https://a.test/?q="x"']],
		[
			'with JSON in a query',
			'https://a.test/?q={"a":{"b":1}}',
			['https://a.test/?q={"a":{"b":1}}'],
		],
		['with full-width letters in a path', 'https://a.test/ＮＨＫ', ['https://a.test/ＮＨＫ']],
		['with a joiner of letters', 'https://a.test/می\u200Cشود', ['https://a.test/می\u200Cشود']],
		['with a dot at the end', 'https://a.test/x.', ['https://a.test/x.']],
		['of a list', [A, B], [A, B]],
		['of a list of lists', [[A], [B]], [A, B]],
		['of a list with gaps', [A, '', null, undefined, B], [A, B]],
		['of a list as JSON text', JSON.stringify([A, B]), [A, B]],
		['of a list of objects', [{ url: A }, { url: B, title: 'B' }], [A, B]],
		['of a list of objects as JSON text', JSON.stringify([{ url: A }]), [A]],
		['of an object', { url: A }, [A]],
		['without a scheme', 'a.test/x', ['https://a.test/x']],
		['with two slashes in a path', 'a.test/x//y', ['https://a.test/x//y']],
		['with commas too many', `,,${A},,,${B};;`, [A, B]],
		['of a list as JSON text between blanks', ` ${JSON.stringify([A, B])}\n`, [A, B]],
		['without a scheme, with a port', 'a.test:8080/x', ['https://a.test:8080/x']],
		['of this machine', 'localhost:8080', ['https://localhost:8080']],
		['of an IPv4 address', 'http://127.0.0.1:8080/x', ['http://127.0.0.1:8080/x']],
		['of an IPv6 address', 'http://[::1]:8080/x', ['http://[::1]:8080/x']],
		['of an IPv6 address without a scheme', '[::1]:8080/x', ['https://[::1]:8080/x']],
		['of a host without a dot', 'http://intranet/x', ['http://intranet/x']],
		['with a scheme in capitals', 'HTTPS://a.test', ['HTTPS://a.test']],
		['with letters beyond ASCII', 'https://müller.test/ä?ö=ü', ['https://müller.test/ä?ö=ü']],
		['without their scheme only', '//a.test/x', ['https://a.test/x']],
	])('%s', (_label, value, expected) => {
		expect(readUrls(value, 'URLs', 3)).toEqual(expected);
	});
});

describe('what is no web address is refused, with the field, the value and the form it must have', () => {
	test.each<[string, unknown, string]>([
		['ftp', 'ftp://a.test/x', "'ftp://a.test/x'"],
		['file', 'file:///etc/passwd', "'file:///etc/passwd'"],
		['JavaScript', 'javascript:alert(1)', "'javascript:alert(1)'"],
		['a mail address', 'mailto:joe@a.test', "'mailto:joe@a.test'"],
		['a scheme alone', 'https://', "'https://'"],
		['a mistyped scheme', 'https:/a.test', "'https:/a.test'"],
		['a word', 'undefined', "'undefined'"],
		['a placeholder', '<url>', "'<url>'"],
		['a number', 42, '42'],
		['a truth value', true, 'true'],
		['an object without url', { link: A }, '{"link":"https://a.test/x"}'],
		['an object in text', '[object Object]', "'[object Object]'"],
		['words', 'not an address', "'not an address'"],
		['a file name', 'report.pdf', "'report.pdf'"],
		['a quoted address', `"${A}"`, '\'"https://a.test/x"\''],
		['one of several', [A, 'ftp://b.test'], "'ftp://b.test'"],
	])('%s', (_label, value, shown) => {
		const { message, description } = refusalOf(value);
		expect(message).toContain("'URLs' contains");
		expect(message).toContain(shown);
		expect(message).toContain('which is not a web address');
		expect(description).toContain('http:// or https://');
	});

	test('and shown only in part when it is long', () => {
		expect(refusalOf({ text: 'x'.repeat(10_000) }).message.length).toBeLessThan(400);
	});
});

describe('what is around an address, or missing of it, is refused with what to do', () => {
	test.each<[string, string, string, string]>([
		['a bracket behind it', `${A})`, 'contains )', 'write %29'],
		['a square bracket behind it', `${A}]`, 'contains ]', 'write %5D'],
		['a full-width bracket behind it', `${A}）`, 'contains ）', 'write %EF%BC%89'],
		['a quote behind it', `${A}"`, 'contains "', 'write %22'],
		['an apostrophe behind it', `${A}'`, "contains '", 'write %27'],
		['a curly quote behind it', `${A}”`, 'contains ”', 'write %E2%80%9D'],
		['a tag behind it', `${A}</a>`, 'contains <', 'write %3C'],
		[
			'a sign of invisible width',
			'https://a.test/\u200Bx',
			'contains invisible characters',
			'plain text',
		],
		[
			'a mark of direction',
			'https://a.test/\u202Ex',
			'contains invisible characters',
			'plain text',
		],
		[
			'a control character',
			'https://a.test/x\u0000',
			'contains invisible characters',
			'plain text',
		],
		['full-width letters', 'https://ａ.test/x', 'full-width', 'Enter https://a.test/x,'],
		['a full-width dot', 'https://a．test/x', 'full-width', 'Enter https://a.test/x,'],
		['an ideographic dot', 'https://a。test/x', 'full-width', 'Enter https://a.test/x,'],
		['an expression', 'https://a.test/{{$json.id}}', 'was not evaluated', "'Expression'"],
		['a template', 'https://a.test/${id}', 'was not evaluated', "'Expression'"],
		['two schemes', 'https://https://a.test', 'begins twice', 'once'],
		['half of a second scheme', 'https://http//a.test', 'begins twice', 'once'],
		['an ellipsis', `${A}…`, 'is cut off', 'whole address'],
		['three dots', 'https://a.test/...', 'is cut off', 'whole address'],
		['no end', `https://a.test/${'x'.repeat(8_200)}`, 'has 8215 characters', '8192'],
		['no end, with its scheme', `a.test/${'x'.repeat(8_184)}`, 'has 8199 characters', '8192'],
		['no letter in its host', 'https://.', 'is not a web address', 'http:// or https://'],
		['two dots in its host', 'https://a..test', 'is not a web address', 'http:// or https://'],
		['a full-width scheme', 'ｈｔｔｐｓ：／／a.test/x', 'is not a web', 'Enter https://a.test/x,'],
		['a full-width colon', 'https：//a.test/x', 'is not a web', 'Enter https://a.test/x,'],
		['quotes around it', `"${A}"`, 'is not a web address', 'without the characters around it'],
		[
			'curly quotes around it',
			`“${A}”`,
			'is not a web address',
			'without the characters around it',
		],
		[
			'angle brackets around it',
			`<${A}>`,
			'is not a web address',
			'without the characters around it',
		],
		['brackets around it', `(${A})`, 'is not a web address', 'without the characters around it'],
		['the link of a text', `[x](${A})`, 'is not a web address', 'without the characters around it'],
		['two hosts at a full-width comma', 'a.test/x，b.test/y', 'one address or two', 'own line'],
	])('%s', (_label, text, problem, fix) => {
		for (const value of [text, [text], { url: text }]) {
			const { message, description } = refusalOf(value);
			expect(message).toContain("'URLs' contains");
			expect(message).toContain(problem);
			expect(description).toContain(fix);
		}
	});
});

describe('an empty list is refused', () => {
	test.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['empty text', ''],
		['blanks', ' \n '],
		['commas', ',,'],
		['an empty list', []],
		['a list as JSON text', '[]'],
		['a list of nothing', [null, '']],
	])('%s', (_label, value) => {
		const { message, description } = refusalOf(value);
		expect(message).toBe("'URLs' is empty");
		expect(description).toContain('1 to 3 web addresses');
		expect(description).toContain('expression');
	});

	test('with words for a single address', () => {
		expect(refusalOf('', 1).description).toBe('Enter a web address, e.g. https://example.com.');
	});
});

describe('entries of a list without an address are counted', () => {
	test.each<[string, unknown, number]>([
		['a list', [A, null, '', B, undefined, ' \n'], 4],
		['a list as JSON text', JSON.stringify([A, null, B]), 1],
		['a list of lists', [[A, null], [null]], 2],
		['a whole list', [A, { url: B }], 0],
		['lines of text', `${A}\n\n${B}`, 0],
		['one address', A, 0],
		['nothing', null, 0],
	])('%s', (_label, value, count) => {
		expect(countEmptyEntries(value)).toBe(count);
	});
});

describe('what may be one address or two is refused, because the wrong one would be paid for', () => {
	test.each<[string, string, string]>([
		['a blank in a path', 'https://a.test/annual report.pdf', '%20'],
		['two hosts with a blank between', 'a.test/x b.test/y', '%20'],
		['two hosts with paths', 'a.test/x,b.test/y', '%2C'],
		['a host after a comma', 'https://a.test/x,b.test/y', '%2C'],
		['a host after a comma in a query', 'https://a.test/?x=1,www.b.test', '%2C'],
		['a host after a semicolon', 'https://a.test/x;b.test/y', '%3B'],
		['a host after a bar', 'a.test/x|b.test/y', '%7C'],
	])('%s', (_label, text, code) => {
		for (const value of [text, [text], { url: text }]) {
			const { message, description } = refusalOf(value);
			expect(message).toContain(`'URLs' contains '${text}'`);
			expect(description).toContain('on its own line');
			expect(description).toContain(code);
		}
	});
});

describe('a list is read as it was written', () => {
	const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
	const host = fc.tuple(
		fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/),
		fc.constantFrom('test', 'example'),
	);
	/** Paths and queries with every sign that an address may hold, separators included. */
	const rest = fc.stringMatching(/^(\/[\w~!$&'()*+,;=:@%|-]{0,6}){0,3}(\?[\w=&,;|%-]{0,8})?$/);
	const address = fc
		.tuple(fc.constantFrom('http', 'https'), host, rest, word)
		.map(([scheme, name, path, end]) => `${scheme}://${name.join('.')}${path && `${path}${end}`}`);
	const addresses = fc.array(address, { minLength: 1, maxLength: 8 });

	test.each(['\n', '\r\n', ',\n', ', ', ' , ', ';', ' ', '\t', '|'])(
		'with %j between',
		(separator) => {
			fc.assert(
				fc.property(addresses, (urls) => {
					expect(readUrls(urls.join(separator), 'URLs', 8)).toEqual(urls);
				}),
			);
		},
	);

	test('as a list, and as JSON text', () => {
		fc.assert(
			fc.property(addresses, (urls) => {
				expect(readUrls(urls, 'URLs', 8)).toEqual(urls);
				expect(readUrls(JSON.stringify(urls), 'URLs', 8)).toEqual(urls);
			}),
		);
	});

	test('hosts alone, with commas only', () => {
		fc.assert(
			fc.property(fc.array(host, { minLength: 1, maxLength: 8 }), (hosts) => {
				const names = hosts.map((name) => name.join('.'));
				expect(readUrls(names.join(','), 'URLs', 8)).toEqual(
					names.map((name) => `https://${name}`),
				);
			}),
		);
	});

	test('and whatever is given, it is read or refused by the field', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.anything()), (value) => {
				try {
					for (const url of readUrls(value, 'URLs', 8)) expect(() => new URL(url)).not.toThrow();
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
			}),
		);
	});
});

test.each<[string, (size: number) => string]>([
	['lines', (size) => 'https://a.test/x\n'.repeat(size)],
	['hosts with commas', (size) => Array.from({ length: size }, (_h, n) => `h${n}.test`).join(',')],
	['addresses with commas', (size) => 'https://a.test/x,'.repeat(size)],
])('%s are read in proportion to their number', async (_label, textOf) => {
	const growth = await growthOf((size) => {
		const text = textOf(size);
		return () => readUrls(text, 'URLs', Infinity);
	}, 500);
	expect(growth).toBeLessThan(LINEAR);
});

test('20,000 hosts in one line are 20,000 addresses', () => {
	const hosts = Array.from({ length: 20_000 }, (_host, index) => `h${index}.test`);
	expect(readUrls(hosts.join(','), 'URLs', Infinity)).toHaveLength(20_000);
});

test('an address with many commas is read or refused in proportion to its length', async () => {
	const growth = await growthOf((size) => {
		const text = `https://a.test/x${',a.a'.repeat(size)}/`;
		return () => {
			try {
				readUrls(text, 'URLs', Infinity);
			} catch (error) {
				expect(error).toBeInstanceOf(InputError);
			}
		};
	}, 1_000);
	expect(growth).toBeLessThan(LINEAR);
});

test('four addresses are refused where three are allowed', () => {
	const { message, description } = refusalOf([A, B, A, B]);
	expect(message).toBe("'URLs' has 4 addresses");
	expect(description).toContain('1 to 3 web addresses');
});

test('two addresses are refused where one is allowed', () => {
	expect(refusalOf([A, B], 1).description).toBe('Enter exactly one web address.');
});

test('a single address is read alone, too', () => {
	expect(normalizeUrl('a.test', 'Base URL', true)).toBe('https://a.test');
	expect(() => normalizeUrl('a b', 'Base URL', true)).toThrow("'Base URL' contains 'a b'");
});

test.each(['xhttps://a.test/', 'ftp:https://a.test/', 'view-source:https://a.test/'])(
	"'%s' has no scheme that can be read",
	(text) => {
		expect(refusalOf(text).message).toContain('is not a web address');
	},
);

test.each([
	['several are taken', 3, 'Put each address on its own line.'],
	['one is taken', 1, 'Enter exactly one address.'],
])('text that may be two addresses says what to do where %s', (_label, maximum, advice) => {
	expect(refusalOf('https://a.test/x,b.test/y', maximum).description).toContain(advice);
});

test('the advice about what is no address has no blanks around it', () => {
	const { description } = refusalOf(7);
	expect(description).toBe(`${description}`.trim());
});
