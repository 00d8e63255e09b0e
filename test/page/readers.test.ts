import { convertPage } from '../../packages/page/src/convertPage.ts';

const LONG = 'The oven has to be hot before the first loaf goes in, and stays hot until noon. ';

function read(type: string, parts: string, around: readonly [string, string] = ['', '']): string {
	const declared = JSON.stringify({ '@context': 'https://schema.org', '@type': type });
	const html = `<!doctype html><title>Stone oven</title><script type="application/ld+json">${declared}</script><body>${around[0]}<div><h1>Stone oven</h1><div><p>${LONG.repeat(3)}</p>${parts}<p>${LONG.repeat(2)}</p></div></div>${around[1]}`;
	return convertPage({ html, url: 'https://bakery.example/', contentOnly: true }).markdown;
}

describe.each(['Product', 'Article'])('The main content of a page (%s)', (type) => {
	it.each([
		['two sizes', '<ul><li>Small</li><li>Large</li></ul>', '- Small\n- Large'],
		['steps', '<ol><li>Heat the oven</li><li>Wait</li></ol>', '1. Heat the oven\n2. Wait'],
		['a term', '<dl><dt>Width</dt><dd>30 cm</dd></dl>', '30 cm'],
		['a list in a block', '<div><ul><li>Iron door</li><li>Clay</li></ul></div>', '- Clay'],
		['notes', '<ul><li>Made of clay, 2 cm</li><li>Door: iron</li></ul>', '- Door: iron'],
		[
			'a list in a list',
			'<ul><li>Doors<ul><li>Iron</li><li>Glass</li></ul></li><li>Stone</li></ul>',
			'- Iron\n  - Glass',
		],
		['words before a list', '<div>Sizes <ul><li>Small</li><li>Large</li></ul></div>', '- Large'],
	])('has its short lists: %s', (_what, parts, expected) => {
		const markdown = read(type, parts);
		expect(markdown).toContain(expected);
		expect(markdown).not.toMatch(/[\uE000-\uF8FF]/);
	});

	it.each([
		['a form around the page', '<form method="post" action="/page.aspx">', '</form>'],
		['a set of fields around the page', '<form><fieldset>', '</fieldset></form>'],
	])('is there in %s', (_what, start, end) => {
		expect(read(type, `<p>${LONG}</p>`, [start, end])).toContain(LONG.trim());
	});
});
