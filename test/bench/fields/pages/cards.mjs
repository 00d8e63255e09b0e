import { askFor, askOne, columns, goodsOf } from './goods.mjs';

/** @typedef {import('./goods.mjs').Good} Good */
/** @typedef {import('./goods.mjs').Setting} Setting */
/** @typedef {import('./goods.mjs').Written} Written */

const COUNT = 5;

/** "From", in two forms, by language. @type {Record<string, [tune: string, decide: string]>} */
const FROM = {
	en: ['From', 'Starting at'],
	de: ['ab', 'schon ab'],
	fr: ['à partir de', 'dès'],
	es: ['desde', 'a partir de'],
	sv: ['från', 'Pris från'],
	pl: ['od', 'już od'],
};
/** @param {Setting} setting */
const fromOf = ({ locale, side }) => FROM[locale.code]?.[side];

/** @param {Good[]} goods @param {(good: Good, at: number) => string} card */
const all = (goods, card) => goods.map(card).join('\n');

/**
 * @param {Setting} setting
 * @param {object} layout
 * @param {(goods: Good[]) => string} layout.page
 * @param {Array<keyof typeof columns>} layout.fields
 * @param {boolean} [layout.isReduced] Whether the former price is asked for, too.
 * @returns {Written}
 */
function writeCards(setting, { page, fields, isReduced = false }) {
	const goods = goodsOf(setting, COUNT);
	const asked = Object.fromEntries(fields.map((name) => [name, columns[name]]));
	const former = { originalPrice: (/** @type {Good} */ good) => good.formerCents / 100 };
	return {
		body: page(goods),
		questions: [askFor(goods, isReduced ? { ...asked, ...former } : asked)],
	};
}

/** Kinds of pages of cards; of each the first layout tunes, the second decides. @type {Record<string, Array<(setting: Setting) => Written>>} */
export const CARD_KINDS = {
	'cards with utility classes': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price', 'image', 'availability'],
				page: (
					goods,
				) => `<div class="max-w-7xl mx-auto px-4"><h1 class="text-3xl font-bold">Home &amp; kitchen</h1>
<div class="grid grid-cols-2 md:grid-cols-3 gap-6 mt-8">${all(
					goods,
					(good) => `<div class="rounded-lg border border-gray-200 p-4 shadow-sm">
<img class="w-full h-48 object-cover" src="${good.image}" alt="">
<h3 class="mt-2 text-lg font-semibold text-gray-900">${good.name}</h3>
<div class="mt-1 flex items-center justify-between"><span class="text-xl font-bold">${good.price}</span><span class="text-sm text-green-700">${good.stock}</span></div>
<button class="mt-4 w-full bg-black text-white">${setting.word('cart')}</button></div>`,
				)}</div></div>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price', 'url', 'availability'],
				page: (goods) => `<main class="mx-auto px-6"><h2 class="text-2xl tracking-tight">All</h2>
<ul role="list" class="mt-6 flex flex-wrap -mx-2">${all(
					goods,
					(good) => `<li class="w-1/3 px-2 relative"><a href="${good.href}" class="group block">
<img class="aspect-square rounded-md" src="${good.image}" alt="">
<div class="mt-4 flex justify-between"><div><h4 class="text-sm">${good.name}</h4><p class="mt-1 text-sm text-gray-500">${good.stock}</p></div>
<p class="text-sm font-medium">${good.price}</p></div></a></li>`,
				)}</ul></main>`,
			}),
	],
	'cards without a heading': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price', 'url'],
				page: (goods) =>
					`<h1>Shop</h1><div class="css-1r6slb0">${all(
						goods,
						(good) =>
							`<div class="css-k008qs e1x2"><a class="css-9taffg" href="${good.href}"><img class="css-0" src="${good.image}" alt="${good.name}"></a><a class="css-1b4k" href="${good.href}">${good.name}</a><div class="css-70qvj9">${good.price}</div></div>`,
					)}</div>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<h1>Shop</h1><div>${all(
						goods,
						(good) =>
							`<div><div><img src="${good.image}" alt=""></div><div><div><strong>${good.name}</strong></div><div><div>${good.price}</div><button>${setting.word('cart')}</button></div></div></div>`,
					)}</div>`,
			}),
	],
	'plain lists with prices on lines': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<h1>Shop</h1><ul>${all(
						goods,
						(good) =>
							`<li><img src="${good.image}" alt=""><b>${good.name}</b><br>${good.price} <small>*</small></li>`,
					)}</ul>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price', 'url'],
				page: (goods) =>
					`<h1>Shop</h1><div>${all(
						goods,
						(good) =>
							`<p></p><div><strong>${good.name}</strong><br><br>\n${good.price}<br><a href="${good.href}">${setting.word('cart')}</a></div>`,
					)}</div>`,
			}),
	],
	'plain lists with prices behind names': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<h1>Shop</h1><ul>${all(
						goods,
						(good) => `<li><strong>${good.name}</strong> – ${good.price}</li>`,
					)}</ul>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price', 'url'],
				page: (goods) =>
					`<h1>Shop</h1><ol>${all(
						goods,
						(good) => `<li><a href="${good.href}">${good.name}</a> | ${good.price}</li>`,
					)}</ol>`,
			}),
	],
	'plain lists with stock and reduced prices': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				isReduced: true,
				page: (goods) =>
					`<h1>Shop</h1><ul>${all(
						goods,
						(good) =>
							`<li><b>${good.name}</b><br><s>${good.former}</s> ${good.price}<br><i>${good.stock}</i></li>`,
					)}</ul>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				isReduced: true,
				page: (goods) =>
					`<h1>Shop</h1><div>${all(
						goods,
						(good) =>
							`<div><p><em>${good.name}</em><br>${setting.word('was')} ${good.former}<br>${setting.word('now')} ${good.price}</p></div>`,
					)}</div>`,
			}),
	],
	'cards with reduced prices': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				isReduced: true,
				page: (goods) =>
					`<div class="grid gap-4">${all(
						goods,
						(good) => `<article class="flex flex-col"><h2 class="font-semibold">${good.name}</h2>
