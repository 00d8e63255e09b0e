import { convertPage } from '../../packages/page/src/convertPage.ts';

function warnings(body: string): string[] {
	const html = `<!doctype html><body><main><h1>Page</h1><p>Some text of it.</p>${body}</main>`;
	return convertPage({ html, url: 'https://example.com/', contentOnly: false }).warnings;
}

const tab = (name: string, attributes = '', isSelected = false) =>
	`<button role="tab" aria-selected="${isSelected}" ${attributes}>${name}</button>`;
const tabs = (...all: string[]) => `<div role="tablist">${all.join('')}</div>`;

describe('parts of a page that are filled as they are opened', () => {
	it.each([
		[
			'a tab without a panel',
			`${tabs(tab('One', '', true), tab('Two'))}<div role="tabpanel">First</div>`,
			'"Two"',
		],
		[
			'a tab whose panel is empty',
			`${tabs(tab('One', 'aria-controls="a"', true), tab('Two', 'aria-controls="b"'))}<div role="tabpanel" id="a">First</div><div role="tabpanel" id="b" hidden> </div>`,
			'"Two"',
		],
		[
			'a tab whose panel is missing',
			`${tabs(tab('One', 'aria-controls="a"', true), tab('Two', 'aria-controls="b"'))}<div id="a">First</div>`,
			'"Two"',
		],
		[
			'a tab that shares its panel',
			`${tabs(tab('Monthly', 'aria-controls="a"', true), tab('Yearly', 'aria-controls="a"'))}<div id="a">10 a month</div>`,
			'"Yearly"',
		],
		[
			'an answer that is missing',
			'<h3><button aria-expanded="false" aria-controls="radix-1">May I return it?</button></h3>',
			'"May I return it?"',
		],
		[
			'an answer that is empty',
			'<div role="heading"><div role="button" aria-expanded="false">Who?</div></div><div></div>',
			'"Who?"',
		],
		['empty details', '<details><summary>More about it</summary></details>', '"More about it"'],
	])('are named: %s', (_case, body, name) => {
		expect(warnings(body)).toEqual([
			`A part of the page has no text until it is opened (${name}), and was not read. A click action can open it.`,
		]);
	});

	it('are counted, and the first ones named', () => {
		const questions = ['One?', 'Two?', `${'Three '.repeat(20)}?`, 'Four?'].map(
			(name) => `<h3><button aria-expanded="false" aria-controls="no">${name}</button></h3>`,
		);
		expect(warnings(questions.join(''))).toEqual([
			`4 parts of the page have no text until they are opened ("One?", "Two?", "${'Three '.repeat(10).trim()}…", …), and were not read. Click actions can open them.`,
		]);
	});

	it.each([
		[
			'tabs whose panels are there',
			`${tabs(tab('One', 'aria-controls="a"', true), tab('Two', 'aria-controls="b"'))}<div id="a">First</div><div id="b" hidden>Second</div>`,
		],
		[
			'as many panels as tabs',
			`${tabs(tab('One', '', true), tab('Two'))}<div role="tabpanel">First</div><div role="tabpanel" hidden>Second</div>`,
		],
		[
			'tabs that are links',
			`${tabs(tab('One', '', true), '<a role="tab" href="/two">Two</a>')}<div role="tabpanel">First</div>`,
		],
		['tabs without any panel', tabs(tab('One', '', true), tab('Two'))],
		[
			'a panel with a picture',
			`${tabs(tab('One', 'aria-controls="a"', true), tab('Two', 'aria-controls="b"'))}<div id="a">First</div><div id="b"><img src="/i.png"></div>`,
		],
		[
			'an answer that is there',
			'<h3><button aria-expanded="false">Q</button></h3><div hidden>Answer</div>',
		],
		[
			'an answer elsewhere',
			'<div><h3><button aria-expanded="false">Q</button></h3></div><div>Answer</div>',
		],
		[
			'an answer that is open',
			'<h3><button aria-expanded="true" aria-controls="x">Q</button></h3>',
		],
		['a menu', '<nav><h3><button aria-expanded="false" aria-controls="x">Shop</button></h3></nav>'],
		['a button of its own', '<button aria-expanded="false" aria-controls="x">Filters</button>'],
		['details with text', '<details><summary>Q</summary>Answer</details>'],
		['what is hidden', '<div hidden><details><summary>Q</summary></details></div>'],
	])('are not %s', (_case, body) => {
		expect(warnings(body)).toEqual([]);
	});
});
