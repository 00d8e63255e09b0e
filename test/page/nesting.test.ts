import { htmlMarkdown } from '../../packages/documents/src/text/convertHtml.ts';
import { convertPage } from '../../packages/page/src/convertPage.ts';
import { parseHtml } from '../../packages/page/src/parse/document.ts';

function depthOf(element: Element | null): number {
	let depth = 0;
	for (let at = element; at !== null; at = at.parentElement) depth += 1;
	return depth;
}

describe('elements nested in each other', () => {
	it.each(['div', 'b', 'loc'])('are nested as deep as in a browser, no word lost: <%s>', (name) => {
		const words = Array.from({ length: 2_000 }, (_, at) => `word${at} `);
		const document = parseHtml(words.map((word) => `<${name}>${word}`).join(''));

		expect(document.body.textContent).toBe(words.join(''));
		const depths = [...document.querySelectorAll(name)].map(depthOf);
		expect(depths).toHaveLength(2_000);
		expect(Math.max(...depths)).toBe(512);
	});

	it('within that depth are left as they are, and what follows them stands outside', () => {
		const document = parseHtml(`${'<div>'.repeat(400)}in${'</div>'.repeat(400)}<p>after</p>`);

		expect(depthOf([...document.querySelectorAll('div')].at(-1) ?? null)).toBe(402);
		expect(document.querySelector('p')?.parentElement).toBe(document.body);
	});

	it.each([
		['with their ends', '<div>'.repeat(600) + 'in' + '</div>'.repeat(600)],
		[
			'of several kinds',
			'<div><b><section>'.repeat(300) + 'in' + '</section></b></div>'.repeat(300),
		],
		['with entries', '<ul><li>'.repeat(400) + 'in' + '<li>other</ul>'.repeat(400)],
		['without their ends', '<b>'.repeat(2_000) + 'in'],
	])('below that depth end where they end, %s: what follows stands outside', (_how, nested) => {
		const after = '<p>after <b>all</b></p>';
		const document = parseHtml(`<main><section id="outer">${nested}</section>${after}</main>`);

		expect(document.querySelector('p')?.parentElement?.localName).toBe('main');
		expect(document.querySelector('p')?.outerHTML).toBe(after);
		expect(document.querySelector('#outer')?.textContent).toMatch(/^in/u);
	});

	it('without end are read, in pages and in documents', () => {
		const html = `<!doctype html><body>${'<div>'.repeat(2_000)}deep`;

		expect(convertPage({ html, url: 'https://deep.example/', contentOnly: true }).markdown).toBe(
			'deep',
		);
		expect(htmlMarkdown(html)).toBe('deep');
	});
});
