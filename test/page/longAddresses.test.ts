import { convertPage } from '../../packages/page/src/convertPage.ts';

const URL_OF_PAGE = 'https://example.com/';
const LONG = `/long/${'a'.repeat(9_000)}`;

const convert = (body: string) =>
	convertPage({ html: `<body><p>Words.</p>${body}`, url: URL_OF_PAGE, contentOnly: false });

describe('addresses of more than 8,192 characters', () => {
	it('are left out and counted; the rest of the page is read', () => {
		const { links, markdown, warnings } = convert(
			`<a href="/short">Short</a><a href="${LONG}">Long</a><form action="${LONG}"></form>`,
		);
		expect(links.map(({ url }) => url)).toEqual(['https://example.com/short']);
		expect(markdown).toContain('Words.');
		expect(markdown).toContain('Long');
		expect(warnings).toContain('2 links of more than 8,192 characters were left out.');
	});

	it('are left out also if only their characters, escaped, make them so long', () => {
		const { links, warnings } = convert(`<a href="/${'語'.repeat(2_000)}">Language</a>`);
		expect(links).toEqual([]);
		expect(warnings).toContain('1 link of more than 8,192 characters was left out.');
	});

	it('of other kinds, such as pictures in the page, are no links and not counted', () => {
		const { warnings } = convert(`<a href="data:image/png;base64,${'A'.repeat(9_000)}">x</a>`);
		expect(warnings.join()).not.toContain('8,192');
	});
});
