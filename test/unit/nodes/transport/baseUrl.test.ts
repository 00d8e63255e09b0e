import { normalizeBaseUrl } from '../../../../nodes/shared/transport/httpExchange';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';

test.each([
	['as it is', 'http://127.0.0.1:8330/api', 'http://127.0.0.1:8330/api'],
	['without a trailing slash', 'https://service.test/api/', 'https://service.test/api'],
	['without several slashes', 'https://service.test/api///', 'https://service.test/api'],
	['without blanks', '  https://service.test/api \n', 'https://service.test/api'],
	['without a query or fragment', 'https://service.test/api?key=1#top', 'https://service.test/api'],
	['with a longer path', 'https://service.test/data/api', 'https://service.test/data/api'],
])('is used %s', (_label, text, expected) => {
	expect(normalizeBaseUrl(text)).toBe(expected);
});

function refusalOf(text: string): WebDataError {
	try {
		normalizeBaseUrl(text);
	} catch (error) {
		if (error instanceof WebDataError) return error;
	}
	throw new Error(`'${text}' was accepted`);
}

test.each([
	'',
	'   ',
	'service.test/api',
	'localhost:8330/api',
	'ftp://service.test/api',
	'httpsx://service.test/api',
	'xhttp://service.test/api',
	'http://',
])("'%s' is refused with the field and the form it must have", (text) => {
	const { message, description } = refusalOf(text);
	expect(message).toBe("'Base URL' in the credential is not a web address");
	expect(description).toContain('http:// or https://');
	expect(description).toContain('e.g. http://127.0.0.1:8330/api');
});

test.each([
	['https://service.test', 'https://service.test/api'],
	['https://service.test/', 'https://service.test/api'],
	['https://service.test/v1', 'https://service.test/v1/api'],
	['https://service.test/myapi', 'https://service.test/myapi/api'],
	['https://service.test/api/v1', 'https://service.test/api'],
	['https://service.test/API', 'https://service.test/api'],
	['https://service.test/data/Api/scrape/', 'https://service.test/data/api'],
])("'%s' is refused with the address it could be", (text, proposal) => {
	const { message, description } = refusalOf(text);
	expect(message).toBe("'Base URL' in the credential does not end in /api");
	expect(description).toBe(`Enter ${proposal} as 'Base URL'.`);
});

test.each(['https://user:secret@service.test/api', 'https://user@service.test/api/'])(
	"the login of a proxy in '%s' is refused, because it would not be sent",
	(text) => {
		const { message, description } = refusalOf(text);
		expect(message).toBe("'Base URL' in the credential contains a user name or password");
		expect(description).toContain('https://service.test/api');
		expect(description).not.toContain('secret');
	},
);
