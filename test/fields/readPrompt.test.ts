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
		['¿Qué productos hay y cuánto cuestan?', 'productos', ['name', 'price']],
		['Quels produits y a-t-il et combien coûtent-ils ?', 'produits', ['name', 'price']],
		['Quels sont les titres et les auteurs des articles ?', 'articles', ['titres', 'auteurs']],
		['Los nombres y precios de las sillas', 'sillas', ['nombres', 'precios']],
		['die Titel aller Beiträge und wann sie erschienen sind', 'Beiträge', ['Titel', 'date']],
		['Für jedes Produkt Name, Preis und Marke', 'Produkt', ['Name', 'Preis', 'Marke']],
		['Umzugsfirmen mit Kosten und Bewertung', 'Umzugsfirmen', ['Kosten', 'Bewertung']],
	])('is understood in other languages: %s', (prompt, list, fields) => {
		expect(askedBy(prompt)).toEqual([list, fields]);
	});

	it.each([
		['For every lamp I need the name, the price and the link', ['name', 'price', 'link']],
		['What are the names and prices of all lamps?', ['name', 'price']],
		['name and price of the lamps', ['name', 'price']],
	])('asks for what stands around the things, too: %s', (prompt, fields) => {
		expect(askedBy(prompt)).toEqual(['lamps', fields]);
	});

	it.each([
		['Liste alle Artikel mit Titel und Quelle auf', 'Artikel', ['Titel', 'Quelle']],
		['Elenco degli articoli con titolo, data e autore', 'articoli', ['titolo', 'data', 'autore']],
		['Les articles avec titre, extrait', 'articles', ['titre', 'extrait']],
	])('names fields that are function words elsewhere: %s', (prompt, list, fields) => {
		expect(askedBy(prompt)).toEqual([list, fields]);
	});

	it.each([
		['name, price, link', ['name', 'price', 'link']],
		['¿Cuál es la dirección y el teléfono?', ['dirección', 'teléfono']],
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

	it.each([
		[
			"Get all lamps as objects with 'name', 'old_price' and 'reviews' from the following content.",
			['lamps', ['name', 'old_price', 'reviews']],
		],
		[
			'Return a JSON array of objects with "part no." and `List Price`',
			['items', ['part no.', 'List Price']],
		],
		["Alle Bücher mit 'Titel' und „Preis in €“", ['Bücher', ['Titel', 'Preis in €']]],
		['Los libros con «título» y «Precio final»', ['libros', ['título', 'Precio final']]],
		["Get the “opening hours” and 'phone'", ['opening hours', 'phone']],
		['"names and prices of all lamps"', ['lamps', ['name', 'price']]],
		[
			"Get links to local news and sports news. Return as a JSON array of objects with 'title' and 'url' fields.",
			['items', ['title', 'url']],
		],
	])('has names in quotes as they are: %s', (prompt, asked) => {
		expect(askedBy(prompt)).toEqual(asked);
	});

	it.each([
		['Get the story of this page: { "body": "all words" }', ['body']],
		['List them as [{"title": "", "url": ""}, ...]', ['items', ['title', 'url']]],
		["For each lamp return {'price': _, 'in_stock': True/False}", ['lamps', ['price', 'in_stock']]],
		['Antworte mit {"Titel": string, "Preise": [number]}', ['Titel', 'Preise']],
		['{"team": [{"name": "…", "role": "…"}], "city": "…"}', ['team', ['name', 'role']]],
		['Get the jobs of each firm. Return it as { "title": "text" }', ['firms', ['title']]],
		['Return a JSON object with exactly these keys: first_name, email', ['first_name', 'email']],
	])('may show the answer: %s', (prompt, asked) => {
		expect(askedBy(prompt)).toEqual(asked);
	});

	it.each([
		['For every lamp you find, get its Name, Price', ['lamps', ['Name', 'Price']]],
		['For each lamp record the wattage, the price', ['lamps', ['wattage', 'price']]],
		['For each get: name, price', ['items', ['name', 'price']]],
		[
			'Show the weekly offers. For each, give its name, its price',
			['weeklyOffers', ['name', 'price']],
		],
		['For each lamp, get: - Name - Price (in euros) - Shop', ['lamps', ['Name', 'Price', 'Shop']]],
		['For each lamp get:\n- name\n- price', ['lamps', ['name', 'price']]],
		['Für jede Lampe: – Name – Preis', ['Lampe', ['Name', 'Preis']]],
		['Return an array of lamps, each with name and price', ['lamps', ['name', 'price']]],
		['Alle Lampen, jede mit Name und Preis', ['Lampen', ['Name', 'Preis']]],
		['Get all lamps along with their prices', ['lamps', ['lamp', 'price']]],
		['Get lamps as JSON with keys name, price', ['lamps', ['name', 'price']]],
		['Each entry must include: a topic and a link', ['items', ['topic', 'link']]],
		['Für jede Lampe gib mir den Namen und den Preis', ['Lampe', ['Namen', 'Preis']]],
	])('asks for fields of each thing: %s', (prompt, asked) => {
		expect(askedBy(prompt)).toEqual(asked);
	});

	it('takes brackets between fields for remarks, and says that they were not followed', () => {
		const prompt = 'For each job: title, salary (only if shown), company, link (direct, no ads)';
		expect(askedBy(prompt)).toEqual(['jobs', ['title', 'salary', 'company', 'link']]);
		expect(readPrompt(prompt).notUnderstood).toEqual(['only if shown', 'direct, no ads']);
	});

	it.each([
		['Alle Lampen (Name, Preis)', ['Lampen', ['Name', 'Preis']]],
		['List all lamps (name, price, link). Return JSON.', ['lamps', ['name', 'price', 'link']]],
		['Alle Lampen mit ihren Daten (Name, Preis)', ['Lampen', ['Name', 'Preis']]],
	])('takes brackets behind things for their fields: %s', (prompt, asked) => {
		expect(askedBy(prompt)).toEqual(asked);
	});

	it.each([
		['Get lamp information from this product page, including name and images', ['name', 'images']],
		['Extract the lamp details including: maker, price and colours', ['maker', 'price', 'colours']],
		['Get all relevant study information, including findings and authors', ['findings', 'authors']],
		['Get the turnout percentage displayed on the main results page', ['turnoutPercentage']],
	])('asks for one record, not for a list: %s', (prompt, fields) => {
		expect(askedBy(prompt)).toEqual(fields);
	});

	it.each([
		['Go to the shop and give me the title and link', ['title', 'link'], ['Go to the shop']],
		[
			'I will provide you with the raw text. Extract title and price.',
			['title', 'price'],
			['I will provide you with the raw text'],
		],
		['Extract title and price. You MUST respond with valid JSON.', ['title', 'price'], []],
		['Extract title and price. Return them as a table.', ['title', 'price'], []],
		[
			'This is a page about lamps. Get title and price.',
			['title', 'price'],
			['This is a page about lamps'],
		],
	])('asks for nothing with what it tells: %s', (prompt, fields, notUnderstood) => {
		expect(askedBy(prompt)).toEqual(fields);
		expect(readPrompt(prompt).notUnderstood).toEqual(notUnderstood);
	});

	it.each([
		['Get the first 5 posts with title and link', 'posts', 5],
		['Give me the top 3 headlines', 'headlines', 3],
		['Get up to 25 lamp offers. For each offer include: title, price', 'lampOffers', 25],
		['Gib mir die ersten 5 Beiträge mit Titel und Datum', 'Beiträge', 5],
		['Donne-moi les 5 premiers articles avec titre et date', 'articles', 5],
	])('limits its list: %s', (prompt, list, most) => {
		const { schema, notUnderstood } = readPrompt(prompt);
		expect(schema).toMatchObject({ properties: { [list]: { type: 'array', maxItems: most } } });
		expect(notUnderstood).toEqual([]);
	});

	it.each([
		['Get the first 5 authors and the title', 'first 5'],
		['Get all lamps with name and their top 3 features', 'their top 3 features'],
	])('says that a limit was not followed where it is not that of its list: %s', (prompt, words) => {
		expect(readPrompt(prompt).notUnderstood).toEqual([words]);
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
		['name and price. One row per product.', 'products', ['name', 'price']],
		['name, price, link. Please give one row for each job.', 'jobs', ['name', 'price', 'link']],
		['name and price, one row per product', 'products', ['name', 'price']],
		['Name und Preis. Bitte eine Zeile pro Produkt.', 'Produkt', ['Name', 'Preis']],
		["Nom et prix. Une ligne par produit, s'il vous plaît.", 'produit', ['Nom', 'prix']],
		['Nombre y precio. Una fila por producto.', 'producto', ['Nombre', 'precio']],
		['Nome e preço. Uma linha por produto.', 'produto', ['Nome', 'preço']],
		['Nome e prezzo. Una riga per prodotto.', 'prodotto', ['Nome', 'prezzo']],
		['Naam en prijs. Een rij per product.', 'product', ['Naam', 'prijs']],
		['I need a list of all jobs. For each job: title, link.', 'jobs', ['title', 'link']],
		['List all events. Include the name and date.', 'events', ['name', 'date']],
		['Find all team members. I want name and email for each.', 'teamMembers', ['name', 'email']],
		['name of every lamp and its price', 'lamps', ['name', 'price']],
		['posts with author and text', 'posts', ['author', 'text']],
		['Extract all jobs with title and link. Return JSON.', 'jobs', ['title', 'link']],
	])('may have several sentences or clauses: %s', (prompt, list, fields) => {
		expect(readPrompt(prompt).notUnderstood).toEqual([]);
		expect(askedBy(prompt)).toEqual([list, fields]);
	});

	it.each([
		['Preise und Namen', ['Preise', 'Namen']],
		['Titel und Preise der Bücher', ['Titel', 'Preise']],
		['Namen, Preise und Telefonnummern', ['Namen', 'Preise', 'Telefonnummern']],
		['Prezzi e nomi', ['Prezzi', 'nomi']],
	])('asks for the entries of a list with plurals of any language: %s', (prompt, fields) => {
		expect(askedBy(prompt)).toEqual(['items', fields]);
	});

	it.each([
		['Extract the name. Be brief', ['name'], 'Be brief'],
		[
			'This page lists products. I want name and price.',
			['name', 'price'],
			'This page lists products',
		],
		['Extract title, price and what people say', ['title', 'price'], 'what people say'],
	])('is followed in part; what was not understood is named: %s', (prompt, fields, words) => {
		expect(askedBy(prompt)).toEqual(fields);
		expect(readPrompt(prompt).notUnderstood).toEqual([words]);
	});

	it.each([
		['Extract the products under 50 euros', 'Extract the products under 50 euros'],
		['Extract title and price and translate them', 'translate them'],
		['Is this chair any good?', 'Is this chair'],
		['Ist er für alle Räume geeignet?', 'Ist er für'],
	])(
		'is not followed where nothing was understood, or where that would change the rest: %s',
		(prompt, words) => {
			expect(readPrompt(prompt)).toEqual({ notUnderstood: [words] });
		},
	);
});
