import { parseHTML } from 'linkedom';
import { checkSchema } from '../../packages/fields/src/schema/schema.ts';
import { findSelectorMistakes } from '../../packages/fields/src/pinned/pinnedSchema.ts';
import { readPinned } from '../../packages/fields/src/pinned/readPinned.ts';
import { PICK_INDEX } from '../../packages/fields/src/pick/pickedPage.ts';
import { rowsOf } from '../../packages/fields/src/pick/pickRows.ts';
import {
	type PickReading,
	type PickState,
	readPick,
} from '../../packages/fields/src/pick/readPick.ts';
import { toSaved } from '../../packages/fields/src/pick/savedPick.ts';
import { isReadable } from '../../packages/fields/src/pick/stableMarks.ts';
import { growthOf, LINEAR } from '../support/growth';

/** A page with numbered elements, and somebody who points at them. */
function open(body: string, get: PickState['get'] = 'rows') {
	const { document } = parseHTML(`<!doctype html><html lang="en"><body>${body}</body></html>`);
	const elements = [...document.querySelectorAll('*')];
	for (const [at, element] of elements.entries()) element.setAttribute(PICK_INDEX, String(at));
	const source = { html: document.toString(), url: 'https://shop.test/', markdown: '' };
	let state: PickState = { fields: [], get };
	const read = (click?: number): PickReading => {
		const reading = readPick(source, state, click);
		({ state } = reading);
		return reading;
	};
	return {
		source,
		/** Points at the nth element that a selector finds. */
		click(selector: string, at = 0): PickReading {
			const element = document.querySelectorAll(selector)[at];
			return read(Number(element?.getAttribute(PICK_INDEX)));
		},
		change(next: (state: PickState) => PickState): PickReading {
			state = next(state);
			return read();
		},
	};
}

const card = (name: string, price: string, more = '') =>
	`<li class="card css-1x2y3z"><a class="card__title" href="/${name}"><img src="/${name}.png" alt=""><b>${name}</b></a><span class="sc-bdVaJa">${price}</span>${more}</li>`;
const CARDS = `<h1>Lamps</h1><ul class="menu"><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>
	<ul class="grid">${card('Ash', '12.50')}${card('Birch', '€ 1,300.00', '<i class="badge">new</i>')}${card('Cedar', '7')}</ul>`;

