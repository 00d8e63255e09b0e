import { convertPage } from '../../packages/page/src/convertPage.ts';

const links = (body: string) =>
	convertPage({
		html: `<!doctype html><body><p>Some text of the page.</p>${body}`,
		url: 'https://example.com/list/',
		contentOnly: false,
	}).links.map(({ url, text }) => [url.replace('https://example.com', ''), text]);

describe('what leads to an address when it is pressed', () => {
	it.each([
		[`<div onclick="location.href='/a'"><h3>Card</h3></div>`, '/a', 'Card'],
		[
			`<div onclick="window.location = &quot;a.html&quot;; return false">A</div>`,
			'/list/a.html',
			'A',
		],
		[`<button onclick="location.hash='#/team'">Team</button>`, '/list/#/team', 'Team'],
		[`<button onclick="location.hash='/team'">Team</button>`, '/list/#/team', 'Team'],
		[`<tr-x onclick="document.location.href='/a?b=1&amp;c=2';">A</tr-x>`, '/a?b=1&c=2', 'A'],
		[`<button onclick="window.open('/a', '_blank')">A</button>`, '/a', 'A'],
		[`<button onclick="location.assign('../a')">A</button>`, '/a', 'A'],
		[`<a href="#" onclick="self.location='/a'">A</a>`, '/a', 'A'],
		[`<span onclick="javascript:location='/a'">A</span>`, '/a', 'A'],
		[`<div onclick="event.stopPropagation(); location='/a'">A</div>`, '/a', 'A'],
		['<table><tr data-href="/a"><td>Row</td><td>7</td></tr></table>', '/a', 'Row 7'],
		['<form action="/a"><button>Open list</button></form>', '/a', 'Open list'],
		['<form><button formaction="/a" type="submit">A</button></form>', '/a', 'A'],
		[
			'<form method="GET" action="/a"><input type="submit" value="Go there"></form>',
			'/a',
			'Go there',
		],
	])('is a link: %s', (body, url, text) => {
		expect(links(body)).toContainEqual([url, text]);
	});

	it.each([
		`<div onclick="location.href='/item/' + id">A</div>`,
		`<div onclick="if (confirm('Delete?')) location='/delete'">A</div>`,
		`<div onclick="save(); location.href='/done'">A</div>`,
		`<div onclick="location.href=this.dataset.url">A</div>`,
		`<div onclick="location='javascript:alert(1)'">A</div>`,
		`<div onclick="open()">A</div>`,
		'<table><tr data-href="word"><td>A</td></tr></table>',
		'<div data-href="/ajax/preview">A</div>',
		'<form method="post" action="/a"><button>A</button></form>',
		'<form action="/a"><input name="q"><button>A</button></form>',
		'<form action="/a"><input type="hidden" name="id" value="7"><button>A</button></form>',
		'<form action="/a"><button type="button">A</button></form>',
		'<form action="/a"><button formmethod="post">A</button></form>',
		'<form action="/a" onsubmit="return go()"><button>A</button></form>',
		'<form><button>A</button></form>',
		'<form action="/a"><button disabled>A</button></form>',
		`<div hidden><div onclick="location='/a'">A</div></div>`,
	])('is no link: %s', (body) => {
		expect(links(body)).toEqual([]);
	});
});
