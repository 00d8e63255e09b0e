import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import type { JsonValue } from '../../packages/page/src/json.ts';
import {
	date,
	dateTime,
	listOf,
	loadPage,
	objectOf,
	pageDeclaring,
	pageOf,
	rules,
	texts,
	untilDone,
} from './fixtures.ts';

async function fill(
	page: ExtractionSource,
	properties: Record<string, string | object>,
): Promise<JsonValue> {
	const { content } = await extract([page], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}

describe('a product page with JSON-LD', () => {
	const page = loadPage('product-jsonld');

	it('fills fields under the schema’s own names', async () => {
		await expect(
			fill(page, {
				name: 'string',
				product_title: 'string',
				Price: 'number',
				currency: 'string',
				brand: 'string',
				sku: 'string',
				ean: 'string',
				averageRating: 'number',
				number_of_reviews: 'integer',
				description: 'string',
			}),
		).resolves.toEqual({
			name: 'Trail Runner 3',
			product_title: 'Trail Runner 3',
			Price: 1299.5,
			currency: 'EUR',
			brand: 'Marmot & Sons',
			sku: 'TR3-42',
			ean: '4006381333931',
			averageRating: 4.6,
			number_of_reviews: 89,
			description: 'Grip & comfort for stony paths.',
		});
	});

	it('reads availability as text, as choice and as yes or no', async () => {
		await expect(
			fill(page, {
				availability: 'string',
				inStock: 'boolean',
				stockStatus: { enum: ['in_stock', 'out_of_stock'] },
			}),
		).resolves.toEqual({ availability: 'InStock', inStock: true, stockStatus: 'in_stock' });
	});

	it('makes picture links absolute', async () => {
		await expect(fill(page, { image: 'string', images: texts })).resolves.toEqual({
			image: 'https://shop.test/img/trail-1.jpg',
			images: ['https://shop.test/img/trail-1.jpg', 'https://shop.test/img/trail-2.jpg'],
		});
	});

	it('fills lists of objects from nested lists', async () => {
		await expect(
			fill(page, {
				reviews: listOf({ author: 'string', rating: 'number', text: 'string' }),
				breadcrumbs: listOf({ name: 'string', url: 'string' }),
			}),
		).resolves.toEqual({
			reviews: [
				{ author: 'Ada', rating: 5, text: 'Light as air.' },
				{ author: 'Ben', rating: 4, text: 'Runs small.' },
			],
			breadcrumbs: [
				{ name: 'Shoes', url: 'https://shop.test/shoes' },
				{ name: 'Trail', url: 'https://shop.test/shoes/trail' },
			],
		});
	});

	it('follows references between nodes', async () => {
		await expect(
			fill(page, { seller: objectOf({ name: 'string', phone: 'string' }) }),
		).resolves.toEqual({ seller: { name: 'Hill & Dale', phone: '+44 20 7946 0000' } });
	});

	it('takes nothing from the shop or from related products for the product', async () => {
		await expect(
			fill(page, {
				logo: 'string',
				company: objectOf({ name: 'string' }),
				relatedProducts: listOf({ name: 'string', price: 'number' }),
				author: 'string',
				publisher: 'string',
				keywords: texts,
			}),
		).resolves.toEqual({
			logo: 'https://shop.test/logo.svg',
			company: { name: 'Hill & Dale' },
			relatedProducts: [],
			author: null,
			publisher: null,
			keywords: [],
		});
	});

	it('adds what the page only says in its text', async () => {
		await expect(
			fill(page, {
				weight: 'string',
				vegan: 'boolean',
				features: texts,
				specifications: objectOf({ weight: 'string', upperMaterial: 'string' }),
			}),
		).resolves.toEqual({
			weight: '285 g',
			vegan: true,
			features: ['Stone guard', 'Quick lace'],
			specifications: { weight: '285 g', upperMaterial: 'Recycled mesh' },
		});
	});

	it('fills a wrapper object and a list of one', async () => {
		await expect(
			fill(page, {
				product: objectOf({ name: 'string', weight: 'string' }),
				products: listOf({ name: 'string', price: 'number' }),
			}),
		).resolves.toEqual({
			product: { name: 'Trail Runner 3', weight: '285 g' },
			products: [{ name: 'Trail Runner 3', price: 1299.5 }],
		});
	});
});

describe('a product page with microdata', () => {
	it('is read with the numbers of its language', async () => {
		await expect(
			fill(loadPage('product-microdata'), {
				productName: 'string',
				price: 'number',
				priceCurrency: 'string',
				in_stock: 'boolean',
				brand: 'string',
				rating: 'number',
				numberOfReviews: 'integer',
				image_url: 'string',
				description: 'string',
				releaseDate: date,
			}),
		).resolves.toEqual({
			productName: 'Kaffeemühle Nr. 5',
			price: 89.9,
			priceCurrency: 'EUR',
			in_stock: false,
			brand: 'Zassenrath',
			rating: 4.7,
			numberOfReviews: 1312,
			image_url: 'https://shop.test/bilder/muehle.jpg',
			description: 'Mahlwerk aus Stahl, Korpus aus Buche.',
			releaseDate: '2024-03-01',
		});
	});

	it('may spread an item over the page', async () => {
		const page = pageOf(
			'<div itemscope itemtype="https://schema.org/Product" itemref="more"><b itemprop="name">Kettle</b></div><p id="more"><i itemprop="sku">K-1</i></p>',
		);

		await expect(fill(page, { name: 'string', sku: 'string' })).resolves.toEqual({
			name: 'Kettle',
			sku: 'K-1',
		});
	});

	it('has values without the labels that stand in their elements', async () => {
		const page = pageOf(
			'<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b><p itemprop="brand"><span>More of the brand: </span><a href="/stelton">Stelton</a></p><p itemprop="description"><b>Mind:</b> a kettle like this one gets hot, and stays so for hours; keep it away from what melts.</p></div>',
		);

		await expect(fill(page, { brand: 'string', description: 'string' })).resolves.toEqual({
			brand: 'Stelton',
			description:
				'Mind: a kettle like this one gets hot, and stays so for hours; keep it away from what melts.',
		});
	});

	it('has phone numbers and mail addresses without their scheme, and no address that leads nowhere', async () => {
		const page = pageOf(
			'<div itemscope itemtype="https://schema.org/Store"><b itemprop="name">Mill</b><a itemprop="telephone" href="tel:+441">Call</a><a itemprop="email" href="mailto:ada@mill.test?subject=Hi">Write</a><a itemprop="url" href="#top">Top</a></div>',
		);

		await expect(
			fill(page, { name: 'string', phone: 'string', email: 'string', url: 'string' }),
		).resolves.toEqual({
			name: 'Mill',
			phone: '+441',
			email: 'ada@mill.test',
			url: 'https://shop.test/page',
		});
	});

	it('whose items refer to each other in a circle is read', async () => {
		const page = pageOf(
			'<div itemscope itemref="a" itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b></div><div id="a" itemprop="x" itemscope itemref="b"></div><div id="b" itemprop="y" itemscope itemref="a"></div>',
		);

		await expect(fill(page, { name: 'string' })).resolves.toEqual({ name: 'Kettle' });
	});
});

describe('an article', () => {
	const page = loadPage('article');

	it('is read from JSON-LD and meta tags; broken JSON-LD is passed over', async () => {
		await expect(
			fill(page, {
				headline: 'string',
				title: 'string',
				author: 'string',
				authors: texts,
				published: dateTime,
				publishedDay: { ...date, description: 'date published' },
				updated: date,
				publisher: 'string',
				siteName: 'string',
				section: 'string',
				tags: texts,
				summary: 'string',
				image: 'string',
			}),
		).resolves.toEqual({
			headline: 'Bridge reopens after nine years',
			title: 'Bridge reopens after nine years',
			author: 'Grace Hopper, Alan Turing',
			authors: ['Grace Hopper', 'Alan Turing'],
			published: '2026-05-04T08:30:00+02:00',
			publishedDay: '2026-05-04',
			updated: '2026-05-05',
			publisher: 'The Harbour Post',
			siteName: 'The Harbour Post',
			section: 'Local',
			tags: ['transport', 'trams'],
			summary: 'The old swing bridge carries trams again.',
			image: 'https://post.test/bridge.jpg',
		});
	});

	it('makes up no time for a day', async () => {
		await expect(fill(page, { updated: dateTime })).resolves.toEqual({ updated: null });
	});
});

describe('a meta tag', () => {
	it('that says the same twice says it once', async () => {
		const page = pageOf('<h1>Mill</h1>');
		const html = page.html.replace(
			'</head>',
			'<meta name="author" property="article:author" content="Ada"><meta property="og:image" content="/a.png"><meta property="og:image" content="/a.png"></head>',
		);
		const { content } = await extract([{ ...page, html }], { output: 'json' }, rules, untilDone);

		expect(content).toMatchObject({ author: 'Ada', image: 'https://shop.test/a.png' });
	});
});

describe('lists in JSON-LD', () => {
	const page = loadPage('listing-jsonld');

	it('become lists of objects; a price on which offers disagree is left out', async () => {
		await expect(
			fill(page, {
				lamps: listOf({ name: 'string', price: 'number', inStock: 'boolean', url: 'string' }),
			}),
		).resolves.toEqual({
			lamps: [
				{ name: 'Desk lamp', price: 24, inStock: true, url: 'https://shop.test/p/desk' },
				{ name: 'Floor lamp', price: null, inStock: null, url: 'https://shop.test/p/floor' },
				{ name: 'Night light', price: 9.5, inStock: false, url: 'https://shop.test/p/night' },
			],
		});
	});

	it('do not fill fields about one thing', async () => {
		await expect(fill(page, { name: 'string', price: 'number' })).resolves.toEqual({
			name: 'All lamps',
			price: null,
		});
	});

	it('of another kind are not used', async () => {
		await expect(
			fill(page, {
				reviews: listOf({ name: 'string', url: 'string' }),
				events: listOf({ name: 'string', url: 'string' }),
			}),
		).resolves.toEqual({ reviews: [], events: [] });
	});

	it('give columns to lists of plain values', async () => {
		await expect(
			fill(page, { names: texts, prices: { type: 'array', items: { type: 'number' } } }),
		).resolves.toEqual({
			names: ['Desk lamp', 'Floor lamp', 'Night light'],
			prices: [24, 9.5],
		});
	});
});

describe('other kinds of things', () => {
	it('events have a place and dates', async () => {
		const page = pageDeclaring({
			'@type': 'MusicEvent',
			name: 'Night of Strings',
			startDate: '2026-12-01T20:00:00+01:00',
			location: {
				'@type': 'Place',
				name: 'Town Hall',
				address: { streetAddress: '1 High St', postalCode: 'AB1', addressLocality: 'Ayton' },
			},
			organizer: [{ '@type': 'Organization', name: 'Strings e. V.' }],
		});

		await expect(
			fill(page, {
				date: date,
				venue: 'string',
				city: 'string',
				location: objectOf({ name: 'string', address: 'string' }),
				organizer: 'string',
			}),
		).resolves.toEqual({
			date: '2026-12-01',
			venue: 'Town Hall',
			city: 'Ayton',
			location: { name: 'Town Hall', address: '1 High St, AB1, Ayton' },
			organizer: 'Strings e. V.',
		});
	});

	it('recipes have ingredients and steps', async () => {
		const page = pageDeclaring({
			'@type': 'Recipe',
			name: 'Flat bread',
			recipeIngredient: ['300 g flour', '1 tsp salt'],
			recipeInstructions: [
				{ '@type': 'HowToStep', text: 'Knead.' },
				{ '@type': 'HowToStep', text: 'Bake.' },
			],
			prepTime: 'PT20M',
			recipeYield: '4',
			nutrition: { calories: '210 kcal' },
		});

		await expect(
			fill(page, {
				title: 'string',
				ingredients: texts,
				steps: texts,
				prepTime: 'string',
				servings: 'integer',
				calories: 'number',
			}),
		).resolves.toEqual({
			title: 'Flat bread',
			ingredients: ['300 g flour', '1 tsp salt'],
			steps: ['Knead.', 'Bake.'],
			prepTime: 'PT20M',
			servings: 4,
			calories: 210,
		});
	});

	it('questions have answers', async () => {
		const answer = (name: string, text: string): object => ({
			'@type': 'Question',
			name,
			acceptedAnswer: { '@type': 'Answer', text },
		});
		const page = pageDeclaring({
			'@type': 'FAQPage',
			mainEntity: [answer('Where?', 'In <b>Ayton</b>.'), answer('When?', 'On Monday.')],
		});

		await expect(
			fill(page, { faqs: listOf({ question: 'string', answer: 'string' }) }),
		).resolves.toEqual({
			faqs: [
				{ question: 'Where?', answer: 'In Ayton.' },
				{ question: 'When?', answer: 'On Monday.' },
			],
		});
	});

	it('an organization is the subject of a page that is about nothing else', async () => {
		const company = {
			'@type': 'Organization',
			name: 'Ayton Mill',
			telephone: '+44 1',
			address: { '@type': 'PostalAddress', streetAddress: '1 High St', addressLocality: 'Ayton' },
		};

		await expect(
			fill(pageDeclaring(company), { name: 'string', phone: 'string', street: 'string' }),
		).resolves.toEqual({ name: 'Ayton Mill', phone: '+44 1', street: '1 High St' });
	});

	it('an organization beside a page lends it no name', async () => {
		const page = pageDeclaring(
			{ '@type': 'WebPage', name: 'Opening hours' },
			{ '@type': 'Organization', name: 'Ayton Mill', telephone: '+44 1' },
		);

		await expect(fill(page, { name: 'string', phone: 'string' })).resolves.toEqual({
			name: 'Opening hours',
			phone: '+44 1',
		});
	});

	it('the product whose address is the page’s is the subject among several', async () => {
		const page = pageDeclaring(
			{ '@type': 'Product', name: 'Gaiters', url: 'https://shop.test/gaiters' },
			{ '@type': 'Product', name: 'Shoe', url: 'https://shop.test/page/' },
		);

		await expect(fill(page, { name: 'string' })).resolves.toEqual({ name: 'Shoe' });
	});

	it('a related product whose name is part of the title is not the subject', async () => {
		const page = pageDeclaring(
			{ '@type': 'Product', name: 'Case for a Fone 15', sku: 'C 15' },
			{ '@type': 'Product', name: 'Fone 15', sku: 'F 15' },
		);

		await expect(
			fill({ ...page, title: 'Fone 15 case | Shop' }, { sku: 'string' }),
		).resolves.toEqual({ sku: null });
	});

	it('the thing that the title speaks of is the subject, whatever else it says and whatever is declared first', async () => {
		const page = pageDeclaring(
			{ '@type': 'Website', name: 'Fans.test', url: 'https://fans.test/' },
			{ '@type': 'VideoObject', name: 'How fans work', uploadDate: '2024-05-06' },
			{ '@type': 'Product', name: 'Bloom 3 blade ceiling fan', sku: 'B 3' },
		);
		const title = 'Bloom 3 Blade Ceiling Fan: best price and review | Fans.test';

		await expect(fill({ ...page, title }, { name: 'string', sku: 'string' })).resolves.toEqual({
			name: 'Bloom 3 blade ceiling fan',
			sku: 'B 3',
		});
	});
});

describe('what a page declares in a roundabout way', () => {
	const job = pageDeclaring({
		'@type': 'JobPosting',
		title: 'Welder',
		description: '<p>Weld things.</p><p>Be on time.</p><ul><li>Day shift</li></ul>Salary<br>30 EUR',
		jobLocation: [
			{ '@type': 'Place', address: { addressLocality: 'Leeds' } },
			{ '@type': 'Place', address: { addressLocality: 'York' } },
		],
		baseSalary: {
			'@type': 'MonetaryAmount',
			currency: 'GBP',
			value: { '@type': 'QuantitativeValue', minValue: 30000, maxValue: 35000, unitText: 'YEAR' },
		},
		dateModified: '2024-05-07',
	});

	it('a job: all places, both bounds of the salary, when it was changed, lines apart', async () => {
		const wanted = {
			description: 'string',
			location: 'string',
			locations: texts,
			salary_min: 'number',
			maxSalary: 'number',
			modified: date,
		};

		await expect(fill(job, wanted)).resolves.toEqual({
			description: 'Weld things. Be on time. Day shift Salary 30 EUR',
			location: 'Leeds, York',
			locations: ['Leeds', 'York'],
			salary_min: 30000,
			maxSalary: 35000,
			modified: '2024-05-07',
		});
	});

	it('markup that was escaped once too often', async () => {
		const page = pageDeclaring({
			'@type': 'Product',
			name: 'Vice',
			description: '&lt;p&gt;Steel.&lt;/p&gt;&lt;p&gt;4 kg&lt;/p&gt;',
		});

		await expect(fill(page, { description: 'string' })).resolves.toEqual({
			description: 'Steel. 4 kg',
		});
	});

	it('of a list price and the price asked for, the latter; of two that are asked for, none', async () => {
		const offer = (...prices: object[]) =>
			pageDeclaring({
				'@type': 'Product',
				name: 'Vice',
				offers: { '@type': 'Offer', priceSpecification: prices },
			});
		const list = {
			'@type': 'UnitPriceSpecification',
			price: 30,
			priceType: 'https://schema.org/ListPrice',
		};
		const real = { '@type': 'UnitPriceSpecification', price: 24, priceCurrency: 'EUR' };

		const wanted = { price: 'number', currency: 'string' };
		await expect(fill(offer(list, real), wanted)).resolves.toEqual({ price: 24, currency: 'EUR' });
		await expect(fill(offer(real, { ...real, price: 20 }), { price: 'number' })).resolves.toEqual({
			price: null,
		});
	});

	it('steps of a recipe that lie in sections', async () => {
		const step = (text: string) => ({ '@type': 'HowToStep', text });
		const page = pageDeclaring({
			'@type': 'Recipe',
			name: 'Bread',
			recipeInstructions: [
				{ '@type': 'HowToSection', name: 'Dough', itemListElement: [step('Mix'), step('Wait')] },
				{ '@type': 'HowToSection', name: 'Oven', itemListElement: [step('Bake')] },
			],
		});

		await expect(fill(page, { instructions: texts })).resolves.toEqual({
			instructions: ['Mix', 'Wait', 'Bake'],
		});
	});

	it('JSON-LD with a comma behind its last entry', async () => {
		const page = pageOf(
			'<script type="application/ld+json">{"@type":"Product","name":"Vice, ]","sku":"V-1",}</script>',
		);

		await expect(fill(page, { name: 'string', sku: 'string' })).resolves.toEqual({
			name: 'Vice, ]',
			sku: 'V-1',
		});
	});

	it('RDFa', async () => {
		const page = pageOf(
			'<div vocab="https://schema.org/" typeof="Product"><b property="name">Vice</b><div property="offers" typeof="schema:Offer"><span property="schema:price" content="24.00">24 €</span></div></div>',
		);

		await expect(fill(page, { name: 'string', price: 'number' })).resolves.toEqual({
			name: 'Vice',
			price: 24,
		});
	});
});

describe('hostile declarations', () => {
	it('nodes that all name each other are read in bounded time', async () => {
		const ids = Array.from({ length: 100 }, (_, index) => ({ '@id': `#${index}` }));
		const graph = ids.map((id) => ({ ...id, '@type': 'Thing', name: id['@id'], knows: ids }));

		await expect(fill(pageDeclaring({ '@graph': graph }), { name: 'string' })).resolves.toEqual({
			name: null,
		});
	});

	it('values nested without end are passed over', async () => {
		const script = `<script type="application/ld+json">${'['.repeat(50_000)}${']'.repeat(50_000)}</script>`;

		await expect(fill(pageOf(`${script}<h1>Calm</h1>`), { title: 'string' })).resolves.toEqual({
			title: 'Calm',
		});
	});

	it('names of built-in properties are names like others', async () => {
		const page = pageOf(
			'<div itemscope itemtype="https://schema.org/Product"><b itemprop="__proto__">x</b><b itemprop="constructor">y</b><b itemprop="name">Kettle</b></div>',
		);

		await expect(
			fill(page, { name: 'string', toString: 'string', constructor: 'string' }),
		).resolves.toEqual({ name: 'Kettle', toString: null, constructor: 'y' });
		expect(Object.getPrototypeOf({})).toBe(Object.prototype);
	});
});

test.each(['company', 'company_name', 'organization_name', 'Firma'])(
	'the organization that a page declares is its %s',
	async (name) => {
		const page = pageDeclaring({
			'@type': 'Organization',
			name: 'Acme GmbH',
			telephone: '+49 30 1',
		});

		await expect(fill(page, { [name]: 'string' })).resolves.toEqual({ [name]: 'Acme GmbH' });
	},
);
