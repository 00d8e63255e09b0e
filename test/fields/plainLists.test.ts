import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { listOf, objectOf, pageOf } from './fixtures.ts';

const text = { type: ['string', 'null'] };

function rowsOf(body: string, ...names: string[]) {
	const list = listOf(Object.fromEntries(names.map((name) => [name, text])));
	const schema = objectOf({ things: list }) as JsonObject;
	const { content } = answerByRules({ schema, format: 'json' }, [pageOf(body)]);
	return Object(content).things;
}

const DISHES = [
	['Tomato Soup', '€5'],
	['Green Salad', '€6.50'],
	['Fish of the day', '€18'],
] as const;
const menu = (entry: (name: string, price: string) => string): string =>
	`<h1>Menu</h1><ul>${DISHES.map(([name, price]) => `<li>${entry(name, price)}</li>`).join('')}</ul>`;

describe('a price list without elements of their own for names or prices', () => {
	it.each<[string, (name: string, price: string) => string]>([
		['a name as text, a price in bold', (name, price) => `${name} <b>${price}</b>`],
		['a name in bold, a colon, a price', (name, price) => `<strong>${name}</strong>: ${price}`],
		['a dash', (name, price) => `${name} – ${price}`],
		['dots', (name, price) => `${name} ........ ${price}`],
		['nothing but a space', (name, price) => `${name} ${price}`],
		['a price in the heading', (name, price) => `<h3>${name} <span>${price}</span></h3>`],
		['a comma', (name, price) => `<p>${name}, ${price}</p>`],
	])('is read with %s between or around them', (_way, entry) => {
		expect(rowsOf(menu(entry), 'name', 'price')).toEqual(
			DISHES.map(([name, price]) => ({ name, price })),
		);
	});

	it('has prices without a currency where the page calls them so', () => {
		const body = menu(
			(name, price) => `<i class="dish">${name}</i> <i class="price">${price.slice(1)}</i>`,
		);
		expect(rowsOf(body, 'name', 'price').map(Object.values)).toEqual([
			['Tomato Soup', '5'],
			['Green Salad', '6.50'],
			['Fish of the day', '18'],
		]);
	});

	it('has a row for each entry, also where only some prices have an element', () => {
		const body = menu((name, price) =>
			name === 'Green Salad' ? `${name} <b>${price}</b>` : `${name} – ${price}`,
		);
		expect(rowsOf(body, 'name', 'price').map(({ name }: { name: string }) => name)).toEqual(
			DISHES.map(([name]) => name),
		);
	});

	it('keeps what is said of a price with it', () => {
		const rows = rowsOf(
			menu((name, price) => `${name} – from ${price}`),
			'name',
			'price',
		);
		expect(rows[0]).toEqual({ name: 'Tomato Soup', price: 'from €5' });
	});

	it('takes no amount with a label of its own for the price', () => {
		const body = menu((name, price) => `<b>${name}</b> <i>Delivery:</i> ${price}`);
		expect(JSON.stringify(rowsOf(body, 'name', 'price'))).not.toContain('€');
	});
});

const PEOPLE = [
	['Ann Miller', 'CEO', 'ann@x.example', '+49 30 1112223'],
	['Bob Stone', 'Head of Sales', 'bob@x.example', '+49 30 1112224'],
	['Cy Young', 'Engineer', 'cy@x.example', '+49 30 1112225'],
] as const;

describe('people', () => {
	it('have the name that is in bold, not what is in the line below it', () => {
		const body = PEOPLE.map(
			([name, role, email, phone]) =>
				`<div><p><strong>${name}</strong><br>${role}<br><a href="mailto:${email}">${email}</a><br>${phone}</p></div>`,
		);
		expect(rowsOf(`<h1>Team</h1>${body.join('')}`, 'name', 'email', 'phone')).toEqual(
			PEOPLE.map(([name, , email, phone]) => ({ name, email, phone })),
		);
	});

	it('have the mail address and the number that their links lead to', () => {
		const body = PEOPLE.map(
			([name, role, email, phone]) =>
				`<div><h3>${name}</h3><p>${role}</p><a href="mailto:${email}?subject=Hi">Write</a> <a href="tel:${phone.replaceAll(' ', '')}">Call</a></div>`,
		);
		expect(rowsOf(`<h1>Team</h1>${body.join('')}`, 'name', 'email', 'phone')).toEqual(
			PEOPLE.map(([name, , email, phone]) => ({ name, email, phone: phone.replaceAll(' ', '') })),
		);
	});
});