describe('a click on a value, and one on the like value of another entry', () => {
	it('take all entries; a click on another value of one entry takes it in all of them', () => {
		const page = open(CARDS);
		const first = page.click('.card b');
		expect([first.rows, first.entries]).toEqual([[{ title: 'Ash' }], undefined]);
		const second = page.click('.card b', 1);
		expect([second.entries?.selector, second.rowCount]).toEqual(['.card', 3]);
		expect(second.fields[0]?.elements).toHaveLength(3);
		const third = page.click('.card span', 2);
		expect(third.rows).toEqual([
			{ title: 'Ash', value: 12.5 },
			{ title: 'Birch', value: 1300 },
			{ title: 'Cedar', value: 7 },
		]);
		expect([third.warnings, third.fields.flatMap(({ notes }) => notes)]).toEqual([[], []]);
	});

	it('use neither names that a program made nor places, where the page has others', () => {
		const page = open(CARDS);
		page.click('.card b');
		page.click('.card b', 1);
		const { schema, fields } = page.click('.card span', 0);
		expect(fields.map(({ selector }) => selector)).toEqual(['b', 'span']);
		expect(JSON.stringify(schema)).not.toMatch(/bdVaJa|1x2y3z|nth-|pick-index/);
	});

	it('take its link, its picture and its attributes as well', () => {
		const page = open(CARDS);
		page.click('.card b');
		const { fields } = page.click('.card b', 1);
		expect(fields[0]?.takes.map(({ take }) => take)).toEqual(['text', 'link']);
		const { rows } = page.change((state) => ({
			...state,
			fields: [...state.fields, { name: '', take: 'link', clicks: state.fields[0]?.clicks ?? [] }],
		}));
		expect(rows[0]).toEqual({ title: 'Ash', url: 'https://shop.test/Ash' });
		const picture = page.click('.card img', 1);
		expect(picture.rows[2]).toEqual({
			title: 'Cedar',
			url: 'https://shop.test/Cedar',
			image: 'https://shop.test/Cedar.png',
		});
	});

	it('prefer a selector that finds one value in each entry', () => {
		const item = (name: string) =>
			`<li><h5><a href="/${name}">${name}</a></h5><p>With <a href="/x">${name}er</a></p></li>`;
		const page = open(`<ul>${item('Ash')}${item('Birch')}</ul>`);
		page.click('h5 a');
		const { fields } = page.click('h5 a', 1);
		expect(fields[0]).toMatchObject({ notes: [], selector: 'h5 > a' });
	});

	it('say what is empty in a third of the entries, or has several values in one', () => {
		const page = open(CARDS);
		page.click('.card b');
		page.click('.card b', 1);
		expect(page.click('.badge').fields[1]?.notes).toEqual(['Empty in 2 of 3 entries.']);
		const many = open(
			['a', 'b', 'c']
				.map((name) => `<div class="x"><h3>${name}</h3><p><i>1</i></p><p><i>${name}</i></p></div>`)
				.join(''),
		);
		many.click('h3');
		many.click('h3', 1);
		const { rows, fields } = many.click('i');
		expect(rows.map((row) => Object.values(row)[1])).toEqual([1, 1, 1]);
		expect(fields[1]?.notes.join()).toMatch(/^(?:In 3 of 3 entries there are several.*)?$/);
	});

	it('do nothing twice', () => {
		const page = open(CARDS);
		page.click('.card b');
		page.click('.card b', 1);
		const { said, fields } = page.click('.card b', 2);
		expect([said, fields.length]).toEqual(['That is a value of "title" already.', 1]);
	});

	it('keep what is once on the page beside the list: it is in every row', () => {
		const page = open(CARDS);
		page.click('.card b');
		page.click('.card b', 1);
		const { rows, fields } = page.click('h1');
		expect(rows[1]).toEqual({ title: 'Birch', title2: 'Lamps' });
		expect(fields.map(({ isInEntry }) => isInEntry)).toEqual([true, false]);
	});
});

const TABLE = `<table><thead><tr><th>City</th><th>People</th></tr></thead><tbody>
	${['Oslo', 'Bergen', 'Molde'].map((city, at) => `<tr><td>${city}</td><td>${(at + 1) * 100}</td></tr>`).join('')}</tbody></table>`;

describe('values are different ones of an entry', () => {
	it('in the cells of one row, whose columns give their names', () => {
		const page = open(TABLE);
		page.click('td');
		expect(page.click('td', 1).entries).toBeUndefined();
		const { rows } = page.click('td', 2);
		expect(rows).toEqual([
			{ city: 'Oslo', people: 100 },
			{ city: 'Bergen', people: 200 },
			{ city: 'Molde', people: 300 },
		]);
	});

	it('in bare elements side by side', () => {
		const page = open(
			['a', 'b', 'c'].map((name, at) => `<li><span>${name}</span><span>${at}</span></li>`).join(''),
		);
		page.click('span');
		page.click('span', 3);
		expect(page.click('span', 2).rows.map((row) => Object.values(row))).toHaveLength(3);
	});

	it('but not in a row of cards', () => {
		const grid = [1, 2]
			.map(
				(row) =>
					`<div class="row">${[1, 2].map((at) => `<div class="cell"><h3>T${row}${at}</h3><p>${row}${at}</p></div>`).join('')}</div>`,
			)
			.join('');
		const page = open(`<main>${grid}</main>`);
		page.click('h3');
		expect(page.click('h3', 1).entries?.selector).toBe('.cell');
		expect(page.click('p', 3).rows).toHaveLength(4);
	});
});

const run = (name: string, at: number) =>
	`<img src="/${name}.png"><h3>${name}</h3><p>${at}0 €</p>${at === 1 ? '' : `<p>about ${name}</p>`}`;
