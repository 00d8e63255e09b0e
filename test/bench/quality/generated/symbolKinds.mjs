import { heading, lines, list, pairs, table, text } from './blocks.mjs';
import { day, FIRMS, GOODS, money, paragraph, PEOPLE, sentence, TITLES, TOWNS } from './words.mjs';

/** @typedef {import('./random.mjs').Random} Random */

const CHOICES = [
	'Passport',
	'Ticket',
	'Driving licence',
	'Visa',
	'I agree',
	'Newsletter',
	'By post',
	'By e-mail',
	'I have read the terms',
	'Single room',
	'Window seat',
	'Vegetarian',
];

/** @param {Random} random @param {readonly string[]} marks @param {readonly string[]} texts */
const marked = ({ pick }, marks, texts) => texts.map((said) => `${pick(marks)} ${said}`).join(' ');

/** @param {Random} random @param {number} [count] */
const choices = (random, count = random.between(2, 4)) =>
	marked(random, ['☐', '☑', '☐'], random.sample(CHOICES, count));

/** @param {Random} random */
const stars = ({ between }) => {
	const count = between(1, 5);
	return '★'.repeat(count) + '☆'.repeat(5 - count);
};

/** @param {Random} random @param {string} arrow */
const route = (random, arrow) => random.sample(TOWNS, random.between(2, 4)).join(` ${arrow} `);

/** @param {Random} random @param {string[]} header @param {readonly string[]} marks */
const markTable = (random, header, marks) => [
	header,
	...random
		.sample(GOODS, random.between(3, 7))
		.map((goods) => [goods, ...header.slice(1).map(() => random.pick(marks))]),
];

/** @type {import('./kinds.mjs').Kind[]} */
const KINDS = [
	{
		name: 'symbols-consent',
		write: (random) => [
			heading(1, 'Consent form'),
			text(paragraph(random, 2)),
			lines(choices(random), choices(random), choices(random)),
			text(`Signed on ${day(random)} by ${random.pick(PEOPLE)}`),
		],
	},
	{
		name: 'symbols-registration',
		write: (random) => [
			heading(1, 'Registration'),
			pairs(
				['Name', random.pick(PEOPLE)],
				['Documents', choices(random)],
				['Stay', choices(random)],
			),
			text(sentence(random)),
			text(`Please tick: ${choices(random)}`),
		],
	},
	{
		name: 'symbols-tick-table',
		write: (random) => [
			heading(1, 'Features'),
			table(markTable(random, ['Part', 'Basic', 'Plus', 'Full'], ['✓', '✗', '✓']), 'grid'),
			text(sentence(random)),
			table(markTable(random, ['Part', 'Stored', 'Sold'], ['☐ yes ☒ no', '☒ yes ☐ no']), 'rows'),
		],
	},
	{
		name: 'symbols-choice-table',
		write: (random) => [
			heading(1, 'Inspection'),
			table(
				[
					['Point', 'Result', 'Checked'],
					...random
						.sample(TITLES, random.between(3, 6))
						.map((title) => [
							title,
							marked(random, ['☐', '☒'], ['good', 'fair', 'poor']),
							day(random),
						]),
				],
				'rows',
			),
		],
	},
	{
		name: 'symbols-ratings',
		write: (random) => [
			heading(1, 'Reviews'),
			...random
				.sample(PEOPLE, 3)
				.flatMap((person) => [
					text(`${stars(random)} ${person}, ${day(random)}`),
					text(sentence(random)),
				]),
		],
	},
	{
		name: 'symbols-rating-table',
		write: (random) => [
			heading(1, 'Suppliers'),
			table(
				[
					['Supplier', 'Price', 'Quality', 'Spent'],
					...random
						.sample(FIRMS, random.between(3, 6))
						.map((firm) => [firm, stars(random), stars(random), money(random)]),
				],
				'head',
			),
		],
	},
	{
		name: 'symbols-route',
		write: (random) => [
			heading(1, 'Route'),
			lines(route(random, '➔'), route(random, '➔'), route(random, '⇨')),
			text(paragraph(random, 2)),
		],
	},
	{
		name: 'symbols-trip',
		write: (random) => [
			heading(1, 'Trip'),
			table(
				[
					['Day', 'Leg', 'Booked'],
					...Array.from({ length: random.between(3, 6) }, () => [
						day(random),
						route(random, '➔'),
						random.pick(['✔', '✘']),
					]),
				],
				'grid',
			),
			text(`Overall ${route(random, '➔')}`),
		],
	},
	{
		name: 'symbols-checklist',
		write: (random) => [
			heading(1, 'Checklist'),
			...random
				.sample(TITLES, 3)
				.flatMap((title) => [
					heading(2, title),
					lines(
						...random.sample(GOODS, 4).map((goods) => `${random.pick(['✓', '✗'])} ${goods}`),
						marked(random, ['✓', '✗'], random.sample(TOWNS, 3)),
					),
				]),
		],
	},
	{
		name: 'symbols-packing',
		write: (random) => [
			heading(1, 'Packing list'),
			lines(
				...Array.from({ length: 4 }, () => marked(random, ['✔', '✘'], random.sample(GOODS, 3))),
			),
			list([sentence(random), `${choices(random, 2)} ${sentence(random)}`]),
		],
	},
	{
		name: 'symbols-status',
		write: (random) => [
			heading(1, 'Orders'),
			...Array.from({ length: 5 }, () =>
				text(
					`B-${random.between(1000, 9999)} ${random.pick(['▲', '▼'])} ${money(random)} EUR ${marked(random, ['✓', '✗'], ['paid', 'packed', 'shipped'])}`,
				),
			),
		],
	},
	{
		name: 'symbols-changes',
		write: (random) => [
			heading(1, 'Changes'),
			pairs(
				...random
					.sample(TITLES, 5)
					.map((title) => [title, `${random.pick(['↑', '↓', '➔'])} ${random.between(1, 99)} %`]),
			),
			text(
				`Traffic light: ● ${random.pick(TITLES)} ○ ${random.pick(TITLES)} ◐ ${random.pick(TITLES)}`,
			),
		],
	},
];

/**
 * Kinds of documents with ticks, boxes, arrows and stars. Office programs write them after the words of
 * their line if the font of the text lacks them, as fonts with serifs usually do.
 * @type {import('./kinds.mjs').Kind[]}
 */
export const SYMBOL_KINDS = KINDS.map((kind) => ({ ...kind, font: 'serif' }));