describe('numbers of links', () => {
	it('are the ones that the page shows, where it shows them', () => {
		const body = PEOPLE.map(
			([name, , email, phone]) =>
				`<div><h3>${name}</h3><a href="tel:${phone.replaceAll(' ', '')}">${phone}</a> <a href="mailto:${email}">${email}</a></div>`,
		);
		expect(rowsOf(`<h1>Team</h1>${body.join('')}`, 'name', 'email', 'phone')).toEqual(
			PEOPLE.map(([name, , email, phone]) => ({ name, email, phone })),
		);
	});
});

describe('texts beside elements', () => {
	type Event = [title: string, day: string, place: string, author: string];
	const EVENTS: Event[] = [
		['Jazz Night', '12 March 2027', 'Old Town Hall', 'Ann Lee'],
		['Book Fair', '3 April 2027', 'Library', 'Bo Poe'],
		['City Run', '1 May 2027', 'City Park', 'Cy Foo'],
	];
	const list = (entry: (...event: Event) => string): string =>
		`<h1>News</h1>${EVENTS.map((event) => `<article>${entry(...event)}</article>`).join('')}`;

	it('are no titles beside one in bold', () => {
		const body = list((name, day, place) => `<time>${day}</time> <b>${name}</b>, ${place}`);
		expect(rowsOf(body, 'title', 'date')).toEqual(
			EVENTS.map(([title, day]) => ({ title, date: day })),
		);
	});

	it('may end with the label of the element that follows', () => {
		const body = list(
			(title, day, _place, author) =>
				`<h2><a href="/${day}">${title}</a></h2><p>${day} by <a href="/u">${author}</a></p><p>Some text.</p>`,
		);
		expect(rowsOf(body, 'title', 'date', 'author')).toEqual(
			EVENTS.map(([title, day, , author]) => ({ title, date: day, author })),
		);
	});

	it('are read without the comma that follows them', () => {
		const body = list(
			(title, day, _place, author) =>
				`<h2>${title}</h2><p>By <b class="author">${author},</b> <i>${day}</i></p>`,
		);
		expect(rowsOf(body, 'title', 'author')[0].author).toBe('Ann Lee');
	});
});

test('a link without a text below an entry is that of the entry', () => {
	const body = ['Clock', 'Oracle'].map(
		(name) =>
			`<h2>${name}</h2><p>The newest ${name} for everybody.</p><a href="/${name}.zip"><button>Get it</button></a>`,
	);
	expect(rowsOf(`<h1>Downloads</h1>${body.join('')}`, 'title', 'url')).toEqual(
		['Clock', 'Oracle'].map((title) => ({ title, url: `https://shop.test/${title}.zip` })),
	);
});

