import { convertStaticPage } from '../../packages/page/src/parse/staticPage.ts';

const markdownOf = (body: string): string =>
	convertStaticPage({
		html: `<!doctype html><body><p>How to.</p>${body}`,
		url: 'https://a.example/',
		contentOnly: false,
	}).markdown.replace('How to.\n\n', '');

it.each([
	['breaks', '<code>apt update<br>apt upgrade</code>'],
	['breaks in preformatted text', '<pre><code>apt update<br>apt upgrade</code></pre>'],
	[
		'elements that a style sheet makes lines',
		'<pre><code><span class="l">apt update</span><span class="l">apt upgrade</span></code></pre>',
	],
	['blocks', '<pre><div>apt update</div><div>apt upgrade</div></pre>'],
])('code keeps its lines: %s', (_label, body) => {
	expect(markdownOf(body)).toBe('```\napt update\napt upgrade\n```');
});

it('words of one line of code stay on it, whatever elements color them', () => {
	expect(
		markdownOf('<pre><code><span class="k">let</span> <span class="k">a</span></code></pre>'),
	).toBe('```\nlet a\n```');
});
