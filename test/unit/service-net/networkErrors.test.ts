import { describeFetchFailure } from '../../../service/src/net/guardedFetch.ts';
import { describeNetworkError } from '../../../service/src/net/networkErrors.ts';

const URL_ASKED = 'https://shop.example/';

it.each([
	['NAME_NOT_RESOLVED', /host name/],
	['CONNECTION_REFUSED', /nothing answers/],
	['CONNECTION_TIMED_OUT', /in time/],
	['TOO_MANY_REDIRECTS', /in a loop/],
	['CERT_DATE_INVALID', /expired/],
	['CERT_WEAK_KEY', /certificate is not valid/],
	['SSL_VERSION_OR_CIPHER_MISMATCH', /secure connection/],
	['BAD_SSL_CLIENT_AUTH_CERT', /visitors for a certificate/],
	['HTTP2_PROTOCOL_ERROR', /not valid HTTP/],
	['INTERNET_DISCONNECTED', /cannot be reached/],
	['A_NEW_NAME', /cannot open/],
])('%s is said in words, its name last', (name, words) => {
	const said = describeNetworkError(`net::ERR_${name} at ${URL_ASKED}`, 'https://shop.example');

	expect(said).toMatch(words);
	expect(said).toMatch(new RegExp(`^[a-zA-Z ,:]+ \\(net::ERR_${name}\\)$`));
});

it('an address that failed in place of the one asked for is named', () => {
	const said = describeNetworkError('net::ERR_CONNECTION_RESET at https://pay.example/', URL_ASKED);

	expect(said).toBe(
		'it leads to https://pay.example/: the server closed the connection (net::ERR_CONNECTION_RESET)',
	);
});

it('words of its own come in place of those of the name', () => {
	const said = describeNetworkError(
		'net::ERR_CONTENT_LENGTH_MISMATCH: 9 of 50 bytes came',
		URL_ASKED,
	);

	expect(said).toBe('9 of 50 bytes came (net::ERR_CONTENT_LENGTH_MISMATCH)');
});

it.each(['the address answers with nothing (HTTP 204)', 'net::ERR_X is what it says here'])(
	'other texts stay: %s',
	(text) => {
		expect(describeNetworkError(text, URL_ASKED)).toBe(text);
	},
);

it('what is fetched without a browser fails in the same words', () => {
	const error = Object.assign(new Error('getaddrinfo ENOTFOUND no.example'), { code: 'ENOTFOUND' });

	expect(describeFetchFailure(error)).toBe(
		'there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)',
	);
});

it.each([
	[
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'no secure connection can be made (net::ERR_SSL_PROTOCOL_ERROR)',
	],
	[
		'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
		'no secure connection can be made (net::ERR_SSL_PROTOCOL_ERROR)',
	],
	[
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'its certificate is for another host name (net::ERR_CERT_COMMON_NAME_INVALID)',
	],
	['CERT_REVOKED', 'its certificate is not valid (net::ERR_CERT_INVALID)'],
	['HPE_INVALID_CONSTANT', 'the response is not valid HTTP (net::ERR_INVALID_HTTP_RESPONSE)'],
	['E_OTHER', '40DD:error:0A00010B:SSL routines'],
])('the code %s of a server is said in words, if it has any', (code, words) => {
	const error = Object.assign(new Error('40DD:error:0A00010B:SSL routines'), { code });
	expect(describeFetchFailure(error)).toBe(words);
});