<div class="flex gap-2"><span class="text-gray-400 line-through">${good.former}</span><span class="text-red-600 font-bold">${good.price}</span></div></article>`,
					)}</div>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				isReduced: true,
				page: (goods) =>
					`<div class="columns-2">${all(
						goods,
						(
							good,
						) => `<section class="mb-6"><a href="${good.href}"><h3 class="text-base">${good.name}</h3></a>
<p class="mt-2"><b class="text-lg">${good.price}</b> <s class="text-xs">${good.former}</s></p></section>`,
					)}</div>`,
			}),
	],
	'cards with prices by class': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<div class="products">${all(
						goods,
						(good) => `<div class="product"><h3 class="product__title">${good.name}</h3>
<div class="product__price">${setting.word('was')} ${good.former} ${setting.word('now')} ${good.price}</div></div>`,
					)}</div>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<div class="listing">${all(
						goods,
						(good) => `<div class="item"><h3 class="item-title">${good.name}</h3>
<div class="item-price">${good.price} <span class="note">${setting.word('was')} ${good.former}</span></div></div>`,
					)}</div>`,
			}),
	],
	'cards with a price per unit': [
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<div class="flex">${all(
						goods,
						(good) =>
							`<div class="p-2"><h3 class="text-sm">${good.name}</h3><p class="font-bold">${good.price}</p><p class="text-xs">(${good.former} / kg)</p></div>`,
					)}</div>`,
			}),
		(setting) =>
			writeCards(setting, {
				fields: ['name', 'price'],
				page: (goods) =>
					`<ul class="grid">${all(
						goods,
						(good) =>
							`<li class="p-2"><h3 class="text-sm">${good.name}</h3><div class="text-xs">1 l = ${good.former}</div><div class="font-bold">${good.price}</div></li>`,
					)}</ul>`,
			}),
	],
	'cards with a first price': [
		(setting) =>
			writeRanges(setting, (good) => `<span class="price">${fromOf(setting)} ${good.price}</span>`),
		(setting) =>
			writeRanges(
				setting,
				(good) =>
					`<span class="product-price"><small>${fromOf(setting)}</small> ${good.price}</span>`,
			),
	],
	'cards with a range of prices': [
		(setting) => writeRanges(setting, (good) => `${good.price} – ${good.former}`),
		(setting) =>
			writeRanges(setting, (good) => `<span>${good.price}</span> - <span>${good.former}</span>`),
	],
	'cards of articles': [
		(setting) => {
			const goods = goodsOf(setting, COUNT);
			return {
				body: `<h1>News</h1><div class="space-y-8">${all(
					goods,
					(
						good,
					) => `<article class="border-b pb-6"><a href="${good.href}"><h2 class="text-xl">${good.name}</h2></a>
<div class="flex text-xs"><time datetime="${good.iso}">${good.day}</time></div><p class="mt-3">A longer text about what was made in the workshop this year, and why.</p></article>`,
				)}</div>`,
				questions: [
					askFor(
						goods,
						{ title: ({ name }) => name, url: columns.url, date: ({ iso }) => iso },
						'articles',
					),
				],
			};
		},
		(setting) => {
			const goods = goodsOf(setting, COUNT);
			return {
				body: `<h1>Blog</h1><div class="grid">${all(
					goods,
					(
						good,
					) => `<div class="p-6"><span class="text-xs uppercase">${good.day}</span><a class="block" href="${good.href}"><h3 class="font-bold">${good.name}</h3></a>
<p class="text-sm">What we learnt when we moved the shop to the other side of the river.</p></div>`,
				)}</div>`,
				questions: [
					askFor(
						goods,
						{ title: ({ name }) => name, url: columns.url, date: ({ iso }) => iso },
						'posts',
					),
				],
			};
		},
	],
};

/** @param {Setting} setting @param {(good: Good) => string} price @returns {Written} */
function writeRanges(setting, price) {
	const goods = goodsOf(setting, COUNT);
	return {
		body: `<div class="flex flex-wrap">${all(
			goods,
			(good) =>
				`<div class="w-1/4"><h3 class="text-sm">${good.name}</h3><p class="font-bold">${price(good)}</p></div>`,
		)}</div>`,
		questions: [askFor(goods, { name: columns.name, price: () => null })],
	};
}

/** Kinds of pages about one thing. @type {Record<string, Array<(setting: Setting) => Written>>} */
export const DETAIL_KINDS = {
	'one thing, price by class': [
		(setting) =>
			writeDetail(setting, (good) => `<p class="price">${good.price}</p><p>${good.stock}</p>`),
		(setting) =>
			writeDetail(
				setting,
				(good) =>
					`<div class="product-price"><span>${good.price}</span></div><span>${good.stock}</span>`,
			),
	],
	'one thing, utility classes': [
		(setting) =>
			writeDetail(
				setting,
				(good) =>
					`<p class="mt-3 text-3xl tracking-tight">${good.price}</p><p class="text-sm text-green-600">${good.stock}</p>`,
			),
		(setting) =>
			writeDetail(
				setting,
				(good) =>
					`<div class="flex items-baseline"><strong class="text-2xl">${good.price}</strong></div><div class="mt-1"><span class="text-xs">${good.stock}</span></div>`,
			),
	],
	'one thing, reduced': [
		(setting) =>
			writeDetail(
				setting,
				(good) => `<p class="price"><del>${good.former}</del> <ins>${good.price}</ins></p>`,
				{ hasStock: false },
			),
		(setting) =>
			writeDetail(
				setting,
				(good) =>
					`<div class="text-2xl"><span class="line-through opacity-50">${good.former}</span> <span>${good.price}</span></div>`,
				{ hasStock: false },
			),
	],
	'one thing, reduced in words': [
		(setting) =>
			writeDetail(
				setting,
				(good) =>
					`<p class="price">${setting.word('was')} ${good.former} ${setting.word('now')} ${good.price}</p>`,
				{ hasStock: false },
			),
		(setting) =>
			writeDetail(
				setting,
				(good) => `<div class="price">${good.price} (${setting.word('was')} ${good.former})</div>`,
				{ hasStock: false },
			),
	],
	'one thing, price per unit beside': [
		(setting) =>
			writeDetail(setting, (good) => `<p class="price">${good.price} (${good.former} / kg)</p>`, {
				hasStock: false,
			}),
		(setting) =>
			writeDetail(
				setting,
				(good) => `<p class="price">${good.price} <small>1 l = ${good.former}</small></p>`,
				{ hasStock: false },
			),
	],
	'one thing, price per unit alone': [
		(setting) =>
			writeDetail(setting, (good) => `<p class="price">${good.price} / kg</p>`, {
				hasStock: false,
				hasPrice: false,
			}),
		(setting) =>
			writeDetail(setting, (good) => `<p class="price">1 kg = ${good.price}</p>`, {
				hasStock: false,
				hasPrice: false,
			}),
	],
	'one thing beside others': [
		(setting) =>
			writeDetail(setting, (good) => `<p class="price">${good.price}</p><p>${good.stock}</p>`, {
				others: (goods) =>
					`<h2>You may also like</h2><ul class="related">${all(
						goods,
						(good) =>
							`<li><a href="${good.href}">${good.name}</a> <span class="price">${good.price}</span></li>`,
					)}</ul>`,
			}),
		(setting) =>
			writeDetail(
				setting,
				(good) => `<div class="text-3xl font-bold">${good.price}</div><div>${good.stock}</div>`,
				{
					others: (goods) =>
						`<section class="mt-12"><h2 class="text-xl">Related</h2><div class="grid">${all(
							goods,
							(good) =>
								`<a class="block" href="${good.href}"><h3 class="text-sm">${good.name}</h3><p class="text-sm">${good.price}</p></a>`,
						)}</div></section>`,
				},
			),
	],
	'no price of its own': [
		(setting) => {
			const [good, ...others] = goodsOf(setting, 4);
			return {
				body: `<h1>${good?.name}</h1><p>No longer made. These are like it:</p><ul class="list">${all(others, (other) => `<li><h3>${other.name}</h3><span class="price">${other.price}</span></li>`)}</ul>`,
				questions: [askOne({ name: good?.name, price: null }, { price: 'number' })],
			};
		},
		(setting) => {
			const [good, other] = goodsOf(setting, 2);
			return {
				body: `<h1>${good?.name}</h1><p>Delivery ${other?.price}, free above ${other?.former}.</p><footer><p>Vouchers from ${good?.price}</p></footer>`,
				questions: [askOne({ name: good?.name, price: null }, { price: 'number' })],
			};
		},
	],
};

/**
 * @param {Setting} setting
 * @param {(good: Good) => string} offer
 * @param {{ others?: (goods: Good[]) => string, hasStock?: boolean, hasPrice?: boolean }} [options]
 * @returns {Written}
 */
function writeDetail(setting, offer, { others = () => '', hasStock = true, hasPrice = true } = {}) {
	const [good, ...goods] = goodsOf(setting, 4);
	if (good === undefined) throw new Error('There is nothing to sell.');
	const asked = { name: good.name, price: hasPrice ? good.cents / 100 : null };
	return {
		body: `<div><h1>${good.name}</h1>${offer(good)}<p>Made by hand in a small workshop, from what grows or is found around it.</p><button>${setting.word('cart')}</button></div>${others(goods)}`,
		questions: [
			askOne(hasStock ? { ...asked, availability: good.stock } : asked, { price: 'number' }),
		],
	};
}
