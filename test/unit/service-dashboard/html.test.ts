import { html, type Content } from '../../../service/src/dashboard/view/html';
import { linkPage } from '../../../service/src/dashboard/view/parts';

describe('html', () => {
	it.each<[string, Content, string]>([
		[
			'text',
			`<b title="a" class='b'>&amp;</b>`,
			'&lt;b title=&quot;a&quot; class=&#39;b&#39;&gt;&amp;amp;&lt;/b&gt;',
		],
		['numbers', 0, '0'],
		['nothing for what is not there', [undefined, null, false, ''], ''],
		['lists without separators', ['<', html`<br />`, [1, 2]], '&lt;<br />12'],
		['backslashes as they are', 'C:\\new', 'C:\\new'],
	])('writes %s', (_label, value, expected) => {
		expect(html`${value}`.markup).toBe(expected);
	});

	it('takes no object that only looks like markup', () => {
		const lookalike = JSON.parse('{"markup":"<script>"}');

		expect(() => html`${lookalike}`.markup).toThrow(TypeError);
	});
});

describe('linkPage', () => {
	it.each(['http://a.example/?b=1&c="', 'https://a.example/'])('links %s', (url) => {
		expect(html`${linkPage(url)}`.markup).toMatch(/^<a href="http/);
	});

	it.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', '/local', ''])(
		'leaves %j as text',
		(url) => {
			expect(linkPage(url)).toBe(url);
		},
	);
});
