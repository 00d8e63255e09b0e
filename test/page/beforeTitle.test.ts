import { removeBeforeTitle } from '../../packages/page/src/mainContent/beforeTitle.ts';
import { convertPage } from '../../packages/page/src/convertPage.ts';
import { parseHtml } from '../../packages/page/src/parse/document.ts';
import { renderMarkdown } from '../../packages/markdown/src/markdown.ts';

const LONG = 'The oven has to be hot before the first loaf goes in, and stays hot until noon.';
const TEXT = `<p>${LONG}</p>`.repeat(6);
const NOTICE = '<div><a href="/sale">Sale</a> <span>Free delivery</span></div>';

function read(body: string): string {
	const { body: root } = parseHtml(body);
	removeBeforeTitle(root);
	return renderMarkdown(root).markdown;
}

describe('What stands before the title of a page', () => {
	it.each([
		['beside it', `${NOTICE}<h1>Bread</h1>${TEXT}`],
		['beside what it is in', `<main>${NOTICE}<div><div><h1>Bread</h1></div>${TEXT}</div></main>`],
		['as text alone', `Free delivery<h1>Bread</h1>${TEXT}`],
		['sentences outside of the content', `<p>${LONG}</p><main><h1>Bread</h1>${TEXT}</main>`],
	])('is not its main content: %s', (_where, body) => {
		expect(read(body)).toMatch(/^# Bread\n\nThe oven/);
	});

	it.each([
		['its date', '<div><time>4 May</time></div>', '4 May'],
		['its author', '<p><a rel="author" href="/ann">Ann</a></p>', '[Ann]'],
		['a picture', '<p><img src="/oven.png" alt="The oven"></p>', '![The oven]'],
		['sentences of the content', `<p>${LONG}</p>`, LONG],
	])('stays, if it is %s', (_what, before, said) => {
		const markdown = read(`<main>${before}<h1>Bread</h1>${TEXT}</main>`);
		expect(markdown.slice(0, said.length)).toBe(said);
		expect(markdown).toContain('# Bread');
	});

	it.each([
		[
			'much of the page, which has its title within',
			`<p>${LONG.repeat(4)}</p><h1>Bread</h1>${TEXT}`,
		],
		['on a page without a title', `<p>${LONG}</p><h2>Bread</h2>${TEXT}`],
	])('stays, if it is %s', (_what, body) => {
		expect(read(body)).toMatch(/^The oven/);
	});

	it('is left out of the main content', () => {
		const html = `<!doctype html><html><body><div>${NOTICE}<h1>Bread</h1><p>${LONG}</p><p>${LONG}</p></div></body></html>`;
		const { markdown } = convertPage({ html, url: 'https://bakery.example/', contentOnly: true });
		expect(markdown).toBe(`# Bread\n\n${LONG}\n\n${LONG}`);
	});
});
