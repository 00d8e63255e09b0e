import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { objectOf, pageOf } from './fixtures.ts';

const ask = (body: string, name: string) =>
	answerByRules(
		{ schema: objectOf({ [name]: { type: ['string', 'null'] } }) as JsonObject, format: 'json' },
		[pageOf(body)],
	).content;

const links = (...texts: string[]) => texts.map((text, at) => `<a href="/${at}">${text}</a>`);
const page = '<h1>Oak stool</h1><p>Turned by hand from one piece of oak, and oiled.</p>';

describe('the category of a page', () => {
	it.each([
		[
			'in a list',
			`<ol class="breadcrumbs"><li>${links('Home', 'Furniture', 'Stools').join('</li><li>')}</li></ol>`,
		],
		[
			'with a label',
			`<nav aria-label="Breadcrumb">${links('Home', 'Furniture', 'Stools').join(' › ')}</nav>`,
		],
		[
			'that ends with the page',
			`<p id="breadcrumbs">${links('Home', 'Stools').join(' » ')} » <span>Oak stool</span></p>`,
		],
		[
			'that ends with a link to the page',
			`<div class="crumbs">${links('Home', 'Stools', 'Oak stool').join(' / ')}</div>`,
		],
	])('is the last link of its breadcrumb: %s', (_how, trail) => {
		expect(ask(trail + page, 'category')).toEqual({ category: 'Stools' });
		expect(ask(trail + page, 'section')).toEqual({ section: 'Stools' });
	});

	it('is not the start of a site', () => {
		const trail = `<div class="breadcrumb">${links('Home').join('')} › Oak stool</div>`;

		expect(ask(trail + page, 'category')).toEqual({ category: null });
	});

	it('is rather what the page calls so', () => {
		const trail = `<div class="breadcrumb">${links('Home', 'Shop').join(' › ')}</div>`;

		expect(ask(`${trail}${page}<p>Category: Chairs</p>`, 'category')).toEqual({
			category: 'Chairs',
		});
	});

	it.each(['Categories', 'Sections'])('is not all of a menu of %s', (title) => {
		const menu = `<div><h4>${title}</h4><ul><li>${links('News', 'Reviews', 'Sport').join('</li><li>')}</li></ul></div>`;

		expect(ask(page + menu, 'category')).toEqual({ category: null });
	});
});
