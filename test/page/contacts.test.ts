import { convertPage } from '../../packages/page/src/convertPage.ts';

const read = (html: string) =>
	convertPage({ html, url: 'https://bakery.example/', contentOnly: false }).markdown;

/** As Cloudflare writes an address, turned by its first byte. */
const protect = (address: string) =>
	Buffer.from([0x42, ...Buffer.from(address).map((byte) => byte ^ 0x42)]).toString('hex');

describe('Addresses that a page keeps in its data', () => {
	it.each([
		[
			'protected',
			`<a href="/cdn-cgi/l/email-protection" data-cfemail="${protect('ann@b.example')}">[email&#160;protected]</a>`,
			'[ann@b.example](mailto:ann@b.example)',
		],
		[
			'protected, with a subject',
			`<a href="/cdn-cgi/l/email-protection#${protect('ann@b.example?subject=Rye')}">Write</a>`,
			'[Write](mailto:ann@b.example?subject=Rye)',
		],
		[
			'whole, for a script',
			'<a href="#" data-email="ann@b.example">Show</a>',
			'[Show](mailto:ann@b.example)',
		],
		['in parts', '<p data-user="ann" data-domain="b.example"></p>', 'ann@b.example'],
		[
			'in three parts',
			'<p><a data-name="ann" data-domain="b" data-tld="example"></a></p>',
			'[ann@b.example](mailto:ann@b.example)',
		],
		['that is shown', '<p data-email="ann@b.example">ann@b.example</p>', 'ann@b.example'],
		['a number', '<span data-phone="+49 731 1234">Call</span>', 'Call +49 731 1234'],
	])('are written out: %s', (_kind, html, markdown) => {
		expect(read(html)).toBe(markdown);
	});

	it.each([
		'<p data-name="Rye" data-domain="shop">Rye</p>',
		'<p data-email="required">E-mail</p>',
		'<a href="https://b.example/cdn-cgi/l/email-protection#zz">Write</a>',
	])('are nothing that is no address: %s', (html) => {
		expect(read(html)).not.toMatch(/@|mailto/);
	});
});
