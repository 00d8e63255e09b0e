import { askFor, askOne, columns, goodsOf } from './goods.mjs';
import { writeAmount } from './locales.mjs';

/** @typedef {import('./goods.mjs').Good} Good */
/** @typedef {import('./goods.mjs').Setting} Setting */
/** @typedef {import('./goods.mjs').Written} Written */

/** @param {string[]} cells @param {string} [tag] */
const row = (cells, tag = 'td') =>
	`<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
/** @param {string[]} rows */
const table = (rows) => `<table>${rows.join('')}</table>`;

/** Columns by what the page itself calls them. @param {Setting} setting @param {string} [name] */
function ownColumns({ word }, name = word('name')) {
	return {
		[name]: columns.name,
		[word('price')]: columns.price,
		[word('weight')]: columns.weight,
		[word('maker')]: columns.brand,
	};
}

/** @param {Good} good */
const cellsOf = (good) => [good.name, good.price, good.weight, good.maker];

/**
 * @param {Setting} setting
 * @param {(titles: string[], goods: Good[]) => string} page
 * @param {number} [count]
 * @param {string} [name] What the things' names are asked for as, where the page has no title for them.
 * @returns {Written}
 */
function writeTable(setting, page, count = 4, name) {
	const goods = goodsOf(setting, count);
	const own = ownColumns(setting, name);
	return { body: page(Object.keys(own), goods), questions: [askFor(goods, own)] };
}

/** The same with a thing's data in a column. @param {string[][]} rows */
const turned = (rows) => (rows[0] ?? []).map((_cell, at) => rows.map((cells) => cells[at] ?? ''));

/** @type {Record<string, Array<(setting: Setting) => Written>>} */
export const TABLE_KINDS = {
	'tables of rows': [
		(setting) =>
			writeTable(setting, (titles, goods) =>
				table([row(titles, 'th'), ...goods.map((good) => row(cellsOf(good)))]),
			),
		(setting) =>
			writeTable(setting, (titles, goods) =>
				table([row(titles), ...goods.map((good) => row(cellsOf(good)))]),
			),
	],
	'transposed tables': [
		(setting) =>
			writeTable(setting, (titles, goods) => {
				const [heads = [], ...rows] = turned([titles, ...goods.map(cellsOf)]);
				return table([
					row(heads, 'th'),
					...rows.map(
						([title, ...cells]) =>
							`<tr><th scope="row">${title}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
					),
				]);
			}),
		(setting) =>
			writeTable(
				setting,
				(titles, goods) => {
					const [heads = [], ...rows] = turned([titles, ...goods.map(cellsOf)]);
					return `<h2>Compare</h2>${table([row(heads), ...rows.map((cells) => row(cells))])}`;
				},
				3,
			),
	],
	'transposed tables with an empty corner': [
		(setting) =>
			writeTable(
				setting,
				(titles, goods) => {
					const [heads = [], ...rows] = turned([titles, ...goods.map(cellsOf)]);
					return table([row(['', ...heads.slice(1)], 'th'), ...rows.map((cells) => row(cells))]);
				},
				4,
				'name',
			),
		(setting) =>
			writeTable(
				setting,
				(titles, goods) => {
					const [heads = [], ...rows] = turned([titles, ...goods.map(cellsOf)]);
					const head = heads.slice(1).map((cell) => `<th><strong>${cell}</strong></th>`);
					return `<table><thead><tr><td></td>${head.join('')}</tr></thead><tbody>${rows.map(([title, ...cells]) => `<tr><th>${title}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
				},
				3,
				'name',
			),
	],
	'groups of rows': [
		(setting) =>
			writeGroups(
				setting,
				([first, second], rest) => [
					`<tr><td rowspan="2">${first?.maker}</td>${tail(first)}</tr>`,
					`<tr>${tail(second)}</tr>`,
					...rest.map((good) => `<tr><td>${good.maker}</td>${tail(good)}</tr>`),
				],
				'spanned',
			),
		(setting) =>
			writeGroups(
				setting,
				([first, second], rest) => [
					`<tr><td>${first?.maker}</td>${tail(first)}</tr>`,
					`<tr><td></td>${tail(second)}</tr>`,
					...rest.map((good) => `<tr><td>${good.maker}</td>${tail(good)}</tr>`),
				],
				'empty',
			),
	],
	'titles across tables': [
		(setting) =>
			writeTable(setting, (titles, goods) =>
				table([
					row(titles, 'th'),
					'<tr><td colspan="4">Small things</td></tr>',
					...goods.slice(0, 2).map((good) => row(cellsOf(good))),
					'<tr><td colspan="4">Large things</td></tr>',
					...goods.slice(2).map((good) => row(cellsOf(good))),
				]),
			),
		(setting) =>
			writeTable(
				setting,
				(titles, goods) =>
					`<table><thead>${row(titles, 'th')}</thead><tbody><tr><th colspan="4">Group 1</th></tr>${goods
						.slice(0, 2)
						.map((good) => row(cellsOf(good)))
						.join('')}</tbody><tbody><tr><th colspan="4">Group 2</th></tr>${goods
						.slice(2)
						.map((good) => row(cellsOf(good)))
						.join('')}</tbody></table>`,
			),
	],
	'several tables of one header': [
		(setting) =>
			writeTable(setting, (titles, goods) =>
				[goods.slice(0, 1), goods.slice(1)]
					.map(
						(some, at) =>
							`<h3>Part ${at + 1}</h3>${table([row(titles, 'th'), ...some.map((good) => row(cellsOf(good)))])}`,
					)
					.join(''),
			),
		(setting) =>
			writeTable(setting, (titles, goods) =>
				[goods.slice(0, 2), goods.slice(2)]
					.map(
						(some, at) =>
							`<table><caption>Room ${at + 1}</caption>${row(titles, 'th')}${some.map((good) => row(cellsOf(good))).join('')}</table>`,
					)
					.join(''),
			),
	],
	'tables with sums': [
		(setting) =>
			writeSums(
				setting,
				(total) =>
					`<tfoot><tr><td>${setting.word('total')}</td><td>${total}</td><td></td><td></td></tr></tfoot>`,
			),
		(setting) =>
			writeSums(setting, (total) => `<tr><td></td><td><b>${total}</b></td><td></td><td></td></tr>`),
	],
	'tables with gaps': [(setting) => writeGaps(setting, ''), (setting) => writeGaps(setting, '–')],
	'balances and dates': [
		(setting) =>
			writeBalances(
				setting,
				(cents) => `${cents < 0 ? '-' : ''}${writeAmount(cents, setting.locale)}`,
			),
		(setting) =>
			writeBalances(
				setting,
				(cents) => `${cents < 0 ? '−' : '+'}${setting.money(Math.abs(cents))}`,
			),
	],
	'lists of terms': [
		(setting) =>
			writeTerms(
				setting,
				(pairs) =>
					`<dl>${pairs.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
			),
		(setting) =>
			writeTerms(
				setting,
				(pairs) =>
					`<dl class="divide-y">${pairs.map(([label, value]) => `<div class="py-4 grid"><dt class="text-sm">${label}:</dt><dd class="text-sm">${value}</dd></div>`).join('')}</dl>`,
			),
	],
	'labelled lines': [
		(setting) =>
			writeTerms(setting, (pairs) =>
				pairs.map(([label, value]) => `<p><strong>${label}:</strong> ${value}</p>`).join(''),
			),
		(setting) =>
			writeTerms(
				setting,
				(pairs) =>
					`<ul>${pairs.map(([label, value]) => `<li><span class="font-medium">${label}</span>: <span>${value}</span></li>`).join('')}</ul>`,
			),
	],
	'labels and values beside each other': [
		(setting) =>
			writeTerms(setting, (pairs) =>
				pairs
					.map(
						([label, value]) =>
							`<div class="flex justify-between py-2"><span class="text-gray-500">${label}</span><span>${value}</span></div>`,
					)
					.join(''),
			),
		(setting) =>
			writeTerms(
				setting,
				(pairs) =>
					`<ul class="mt-4">${pairs.map(([label, value]) => `<li class="flex"><div class="w-1/3">${label}</div><div class="w-2/3">${value}</div></li>`).join('')}</ul>`,
			),
	],
	'tables of labels': [
		(setting) =>
			writeTerms(setting, (pairs) =>
				table(pairs.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)),
			),
		(setting) =>
			writeTerms(setting, (pairs) => {
				const half = pairs.length / 2;
				return table(
					pairs.slice(0, half).map((pair, at) => row([...pair, ...(pairs[half + at] ?? [])])),
				);
			}),
	],
	'steps in sections': [
		(setting) =>
			writeSteps(
				setting,
				(parts) =>
					`<h2>Steps</h2>${parts.map((steps, at) => `<h3>Part ${at + 1}</h3><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`).join('')}`,
			),
		(setting) =>
			writeSteps(
				setting,
				(parts) =>
					`<section><h2>Instructions</h2>${parts.map((steps, at) => `<div><h4>Day ${at + 1}</h4><ul>${steps.map((step) => `<li><p>${step}</p></li>`).join('')}</ul></div>`).join('')}</section>`,
			),
	],
};

/** @param {Good | undefined} good */
const tail = (good) =>
	good === undefined ? '' : `<td>${good.name}</td><td>${good.price}</td><td>${good.weight}</td>`;

/**
 * @param {Setting} setting
 * @param {(pair: Good[], rest: Good[]) => string[]} rows
 * @param {'spanned' | 'empty'} kind Whether the maker of the second row is that of the first, or not said.
 * @returns {Written}
 */
function writeGroups(setting, rows, kind) {
	const goods = goodsOf(setting, 4);
	const { word } = setting;
	const makerOf = (/** @type {Good} */ good) =>
		goods.indexOf(good) === 1 ? (kind === 'spanned' ? goods[0]?.maker : null) : good.maker;
	const titles = [word('maker'), word('name'), word('price'), word('weight')];
	return {
		body: table([row(titles, 'th'), ...rows(goods.slice(0, 2), goods.slice(2))]),
		questions: [
			askFor(goods, {
				[word('name')]: columns.name,
				[word('maker')]: makerOf,
				[word('price')]: columns.price,
			}),
		],
	};
}

/** @param {Setting} setting @param {(total: string) => string} foot */
function writeSums(setting, foot) {
	return writeTable(setting, (titles, goods) => {
		const total = goods.reduce((sum, { cents }) => sum + cents, 0);
		const rows = goods.map((good) => row(cellsOf(good))).join('');
		return `<table><thead>${row(titles, 'th')}</thead><tbody>${rows}</tbody>${foot(setting.money(total))}</table>`;
	});
}

/** @param {Setting} setting @param {string} gap What stands where a thing has no price. @returns {Written} */
function writeGaps(setting, gap) {
	const goods = goodsOf(setting, 4);
	const isGap = (/** @type {Good} */ good) => goods.indexOf(good) === 2;
	const own = ownColumns(setting);
	const { word } = setting;
	return {
		body: table([
			row(Object.keys(own), 'th'),
			...goods.map((good) => row(isGap(good) ? [good.name, gap, good.weight, gap] : cellsOf(good))),
		]),
		questions: [
			askFor(goods, {
				[word('name')]: columns.name,
				[word('price')]: (good) => (isGap(good) ? null : good.cents / 100),
				[word('weight')]: columns.weight,
			}),
		],
	};
}

/** @param {Setting} setting @param {(cents: number) => string} write @returns {Written} */
function writeBalances(setting, write) {
	const goods = goodsOf(setting, 5);
	const centsOf = (/** @type {Good} */ good) =>
		goods.indexOf(good) % 2 === 1 ? -good.cents : good.cents;
	return {
		body: table([
			row(['Account', 'Balance', 'Date'], 'th'),
			...goods.map((good) => row([good.name, write(centsOf(good)), good.day])),
		]),
		questions: [
			askFor(
				goods,
				{
					account: columns.name,
					balance: (good) => centsOf(good) / 100,
					date: ({ iso }) => iso,
				},
				'accounts',
			),
		],
	};
}

/** @param {Setting} setting @param {(pairs: Array<[string, string]>) => string} page @returns {Written} */
function writeTerms(setting, page) {
	const [good] = goodsOf(setting, 1);
	if (good === undefined) throw new Error('There is nothing to describe.');
	const { word } = setting;
	return {
		body: `<h1>${good.name}</h1>${page([
			[word('price'), good.price],
			[word('weight'), good.weight],
			[word('maker'), good.maker],
			[word('stock'), good.stock],
		])}`,
		questions: [
			askOne({
				name: good.name,
				[word('price')]: good.cents / 100,
				[word('weight')]: good.weight,
				[word('maker')]: good.maker,
				colour: null,
			}),
		],
	};
}

const STEPS = [
	'Sand the wood along the grain',
	'Wipe off the dust with a damp cloth',
	'Apply the oil with a brush',
	'Wait until the surface is dry',
	'Polish with wool',
	'Fix the felt below the feet',
];

/** @param {Setting} setting @param {(parts: string[][]) => string} page @returns {Written} */
function writeSteps({ random, side }, page) {
	const steps = random.sample(STEPS, 5);
	const cut = random.between(2, 3);
	const field = side === 0 ? 'steps' : 'instructions';
	return {
		body: `<h1>Care for oak</h1><p>Twice a year is enough.</p>${page([steps.slice(0, cut), steps.slice(cut)])}`,
		questions: [askOne({ title: 'Care for oak', [field]: steps }, { [field]: 'strings' })],
	};
}