describe('fields that take several values', () => {
	const several = { type: 'array', items: { type: 'string' } };
	const THINGS = [
		['Basic', ['1 user', 'Mail support']],
		['Pro', ['5 users', 'Phone support', 'API']],
		['Team', ['20 users', 'All support']],
	] as const;
	const answer = (card: (name: string, inner: readonly string[]) => string, field: string) => {
		const body = THINGS.map(([name, inner]) => `<div class="plan">${card(name, inner)}</div>`);
		const list = listOf({ name: text, [field]: several });
		const schema = objectOf({ plans: list }) as JsonObject;
		return Object(
			answerByRules({ schema, format: 'json' }, [pageOf(`<h1>Plans</h1>${body.join('')}`)]).content,
		).plans;
	};
	const all = (texts: readonly string[], tag: string): string =>
		texts.map((one) => `<${tag}>${one}</${tag}>`).join('');

	it.each<[string, (name: string, inner: readonly string[]) => string]>([
		['of a list', (name, inner) => `<h3>${name}</h3><ul class="features">${all(inner, 'li')}</ul>`],
		[
			'in a row',
			(name, inner) => `<h3>${name}</h3><div class="features">${all(inner, 'span')}</div>`,
		],
		[
			'behind a label',
			(name, inner) => `<h3>${name}</h3><p class="features">Features: ${all(inner, 'i')}</p>`,
		],
		[
			'beside which one is plain text',
			(name, [first, ...others]) =>
				`<h3>${name}</h3><p class="features">${first}, <i>${others.join('</i>, <i>')}</i></p>`,
		],
		[
			'that are each called so',
			(name, inner) =>
				`<h3>${name}</h3>${inner.map((one) => `<p class="feature">${one}</p>`).join('')}<p>Buy now</p>`,
		],
	])('have each element %s', (_where, card) => {
		expect(answer(card, 'features')).toEqual(
			THINGS.map(([name, features]) => ({ name, features })),
		);
	});

	it('have a text with a word in bold as one value', () => {
		const rows = answer(
			(name, [first]) => `<h3>${name}</h3><p class="features">Up to <b>${first}</b></p>`,
			'features',
		);
		expect(rows[0].features).toEqual(['Up to 1 user']);
	});

	it('have one text as one value, and none where there is none', () => {
		const rows = answer(
			(name, [first]) =>
				`<h3>${name}</h3>${name === 'Pro' ? '' : `<p class="features">${first}</p>`}`,
			'features',
		);
		expect(rows.map(Object.values)).toEqual([
			['Basic', ['1 user']],
			['Pro', []],
			['Team', ['20 users']],
		]);
	});

	it('have all pictures of an entry, also of one that has more than all others', () => {
		const names = Array.from({ length: 30 }, (_, at) => `Lamp ${at}`);
		const cards = names.map((name, at) => {
			const files = Array.from(
				{ length: at === 7 ? 5 : 1 },
				(_file, which) => `/${at}-${which}.jpg`,
			);
			const pictures = files.map((file) => `<img src="${file}">`);
			return { files, html: `<div class="lamp">${pictures.join('')}<h3>${name}</h3></div>` };
		});
		const list = listOf({ name: text, images: several });
		const body = `<h1>Lamps</h1>${cards.map(({ html }) => html).join('')}`;
		const { content } = answerByRules(
			{ schema: objectOf({ lamps: list }) as JsonObject, format: 'json' },
			[pageOf(body)],
		);
		expect(Object(content).lamps).toEqual(
			cards.map(({ files }, at) => ({
				name: names[at],
				images: files.map((file) => `https://shop.test${file}`),
			})),
		);
	});

	it('have a value as often as it is there, and the pictures that are elsewhere in an entry', () => {
		const marks = answer(
			(name) => `<h3>${name}</h3><p class="marks"><i>good</i><i>fair</i><i>good</i></p>`,
			'marks',
		);
		expect(marks[0].marks).toEqual(['good', 'fair', 'good']);
		const images = answer(
			(name) =>
				name === 'Pro'
					? `<h3>${name}</h3><p><img src="/a.jpg"></p>`
					: `<img src="/${name}.jpg"><h3>${name}</h3>`,
			'images',
		);
		expect(images[1].images).toEqual(['https://shop.test/a.jpg']);
	});

	it('have all pictures of each entry', () => {
		const rows = answer(
			(name) => `<img src="/${name}-1.jpg"><img src="/${name}-2.jpg"><h3>${name}</h3>`,
			'images',
		);
		expect(rows[0].images).toEqual([
			'https://shop.test/Basic-1.jpg',
			'https://shop.test/Basic-2.jpg',
		]);
	});
});
