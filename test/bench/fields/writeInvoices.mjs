import { randomFrom } from '../quality/generated/random.mjs';
import { LANGUAGES } from './languages.mjs';

/** @typedef {import('./languages.mjs').Fact} Fact */
/** @typedef {import('./languages.mjs').Language} Language */

/**
 * A document, what is asked of it and the right answers; null for what it does not say.
 * @typedef {object} Invoice
 * @property {string} name
 * @property {string} html
 * @property {Question[]} questions
 */

/**
 * Values by the names of fields; entries of the list under `items` are rows.
 * @typedef {object} Question
 * @property {Record<string, 'string' | 'number' | 'strings' | string[]>} schema Names of fields and their types; of a list of objects, its columns.
 * @property {Record<string, unknown>} truth
 */

/** @type {Fact[]} */
const HEAD = ['invoiceNumber', 'invoiceDate', 'dueDate', 'customerNumber', 'orderNumber'];
const SUMS = /** @type {const} */ (['subtotal', 'vat', 'total']);
const COLUMNS = /** @type {const} */ (['description', 'quantity', 'unitPrice', 'amount']);

const escape = (/** @type {string} */ text) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cells = (/** @type {string[]} */ texts, tag = 'td') =>
	`<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
const table = (/** @type {string[]} */ rows, style = '') =>
	`<table cellspacing="0" style="${style}">${rows.join('')}</table>`;

/** Ways to set the labels and values at the head of an invoice. @type {Array<(pairs: string[][]) => string>} */
const HEADS = [
	(pairs) => table(pairs.map((pair) => cells(pair))),
	(pairs) => table(pairs.map(([label, value = '']) => cells([`${label}:`, value]))),
	(pairs) => pairs.map(([label, value]) => `<p>${label} ${value}</p>`).join(''),
	(pairs) => `<p>${pairs.map(([label, value]) => `${label}: ${value}`).join('<br>')}</p>`,
	(pairs) =>
		table(
			[
				cells(
					pairs.map(([label = '']) => label),
					'th',
				),
				cells(pairs.map(([, value = '']) => value)),
			],
			'width: 100%',
		),
	(pairs) => {
		const half = Math.ceil(pairs.length / 2);
		const rows = pairs
			.slice(0, half)
			.map((pair, at) => [...pair, ...(pairs[half + at] ?? ['', ''])]);
		return table(
			rows.map((row) => cells(row)),
			'width: 100%',
		);
	},
	(pairs) =>
		table(
			[cells(pairs.map(([label, value]) => `<small>${label}</small><br><b>${value}</b>`))],
			'width: 100%',
		),
	(pairs) => `<p>${pairs.map(([label, value]) => `${label}: ${value}`).join(' | ')}</p>`,
];

/** Ways to set the sums; the first stands in the table of the items. @type {Array<(pairs: string[][]) => string>} */
const FEET = [
	() => '',
	(pairs) =>
		table(
			pairs.map((pair) => cells(pair)),
			'margin-left: auto',
		),
	(pairs) =>
		pairs.map(([label, value]) => `<p style="text-align: right">${label} ${value}</p>`).join(''),
	(pairs) => `<p>${pairs.map(([label, value]) => `${label}: ${value}`).join('<br>')}</p>`,
];

/** What is drawn of the table of items. */
const RULES = [
	'',
	'td, th { border: 1px solid #444 }',
	'tr { border-bottom: 1px solid #444 }',
	'td, th { border-left: 1px solid #444 }',
];

/**
 * Invoices in six languages, each head with each language once.
 * @param {number} seed
 * @param {'tune' | 'decide'} half Its labels, in other layouts than those of the other half.
 * @returns {Invoice[]}
 */
export function writeInvoices(seed, half) {
	const random = randomFrom(seed + (half === 'tune' ? 0 : 1));
	return LANGUAGES.flatMap((language, row) =>
		HEADS.map((head, at) => {
			const foot = FEET[(row + at + (half === 'tune' ? 0 : 1)) % FEET.length] ?? (() => '');
			return writeInvoice(language, { head, foot, half, random, name: `${language.code}-${at}` });
		}),
	);
}

/**
 * @param {Language} language
 * @param {object} choice
 * @param {(pairs: string[][]) => string} choice.head
 * @param {(pairs: string[][]) => string} choice.foot
 * @param {'tune' | 'decide'} choice.half
 * @param {import('../quality/generated/random.mjs').Random} choice.random
 * @param {string} choice.name
 * @returns {Invoice}
 */
function writeInvoice(language, { head, foot, half, random, name }) {
	const side = half === 'tune' ? 0 : 1;
	const currency = random.pick(['', ' €', ' EUR']);
	const money = (/** @type {number} */ cents) => writeMoney(cents, language.decimals) + currency;
	const date = () =>
		language.date(new Date(Date.UTC(2026, random.below(12), random.between(13, 28))));
	const items = random.sample(language.goods, random.between(2, 4)).map((description) => {
		const [quantity, price] = [random.between(1, 24), random.between(400, 99_000)];
		return { description, quantity, unitPrice: price, amount: quantity * price };
	});
	const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
	const vat = Math.round(subtotal / 5);
	/** @type {Record<string, string>} */
	const stated = {
		invoiceNumber: `${random.pick(['RE-', 'F', '', 'INV-'])}2026-${random.between(1000, 9999)}`,
		invoiceDate: date(),
		dueDate: date(),
		customerNumber: `${random.pick(['', 'C-', 'K'])}${random.between(10_000, 99_999)}`,
		orderNumber: `B-${random.between(10_000, 99_999)}`,
	};
	const absent = random.pick(HEAD);
	const sums = { subtotal, vat, total: subtotal + vat };
	const label = (/** @type {Fact} */ fact) => escape(language.labels[fact][side]);
	const headPairs = HEAD.filter((fact) => fact !== absent).map((fact) => [
		label(fact),
		stated[fact] ?? '',
	]);
	const rate = random.pick(['', ' 20 %', ' (20%)']);
	const footPairs = SUMS.map((fact) => [
		`${label(fact)}${fact === 'vat' ? rate : ''}`,
		money(sums[fact]),
	]);
	const hasPositions = random.below(2) === 0;
	const detailAt = random.below(4);
	const header = COLUMNS.map((column) => language.columns[column][side]);
	const rows = items.map(({ description, quantity, unitPrice, amount }, at) => [
		...(hasPositions ? [String(at + 1)] : []),
		at === detailAt ? `${description}<br>${escape(language.detail)}` : description,
		String(quantity),
		money(unitPrice),
		money(amount),
	]);
	const width = header.length + (hasPositions ? 1 : 0);
	const inTable =
		foot === FEET[0] ? footPairs.map((pair) => [...Array(width - 2).fill(''), ...pair]) : [];
	const list = table(
		[
			cells([...(hasPositions ? [language.columns.pos[side]] : []), ...header], 'th'),
			...[...rows, ...inTable].map((row) => cells(row)),
		],
		'width: 100%',
	);
	const html = [
		`<p>Kornelius &amp; Zoon<br>Havenstraat 4<br>1011 AB Amsterdam</p><h1>${language.title}</h1>`,
		head(headPairs),
		`<div class="items">${list}</div>`,
		foot(footPairs),
		`<p>${language.earlier}: ${money(random.between(1000, 90_000))}</p>`,
		`<p><small>${language.taxId} · IBAN NL91 ABNA 0417 1643 00 · +31 20 555 01 20</small></p>`,
	].join('\n');
	/** @type {Record<string, unknown>} */
	const truth = {
		...Object.fromEntries(HEAD.map((fact) => [fact, fact === absent ? null : stated[fact]])),
		...Object.fromEntries(SUMS.map((fact) => [fact, sums[fact] / 100])),
		deliveryDate: null,
		items: items.map(({ description, quantity, unitPrice, amount }) => [
			description,
			quantity,
			unitPrice / 100,
			amount / 100,
		]),
	};
	const page = `<!doctype html><html><head><meta charset="utf-8"><style>