const RUNS = ['Ash', 'Birch', 'Cedar'].map(run).join('');
const valuesOf = ({ rows }: PickReading) => rows.map((row) => Object.values(row));

describe('an entry without an element around it', () => {
	it('goes on in what follows its title, up to the next one', () => {
		const page = open(`<div><p>Our lamps</p>${RUNS.replaceAll(/<img[^>]*>/g, '')}</div><p>End</p>`);
		page.click('h3');
		expect(page.click('h3', 1).entries?.selector).toBe('h3');
		page.click('p', 1);
		const { rows, fields, entries, schema = {} } = page.click('p', 2);
		// A title and one or two paragraphs each are outlined.
		expect([entries?.count, entries?.elements.length]).toEqual([3, 8]);
		expect(rows).toEqual([
			{ title: 'Ash', value: 0, text: 'about Ash' },
			{ title: 'Birch', value: 10, text: null },
			{ title: 'Cedar', value: 20, text: 'about Cedar' },
		]);
		expect(fields[2]?.notes).toEqual(['Empty in 1 of 3 entries.']);
		expect(findSelectorMistakes(schema)).toEqual([]);
		// What is before the first title, or after the last entry, is of the page.
		expect(page.click('p', 0).fields.at(-1)?.isInEntry).toBe(false);
		expect(page.click('p', 6).fields.at(-1)?.isInEntry).toBe(false);
	});

	it('begins with its picture, if every title has one before it', () => {
		const page = open(`<div>${RUNS}</div>`);
		page.click('h3');
		page.click('h3', 1);
		page.click('p');
		expect(valuesOf(page.click('img', 1))).toEqual([
			['Ash', 0, 'https://shop.test/Ash.png'],
			['Birch', 10, 'https://shop.test/Birch.png'],
			['Cedar', 20, 'https://shop.test/Cedar.png'],
		]);
	});

	it('is several rows of a table, or a term with its descriptions', () => {
		const story = (name: string, at: number) =>
			`<tr class="thing" id="t${at}"><td>${at}.</td><td><a href="/${name}">${name}</a></td></tr>
			<tr><td></td><td class="sub"><b class="score">${at} points</b> by <a href="/u">${name}er</a></td></tr><tr class="spacer"></tr>`;
		const table = open(
			`<table><tbody>${['a', 'b', 'c'].map(story).join('')}<tr><td><a href="?p=2">More</a></td></tr></tbody></table>`,
		);
		table.click('.thing a');
		table.click('.thing a', 1);
		table.click('.score', 2);
		expect(valuesOf(table.click('.sub a', 1))).toEqual([
			['a', '0 points', 'aer'],
			['b', '1 points', 'ber'],
			['c', '2 points', 'cer'],
		]);
		const terms = open(
			`<dl>${['a', 'b'].map((name, at) => `<dt>${name}</dt><dd>of ${name}</dd><dd>${at}</dd>`).join('')}</dl>`,
		);
		terms.click('dt');
		terms.click('dt', 1);
		terms.click('dd');
		expect(terms.click('dd', 3).rows).toEqual([
			{ text: 'a', text2: 'of a', value: 0 },
			{ text: 'b', text2: 'of b', value: 1 },
		]);
	});

	it('is read at a cost that grows with the page', async () => {
		const read = (count: number) => {
			const page = open(
				`<div>${Array.from({ length: count }, (_, at) => run(`n${at}`, 2)).join('')}</div>`,
			);
			page.click('h3');
			page.click('h3', 1);
			return page.click('p', 1).fields[1]?.found;
		};
		expect(read(40)).toBe(40);
		expect(await growthOf((size) => () => read(size), 50)).toBeLessThan(LINEAR);
	}, 180_000);
});

