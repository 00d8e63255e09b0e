import {
	describeLeftOut,
	readRedirect,
	RedirectError,
	showAddress,
	toPageAddress,
} from '../../../service/src/net/pageAddress.ts';

const ASKED = 'https://example.com/start';
const LONG = `https://example.com/${'sitemap'.repeat(50_000)}`;

describe('the address of a page', () => {
	it('is the one that the browser shows', () => {
		const finalUrl = `https://example.com/${'a'.repeat(8_000)}`;
		expect(toPageAddress(finalUrl, ASKED)).toEqual({ finalUrl, isLeftOut: false });
	});

	it('is the requested one where a script of the page made it too long', () => {
		expect(toPageAddress(LONG, ASKED)).toEqual({ finalUrl: ASKED, isLeftOut: true });
	});

	it('never claims that a page of another site is at the requested address', () => {
		expect(toPageAddress(LONG.replace('example.com', 'other.example'), ASKED)).toEqual({
			finalUrl: 'https://other.example/',
			isLeftOut: true,
		});
		const hidden = `https://example.com${'a'.repeat(9_000)}@other.example/`;
		expect(toPageAddress(hidden, ASKED).finalUrl).not.toBe(ASKED);
	});

	it('is reported as left out, and messages contain no address that is too long', () => {
		expect(describeLeftOut(ASKED)).toBe(
			`${ASKED}: the page has an address of more than 8,192 characters, which is left out`,
		);
		expect(showAddress(LONG)).toBe('an address of more than 8,192 characters');
		expect(showAddress(ASKED)).toBe(ASKED);
	});
});

describe('a redirect', () => {
	const from = new URL(ASKED);

	it('leads to an absolute address', () => {
		expect(readRedirect('/next?a=b', from).href).toBe('https://example.com/next?a=b');
	});

	it.each([
		['that is too long', LONG, 'it redirects to an address of more than 8,192 characters'],
		[
			'to another kind of address',
			'mailto:a@example.com',
			'it redirects to "mailto:a@example.com"',
		],
		['to no address', 'https://', 'it redirects to "https://"'],
	])('%s is not followed, and the reason is said', (_what, location, reason) => {
		expect(() => readRedirect(location, from)).toThrow(new RedirectError(from.href, reason));
	});
});