body { font: 10pt/1.35 ${random.pick(['sans-serif', 'serif'])} } table { font: inherit; border-collapse: collapse; margin: 8pt 0 } td, th { padding: 3px 8px; vertical-align: top; text-align: left }
@page { size: A4; margin: 18mm } .items { ${random.pick(RULES)} }
</style></head><body>${html}</body></html>`;
	return { name, html: page, questions: askedIn([{}, language.fields], truth) };
}

/** @param {number} cents @param {'.' | ','} decimals */
function writeMoney(cents, decimals) {
	const whole = String(Math.floor(cents / 100)).replace(
		/\B(?=(?:\d{3})+$)/g,
		decimals === '.' ? ',' : '.',
	);
	return `${whole}${decimals}${String(cents % 100).padStart(2, '0')}`;
}

/**
 * The same asked with English names of fields and with those of the document's language.
 * @param {Array<Record<string, string>>} names
 * @param {Record<string, unknown>} truth
 * @returns {Question[]}
 */
function askedIn(names, truth) {
	return names
		.filter((own, at) => at === 0 || Object.keys(own).length > 0)
		.map((own) => ({
			schema: Object.fromEntries(
				Object.keys(truth).map((fact) => [
					own[fact] ?? fact,
					fact === 'items'
						? COLUMNS.map((column) => own[column] ?? column)
						: SUMS.some((sum) => sum === fact)
							? 'number'
							: 'string',
				]),
			),
			truth: Object.fromEntries(
				Object.entries(truth).map(([fact, value]) => [own[fact] ?? fact, value]),
			),
		}));
}
