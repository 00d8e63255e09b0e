import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { objectOf, pageOf, texts } from './fixtures.ts';

const bulletsOf = (...items: string[]): string =>
	`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const ask = (body: string, ...names: string[]) => {
	const schema = objectOf(Object.fromEntries(names.map((name) => [name, texts]))) as JsonObject;
	return answerByRules({ schema, format: 'json' }, [pageOf(`<h1>Driver</h1>${body}`)]).content;
};

describe('lists under lines that say what they have', () => {
	it.each([
		['in bold', (title: string) => `<p><b>${title}</b></p>`],
		['in bold, with a colon', (title: string) => `<p><strong>${title}:</strong></p>`],
		['with a colon', (title: string) => `<p>${title}:</p>`],
		['as headings', (title: string) => `<h2>${title}</h2>`],
	])('%s are told apart', (_way, line) => {
		const body = `<p>We look for a driver in Berlin.</p>${line('Requirements')}${bulletsOf('English', 'Driving licence')}${line('Benefits')}${bulletsOf('Car', 'Phone')}`;
		expect(ask(body, 'requirements', 'benefits')).toEqual({
			requirements: ['English', 'Driving licence'],
			benefits: ['Car', 'Phone'],
		});
	});

	it('are no part of the list above them where they are asked for themselves', () => {
		const body = `<h2>Requirements</h2>${bulletsOf('English', 'Driving licence')}<p><b>Benefits</b></p>${bulletsOf('Car', 'Phone')}`;
		expect(ask(body, 'requirements', 'benefits')).toEqual({
			requirements: ['English', 'Driving licence'],
			benefits: ['Car', 'Phone'],
		});
	});

	it('are all of the list of their heading', () => {
		const body = `<h2>Ingredients</h2><p><b>For the dough:</b></p>${bulletsOf('2 eggs', 'Flour')}<p><b>For the sauce:</b></p>${bulletsOf('Cream', 'Salt')}`;
		expect(ask(body, 'ingredients')).toEqual({ ingredients: ['2 eggs', 'Flour', 'Cream', 'Salt'] });
	});

	it('of the same name with other content answer nothing', () => {
		const body = `<p><b>Benefits</b></p>${bulletsOf('Car', 'Phone')}<p>For the others:</p><p><b>Benefits</b></p>${bulletsOf('Bike', 'Tea')}`;
		expect(ask(body, 'benefits')).toEqual({ benefits: [] });
	});

	it('are not what a line above a table between them says', () => {
		const row = (...cells: number[]) =>
			`<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`;
		const table = `<table><tr><th>A</th><th>B</th></tr>${row(1, 2)}${row(3, 4)}</table>`;
		const body = `<p>Offers:</p>${table}${bulletsOf('One', 'Two')}`;
		expect(ask(body, 'offers')).toEqual({ offers: [] });
		expect(ask(body.replace(table, ''), 'offers')).toEqual({ offers: ['One', 'Two'] });
	});
});
