import {
	hideSecrets,
	lacksSecrets,
	listSecretTexts,
	redact,
	restoreSecrets,
} from '../../../service/src/secrets/requestSecrets.ts';

describe('addresses with a password', () => {
	it.each([
		'http://ann:PASSWORD@shop.example/path',
		'  HTTP://ann:PASSWORD@shop.example',
		// All that follow are read by browsers as the first is.
		'http:/ann:PASSWORD@shop.example/path',
		'http:ann:PASSWORD@shop.example',
		'http:\\\\ann:PASSWORD@shop.example',
		'http:///ann:PASSWORD@shop.example',
		'ht\ttp://ann:PASSWORD@shop.example',
		'http:/\t/ann:PASSWORD@shop.example',
		'http://ann:a PASSWORD@shop.example',
		'http://ann:a@PASSWORD@shop.example',
		'http://ann:PASSWORD\n@shop.example',
		'http://PASSWORD@shop.example',
		'https://:PASSWORD@[2001:db8::1]:8443/?a=b@c',
	])('%j are stored without it, run with it, and not repeated', (url) => {
		const request = { urls: [{ url }], baseUrl: url };
		const { shown, secrets } = hideSecrets(request);

		expect(JSON.stringify(shown)).not.toContain('PASSWORD');
		expect(URL.parse(Object(shown).baseUrl)?.host).toBe(URL.parse(url)?.host);
		expect(lacksSecrets(shown)).toBe(true);
		expect(restoreSecrets(shown, secrets)).toEqual(request);
		const told = `${url} or ${URL.parse(url)?.href} can't be opened`;
		expect(redact(told, listSecretTexts(secrets))).not.toContain('PASSWORD');
	});

	it.each([
		'http://shop.example/path@PASSWORD',
		'http://shop.example?mail=ann@shop.example',
		'http://shop.example#ann@x',
		'http:\\\\shop.example\\ann@x',
		'mailto:ann@shop.example',
		'ann@shop.example',
		'',
	])('%j has none and stays as it is', (url) => {
		expect(hideSecrets({ url })).toEqual({ shown: { url }, secrets: [] });
	});
});

describe('cookies', () => {
	it.each([
		'sid=VALUE-ONE; theme=VALUE-TWO',
		'Cookie: sid=VALUE-ONE;theme=VALUE-TWO',
		'sid\tVALUE-ONE\tshop.example\t/\ntheme\tVALUE-TWO\tshop.example\t/',
		'shop.example\tTRUE\t/\tTRUE\t0\tsid\tVALUE-ONE\nshop.example\tTRUE\t/\tTRUE\t0\ttheme\tVALUE-TWO',
	])('in any form are hidden in what is said of them: %j', (cookies) => {
		const { shown, secrets } = hideSecrets({ cookies });

		expect(shown).toEqual({ cookies: '***' });
		expect(redact('VALUE-TWO of shop.example is not VALUE-ONE', listSecretTexts(secrets))).toBe(
			'*** of shop.example is not ***',
		);
	});

	it('that are none hide nothing else', () => {
		const { secrets } = hideSecrets({ cookies: 'no cookies at all' });
		expect(listSecretTexts(secrets)).toEqual([]);
	});
});

it('typed texts are hidden wherever actions stand', () => {
	const typed = { type: 'type', selector: '#p', value: 'TYPED' };
	const request = {
		urls: [{ url: 'http://x.example', actions: [typed, { type: 'forEach', actions: [typed] }] }],
	};
	const { shown, secrets } = hideSecrets(request);

	expect(JSON.stringify(shown)).not.toContain('TYPED');
	expect(restoreSecrets(shown, secrets)).toEqual(request);
	expect(listSecretTexts(secrets)).toEqual(['TYPED']);
});
