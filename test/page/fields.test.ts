import { convertPage } from '../../packages/page/src/convertPage.ts';

const convert = (html: string, contentOnly = false): string =>
	convertPage({ html, url: 'https://bakery.example/', contentOnly }).markdown;

describe('What a reader sees in fields is text of the page', () => {
	it.each([
		['chosen', '<select><option>S<option selected>M<option>L</select>', 'M'],
		['first', '<select><option disabled>Size<option>S<option>L</select>', 'S'],
		['open', '<select multiple><option>Rye<option>Spelt</select>', 'Rye, Spelt'],
		['labelled', '<select><option label="Small">S</select>', 'Small'],
		['read-only', '<input readonly value="12.50 EUR">', '12.50 EUR'],
		['disabled', '<input type="number" disabled value="7">', '7'],
		['of lines', '<textarea readonly>Ring the bell</textarea>', 'Ring the bell'],
		['of a button', '<input type="submit" value="Order now">', 'Order now'],
		['of a button that is a picture', '<input type="image" alt="Order now">', 'Order now'],
		['of a result', '<output>42</output>', '42'],
		['of a measure', '<meter value="0.6"></meter>', '60 %'],
		['of progress', '<progress value="3" max="12"></progress>', '25 %'],
		['of progress in words', '<progress value="3" max="12">3 of 12</progress>', '3 of 12'],
	])('%s', (_name, field, text) => {
		expect(convert(`<p>Before ${field} after</p>`)).toBe(`Before ${text} after`);
	});

	it.each([
		'<input value="typed">',
		'<textarea>typed</textarea>',
		'<input type="password" readonly value="secret">',
		'<input type="hidden" readonly value="token">',
		'<input type="radio" disabled value="a">',
		'<progress></progress>',
	])('but not what is typed, hidden or no text: %s', (field) => {
		expect(convert(`<p>Before ${field} after</p>`)).toBe('Before after');
	});

	it('also where their whole group is disabled', () => {
		expect(convert('<fieldset disabled><input value="7"></fieldset>')).toBe('7');
	});

	it('and no part of main content', () => {
		const text = 'The oven has to be hot before the first loaf goes in, and stays hot. '.repeat(20);
		const page = `<main><h1>Ovens</h1><select><option>English</select><p>${text}</p></main>`;

		expect(convert(page, true)).toBe(`# Ovens\n\n${text.trim()}`);
	});
});

describe('Texts that stand in drawings', () => {
	it('are read where a page is part of them', () => {
		const drawing =
			'<svg><g><foreignObject><div><p>Order</p></div></foreignObject></g><text>paid</text><g><foreignObject><div>Bake</div></foreignObject></g></svg>';

		expect(convert(drawing).replace(/\s+/gu, ' ')).toBe('Order paid Bake');
	});
});
