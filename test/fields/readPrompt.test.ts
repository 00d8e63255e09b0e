import { readPrompt } from '../../packages/fields/src/prompt/readPrompt.ts';

/** The names that a prompt asks for, with the name of their list if it asks for one. */
function askedBy(prompt: string): unknown {
	const { schema } = readPrompt(prompt);
	const { properties = {} } = Object(schema) as { properties?: Record<string, object> };
	const [[name, list] = ['', {}]] = Object.entries(properties);
	const { items } = Object(list) as { items?: { properties: object } };
	return items === undefined ? Object.keys(properties) : [name, Object.keys(items.properties)];
}

describe('a prompt in plain words', () => {
	it.each([
		'List every product with its name and price',
		'names and prices of all products',
		'Extract all products on this page with name and price',
		'Return a list of products with name and price',
		'Extract a JSON array of products with name and price',
		'products: name, price',
		'For each product, give me the name and the price',
		"Extract each product's name and price",
		'Pull name and price for every product',
		'Which products are there and what do they cost?',
		'Extract all products with name and price as a table',
	])('asks for the same rows: %s', (prompt) => {
		expect(askedBy(prompt)).toEqual(['products', ['name', 'price']]);
	});

	it.each([
		['Alle Produkte mit Name und Preis', 'Produkte', ['Name', 'Preis']],
		['Welche Produkte gibt es und was kosten sie?', 'Produkte', ['name', 'price']],
		['nom et prix de chaque produit', 'produit', ['nom', 'prix']],
		['Extrae todos los productos con nombre y precio', 'productos', ['nombre', 'precio']],
		['Extraia todos os produtos com nome e preço', 'produtos', ['nome', 'preço']],
		['Estrai nome e prezzo di tutti i prodotti', 'prodotti', ['nome', 'prezzo']],
		['naam en prijs van elk product', 'product', ['naam', 'prijs']],
	])('is understood in other languages: %s', (prompt, list, fields) => {
		expect(askedBy(prompt)).toEqual([list, fields]);
	});

	it.each([
		['name, price, link', ['name', 'price', 'link']],
		[
			'Extract the contact details: email address and phone number',
			['emailAddress', 'phoneNumber'],
		],
		[
			'Who wrote this article, what is its title and when was it published?',
			['author', 'title', 'date'],
		],
		['titre, auteur et date de l’article', ['titre', 'auteur', 'date']],
		['Extract the link to the product page and the number of reviews', ['link', 'numberOfReviews']],
	])('may ask for one thing: %s', (prompt, fields) => {
		expect(askedBy(prompt)).toEqual(fields);
	});

	it('asks for the things themselves where only their facts are named', () => {
		expect(askedBy('Extract all companies from the table with year founded and rating')).toEqual([
			'companies',
			['company', 'yearFounded', 'rating'],
		]);
	});

	it('asks for a number, not for a list, with "votes" or "views"', () => {
		const { schema } = readPrompt('author, votes, text');
		expect(schema).toMatchObject({ properties: { author: {}, votes: {}, text: {} } });
		expect(Object(schema).properties.votes).not.toHaveProperty('type');
	});

	it.each([
		['Extract title, price and what people say', 'what people say'],
		['Extract the products under 50 euros', 'Extract the products under 50 euros'],
		['Extract the name. Be brief', 'Be brief'],
		['Is this chair any good?', 'Is this chair'],
		['Ist er für alle Räume geeignet?', 'Ist er für'],
	])('is not followed in part; what was not understood is named: %s', (prompt, words) => {
		expect(readPrompt(prompt)).toEqual({ notUnderstood: [words] });
	});
});
