import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import { isJsonObject, type JsonValue } from '../../packages/page/src/json.ts';
import { parseHtml } from '../../packages/page/src/parse/document.ts';
import { listOf, loadPage, objectOf, rules, untilDone } from './fixtures.ts';

const PAGES = [
	'product-jsonld',
	'product-microdata',
	'table',
	'labels',
	'article',
	'listing-jsonld',
	'cards',
	'nothing',
];

/** Names people give to fields; many of them are not on any of the pages. */
const NAMES =
	'name title price cost currency image images url link author authors rating reviewCount reviews description summary brand sku ean availability inStock category tags published updated publisher phone email address city country floor size weight opened platforms seats balcony garage warranty color total quantity destination train book answer question salary company website notes items data products offers events station features specifications iban discount shippingCost stationCity'.split(
		' ',
	);
const TYPES = [
	{ type: 'string' },
	{ type: 'number' },
	{ type: 'integer' },
	{ type: 'boolean' },
	{},
	{ type: 'string', format: 'date' },
	{ type: 'string', format: 'email' },
	{ type: 'string', format: 'uri' },
	{ type: ['number', 'string', 'null'] },
	{ type: 'array', items: { type: 'string' } },
	{ type: 'array', items: { type: 'number' } },
];

/** A small generator with a fixed seed, so that a failure can be repeated. */
function randomNumbers(seed: number): (limit: number) => number {
	let state = seed;
	return (limit) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
}

function randomSchema(seed: number): Record<string, unknown> {
	const random = randomNumbers(seed);
	const properties = (): Record<string, object> =>
		Object.fromEntries(
			Array.from({ length: 6 }, () => [
				NAMES[random(NAMES.length)] ?? '',
				TYPES[random(TYPES.length)] ?? {},
			]),
		);
	const name = NAMES[random(NAMES.length)] ?? '';
	const part = random(2) === 0 ? listOf(properties()) : objectOf(properties());
	return objectOf({ ...properties(), [name]: part });
}

type Leaf = string | number | boolean;

function leaves(value: JsonValue): Leaf[] {
	if (Array.isArray(value)) return value.flatMap(leaves);
	if (isJsonObject(value)) return Object.values(value).flatMap(leaves);
	return value === null ? [] : [value];
}

const flat = (text: string): string => text.replace(/\s+/gu, ' ');

/** Everything the page says in any form, as one text. */
function sayings(page: ExtractionSource): string {
	const { html = '' } = page;
	const text = parseHtml(html.replaceAll('<br>', ' ')).documentElement.textContent ?? '';
	const decoded = html.replaceAll('&amp;', '&');
	return flat([page.url, page.title, page.markdown, html, decoded, text].join(' '));
}

/** Every number that can be read out of a text, whatever its separators mean. */
function numbersIn(text: string): Set<number> {
	const numbers = [...text.matchAll(/\d[\d.,]*/gu)].flatMap(([digits]) => {
		const trimmed = digits.replace(/[.,]+$/u, '');
		const asPoint = trimmed.replaceAll(',', '');
		const asComma = trimmed.replaceAll('.', '').replace(',', '.');
		return [Number(asPoint), Number(asComma)];
	});
	return new Set(numbers);
}

/** Words by which pages say yes and no. */
const SAID = {
	true: /\b(?:yes|true|in ?stock|available|instock)\b|[✓✔]/iu,
	false: /\b(?:no|false|out ?of ?stock|outofstock|sold ?out)\b|[✗✘]/iu,
};

/** The ways in which pages write a day whose parts cannot be exchanged. */
function spellings(day: string): string[] {
	const [year = '', month = '', date = ''] = day.split('-');
	const [m, d] = [String(Number(month)), String(Number(date))];
	const names = ['en', 'de'].flatMap((language) =>
		(['long', 'short'] as const).map((style) =>
			new Date(`${day}T00:00:00Z`).toLocaleString(language, { month: style, timeZone: 'UTC' }),
		),
	);
	return [
		day,
		`${date}.${month}.${year}`,
		`${d}.${m}.${year}`,
		`${date}/${month}/${year}`,
		`${month}/${date}/${year}`,
		...names.flatMap((name) => [
			`${d} ${name} ${year}`,
			`${d}. ${name} ${year}`,
			`${name} ${d}, ${year}`,
		]),
	];
}

/** Signs that stand for one currency only. */
const SIGNS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', INR: '₹' };

function occurs(leaf: Leaf, said: string): boolean {
	const sign = SIGNS[`${leaf}`];
	if (sign !== undefined && said.includes(sign)) return true;
	if (typeof leaf === 'boolean') return SAID[`${leaf}`].test(said);
	if (typeof leaf === 'number') return numbersIn(said).has(Math.abs(leaf));
	if (said.includes(flat(leaf))) return true;
	if (/^\d{4}-\d{2}-\d{2}$/u.test(leaf)) {
		return spellings(leaf).some((spelling) => said.includes(spelling));
	}
	// Relative links come back absolute, several texts joined.
	const path = URL.canParse(leaf) ? decodeURIComponent(new URL(leaf).pathname) : '';
	return (
		(path.length > 1 && said.includes(path)) ||
		[/\n/u, /, /u].some((separator) => {
			const parts = leaf.split(separator);
			return parts.length > 1 && parts.every((part) => said.includes(flat(part)));
		})
	);
}

describe('a value in the answer', () => {
	it.each(PAGES)('always occurs in the page: %s', async (name) => {
		const page = loadPage(name);
		const said = sayings(page);
		const invented: unknown[] = [];
		let found = 0;
		for (let seed = 1; seed <= 40; seed += 1) {
			const schema = randomSchema(seed);
			const { content } = await extract([page], { schema }, rules, untilDone);
			const values = leaves(content);
			found += values.length;
			invented.push(...values.filter((leaf) => !occurs(leaf, said)));
		}

		expect(invented).toEqual([]);
		// Without values the test would say nothing. The page with nothing has its address alone.
		expect(found).toBeGreaterThan(name === 'nothing' ? 0 : 15);
	});

	it('is never taken from another page', async () => {
		const schema = objectOf({ name: 'string', price: 'number', author: 'string', city: 'string' });
		const { content } = await extract([loadPage('nothing')], { schema }, rules, untilDone);

		expect(content).toEqual({ name: null, price: null, author: null, city: null });
	});
});

describe('the checks of this test', () => {
	it.each([
		[true, 'Balcony: no'],
		[false, 'Balcony: yes'],
		['2026-12-25', 'Opened 24 December 2026, 25 people came'],
		['Invented', 'Said'],
		[7, '8 and 9'],
	])('would notice that %p is not in "%s"', (leaf, said) => {
		expect(occurs(leaf, said)).toBe(false);
	});
});