describe('the selector of a value', () => {
	it('names the words of numbered IDs, where nothing else marks it', () => {
		const post = (at: number, head = '') =>
			`<div><a class="who">u${at}</a>${head}<div id="post_message_12${at}">text ${at}</div></div>`;
		const page = open(`<div id="posts">${post(0, '<div>Title</div>')}${post(1)}${post(2)}</div>`);
		page.click('.who');
		page.click('.who', 1);
		const { fields, rows } = page.click('[id=post_message_120]');
		expect(fields[1]?.selector).toBe('[id^="post_message_"]');
		expect(rows.map(({ text }) => text)).toEqual(['text 0', 'text 1', 'text 2']);
	});

	it('of the text of a link is not named as an address', () => {
		const user = (name: string) => `<li><a itemprop="url" href="/${name}">${name}</a><i>1</i></li>`;
		const page = open(`<ul>${user('Ann')}${user('Bob')}</ul>`);
		page.click('a');
		expect(valuesOf(page.click('a', 1))).toEqual([['Ann'], ['Bob']]);
	});
});

describe('a page without repeated parts', () => {
	it('is one record', () => {
		const page = open(
			'<h1>Desk</h1><div id="buy"><p class="price">€ 799.00</p></div><div class="other"><p class="price">€ 9</p></div>',
			'record',
		);
		page.click('h1');
		const { rows, entries, fields, warnings } = page.click('.price');
		expect(rows).toEqual([{ title: 'Desk', price: 799 }]);
		expect([entries, warnings]).toEqual([undefined, []]);
		expect(fields[1]?.selector).toMatch(/^#buy > /);
	});
});

describe('a pick that was saved', () => {
	it('reads the next state of its page, and takes further clicks', () => {
		const page = open(CARDS);
		page.click('.card b');
		page.click('.card b', 1);
		const { pick, shares } = toSaved(page.click('.badge'));
		expect(shares).toEqual({ b: 1, '.badge': 1 / 3, '.card': 1 });
		const later = open(CARDS.replaceAll('Ash', 'Elm'));
		expect(later.change(() => pick).rows[0]).toEqual({ title: 'Elm', badge: null });
		expect(later.click('.card span').rows[0]).toEqual({ title: 'Elm', badge: null, value: 12.5 });
	});
});

describe('the schema of a pick', () => {
	it('is one that requests take, and reads another page of the kind', () => {
		const page = open(CARDS);
		page.click('.card b');
		const { schema = {} } = page.click('.card b', 1);
		const checked = checkSchema(schema);
		expect([checked.errors, findSelectorMistakes(checked.schema)]).toEqual([[], []]);
		const other = open(`<ul>${card('Fir', '5')}${card('Oak', '6')}</ul>`).source;
		const { value } = readPinned(schema, [{ ...other, title: '' }]);
		expect(rowsOf(value, true)).toEqual([{ title: 'Fir' }, { title: 'Oak' }]);
	});
});

describe('a hostile page', () => {
	const rows = (count: number) =>
		Array.from(
			{ length: count },
			(_, at) =>
				`<div class="r"><b class="&quot;><img src=x onerror=alert(1)>">${at} "</b><i id="a${at}' or [x">${'y'.repeat(50)}</i></div>`,
		).join('');

	it('gives selectors that can be read, at a cost that grows with its size', async () => {
		const read = (count: number) => {
			const page = open(rows(count));
			page.click('b');
			page.click('b', 1);
			return page.click('i');
		};
		const { schema = {}, rowCount } = read(40);
		expect([rowCount, findSelectorMistakes(schema)]).toEqual([40, []]);
		expect(await growthOf((size) => () => read(size), 50)).toBeLessThan(LINEAR);
	}, 180_000);
});

describe('a name that a person wrote', () => {
	it.each([
		'price',
		'card__title',
		'product-card',
		'navBar',
		'col-md-4',
		'MuiTypography-root',
		'größe',
	])('is %s', (name) => {
		expect(isReadable(name)).toBe(true);
	});
	it.each([
		'css-1x2y3z',
		'sc-bdVaJa',
		'_3xYz9',
		'post-12345',
		'jsx-2871293',
		'a b',
		'',
		'xkcdqwrt',
	])('is not %j', (name) => {
		expect(isReadable(name)).toBe(false);
	});
});
