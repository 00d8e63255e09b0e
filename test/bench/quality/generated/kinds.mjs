import { beside, heading, lines, list, pairs, RULINGS, table, text } from './blocks.mjs';
import { SYMBOL_KINDS } from './symbolKinds.mjs';
import {
	ARABIC,
	code,
	day,
	DETAILS,
	FIRMS,
	GOODS,
	HEBREW,
	iban,
	money,
	paragraph,
	PEOPLE,
	REGIONS,
	sentence,
	STREETS,
	TITLES,
	TOWNS,
} from './words.mjs';

/** @typedef {import('./blocks.mjs').Block} Block */
/** @typedef {import('./blocks.mjs').Ruling} Ruling */
/** @typedef {import('./random.mjs').Random} Random */

/**
 * A kind of document.
 * @typedef {object} Kind
 * @property {string} name
 * @property {(random: Random) => Block[]} write
 * @property {'ltr' | 'rtl'} [direction]
 * @property {'sans-serif' | 'serif' | 'monospace'} [font]
 */

/** @param {Random} random */
const address = ({ pick }) => lines(pick(FIRMS), pick(STREETS), pick(TOWNS));

/** @param {Random} random @param {number} count */
function itemRows(random, count) {
	return random.sample(GOODS, count).map((goods, at) => {
		return [
			String((at + 1) * 10),
			goods,
			String(random.between(1, 60)),
			money(random, 900),
			money(random, 9000),
		];
	});
}

const ITEM_HEADER = ['Pos', 'Description', 'Qty', 'Unit price', 'Amount'];

/** @param {Random} random @param {Ruling} ruling @param {string[]} [details] */
const items = (random, ruling, details) =>
	table(
		[ITEM_HEADER, ...itemRows(random, random.between(3, 9))],
		ruling,
		details ? { details: ['', ...details] } : {},
	);

/** @param {Random} random */
const totals = (random) =>
	pairs(
		['Net total', money(random, 9000)],
		['VAT 19 %', money(random, 900)],
		['Total EUR', money(random, 9000)],
	);

/** @param {Random} random @param {string} colon */
const references = (random, colon) =>
	pairs(
		[`Invoice no.${colon}`, `20${random.between(20, 26)}-${random.between(1000, 9999)}`],
		[`Invoice date${colon}`, day(random)],
		[`Customer no.${colon}`, String(random.between(10000, 99999))],
		[`Order no.${colon}`, `B-${random.between(1000, 9999)}`],
	);

/** @param {Random} random */
const referenceLines = (random) =>
	lines(
		`Invoice no. 20${random.between(20, 26)}-${random.between(1000, 9999)}`,
		`Invoice date ${day(random)}`,
		`Customer no. ${random.between(10000, 99999)}`,
		`Order no. B-${random.between(1000, 9999)}`,
	);

/** @param {Random} random @param {number} count @returns {Block[]} */
function chapters(random, count) {
	return random
		.sample(TITLES, count)
		.flatMap((title) => [heading(2, title), text(paragraph(random)), text(paragraph(random))]);
}

/** @param {Random} random @param {number} rowCount */
function figures(random, rowCount) {
	const rows = Array.from({ length: rowCount }, (_, at) => [
		`${REGIONS[at % REGIONS.length]}${at < REGIONS.length ? '' : ` ${Math.floor(at / REGIONS.length) + 1}`}`,
		...Array.from({ length: 4 }, () => String(random.between(10, 999))),
	]);
	return [['Region', '2021', '2022', '2023', '2024'], ...rows];
}

/** @param {Random} random @param {readonly string[]} words @param {number} [count] */
const words = (random, words, count = 6) => random.sample(words, count).join(' ');

/** Invoices with tables of every ruling, and three ways to set their heads. @type {Kind[]} */
const INVOICES = RULINGS.flatMap((ruling) => [
	{
		name: `invoice-${ruling}`,
		write: (random) => [
			heading(1, 'Invoice'),
			address(random),
			referenceLines(random),
			items(random, ruling),
			totals(random),
			text(`Payment is due within ${random.between(10, 30)} days of the invoice date.`),
		],
	},
	{
		name: `invoice-details-${ruling}`,
		write: (random) => [
			beside([address(random)], [references(random, ':')]),
			heading(1, 'Invoice'),
			items(random, ruling, random.sample(DETAILS, 3)),
			totals(random),
		],
	},
]);

/** @type {Kind[]} */
const BUSINESS = [
	{
		name: 'order-addresses',
		write: (random) => [
			heading(1, 'Purchase order'),
			table(
				[
					['Order no.', 'Date', 'Delivery', 'Buyer'],
					[`PO-${random.between(1000, 9999)}`, day(random), day(random), random.pick(PEOPLE)],
				],
				'head',
			),
			beside([heading(3, 'Vendor'), address(random)], [heading(3, 'Ship to'), address(random)]),
			items(random, 'columns'),
		],
	},
	{
		name: 'statement',
		write: (random) => [
			heading(1, 'Statement of account'),
			pairs(
				['Holder', random.pick(PEOPLE)],
				['IBAN', iban(random)],
				['Date', day(random)],
				['Old balance', `${money(random)} EUR`],
			),
			table(
				[
					['Booked', 'Value date', 'Purpose', 'Amount'],
					...Array.from({ length: 8 }, () => [
						day(random),
						day(random),
						random.pick(GOODS),
						`${random.pick(['-', ''])}${money(random)}`,
					]),
				],
				'head',
			),
			text(`New balance ${money(random)} EUR`),
		],
	},
	{
		name: 'receipt',
		font: 'monospace',
		write: (random) => [
			lines(random.pick(FIRMS), `Receipt no. ${random.between(1000, 9999)}`, `Date ${day(random)}`),
			pairs(...random.sample(GOODS, 5).map((goods) => [goods, money(random, 90)]), [
				'TOTAL',
				money(random, 400),
			]),
		],
	},
	{
		name: 'receipt-quantities',
		write: (random) => [
			lines(random.pick(FIRMS), random.pick(STREETS), random.pick(TOWNS)),
			pairs(
				...random
					.sample(GOODS, 6)
					.map((goods) => [
						goods,
						`${random.between(1, 9)} x ${money(random, 40)}`,
						money(random, 300),
					]),
			),
			text('Thank you for your visit.'),
		],
	},
	{
		name: 'parts-codes',
		write: (random) => [
			heading(1, 'Parts list'),
			pairs(...random.sample(GOODS, 12).map((goods) => [code(random), goods])),
		],
	},
	{
		name: 'accounts-ibans',
		write: (random) => [
			heading(1, 'Accounts'),
			table(
				[
					['Holder', 'IBAN', 'Since'],
					...PEOPLE.map((person) => [person, iban(random), day(random)]),
				],
				'rows',
			),
		],
	},
	{
		name: 'delivery-note',
		write: (random) => [
			heading(1, 'Delivery note'),
			table(
				[
					['Delivery no.', `LS-${random.between(1000, 9999)}`, 'Date', day(random)],
					['Order no.', `B-${random.between(1000, 9999)}`, 'Carrier', random.pick(FIRMS)],
				],
				'grid',
			),
			table(
				[
					['Line', 'Article', 'Description', 'Pieces'],
					...random
						.sample(GOODS, 6)
						.map((goods, at) => [
							String(at + 1),
							code(random),
							goods,
							String(random.between(1, 90)),
						]),
				],
				'grid',
			),
		],
	},
	{
		name: 'price-list',
		write: (random) => [
			heading(1, 'Price list'),
			text(sentence(random)),
			...random
				.sample(TITLES, 3)
				.flatMap((title) => [
					heading(2, title),
					table(
						[
							['Article', 'Name', 'Price'],
							...random.sample(GOODS, 5).map((goods) => [code(random), goods, money(random, 500)]),
						],
						'none',
					),
				]),
		],
	},
	{
		name: 'pay-slip',
		write: (random) => [
			heading(1, 'Pay slip'),
			beside(
				[pairs(['Employee', random.pick(PEOPLE)], ['Staff no.', String(random.between(100, 999))])],
				[pairs(['Month', day(random).slice(3)], ['Tax class', String(random.between(1, 5))])],
			),
			table(
				[
					['Item', 'Hours', 'Rate', 'Amount'],
					['Base pay', '160', money(random, 40), money(random)],
					['Overtime', '12', money(random, 60), money(random, 700)],
					['Bonus', '', '', money(random, 900)],
				],
				'stripes',
			),
			totals(random),
		],
	},
	{
		name: 'letter',
		font: 'serif',
		write: (random) => [
			address(random),
			lines(random.pick(PEOPLE), random.pick(STREETS), random.pick(TOWNS)),
			text(day(random)),
			text(`Dear ${random.pick(PEOPLE)},`),
			text(paragraph(random)),
			text(paragraph(random)),
			lines('Yours sincerely', random.pick(PEOPLE), 'Head of purchasing'),
		],
	},
	{
		name: 'curriculum',
		write: (random) => [
			heading(1, random.pick(PEOPLE)),
			pairs(
				['E-mail', 'person@example.org'],
				['Phone', `+44 20 5550 ${random.between(1000, 9999)}`],
				['Town', random.pick(TOWNS)],
			),
			heading(2, 'Experience'),
			table(
				[
					['From', 'To', 'Employer', 'Position'],
					...random
						.sample(FIRMS, 4)
						.map((firm) => [
							`20${random.between(10, 15)}`,
							`20${random.between(16, 26)}`,
							firm,
							random.pick(['Engineer', 'Buyer', 'Clerk', 'Analyst']),
						]),
				],
				'none',
			),
			heading(2, 'Skills'),
			list(random.sample(['Python', 'PostgreSQL', 'Docker', 'Welding', 'French', 'Accounting'], 4)),
		],
	},
	{
		name: 'minutes',
		write: (random) => [
			heading(1, 'Minutes'),
			lines(`Date ${day(random)}`, `Place ${random.pick(TOWNS)}`, `Chair ${random.pick(PEOPLE)}`),
			...random
				.sample(TITLES, 3)
				.flatMap((title) => [
					heading(2, title),
					text(paragraph(random, 2)),
					list([sentence(random), sentence(random), sentence(random)]),
				]),
		],
	},
	{
		name: 'reminder',
		write: (random) => [
			beside(
				[address(random)],
				[lines(`Date ${day(random)}`, `Customer no. ${random.between(1000, 9999)}`)],
			),
			heading(1, 'Reminder'),
			text(paragraph(random, 2)),
			table(
				[
					['Invoice', 'Date', 'Due', 'Open amount'],
					...Array.from({ length: 3 }, () => [
						`RE-${random.between(1000, 9999)}`,
						day(random),
						day(random),
						money(random),
					]),
				],
				'frame',
			),
			pairs(['Sum', money(random, 9000)], ['Fee', money(random, 40)]),
		],
	},
	{
		name: 'form',
		write: (random) => [
			heading(1, 'Application form'),
			table(
				[
					['Surname', random.pick(PEOPLE).split(' ')[1] ?? ''],
					['Street', random.pick(STREETS)],
					['Town', random.pick(TOWNS)],
					['Date of birth', day(random)],
					['Signature', ''],
				],
				'grid',
			),
			heading(2, 'Remarks'),
			list([sentence(random), sentence(random)], true),
		],
	},
];

/** @type {Kind[]} */
const PAPERS = [
	{
		name: 'report',
		write: (random) => [
			heading(1, 'Annual report'),
			text(paragraph(random)),
			...chapters(random, 4),
		],
	},
	{
		name: 'paper-two-columns',
		font: 'serif',
		write: (random) => [
			heading(1, 'On the strength of timber in salt water'),
			text(paragraph(random, 4)),
			{ kind: 'flow', count: 2, blocks: chapters(random, 5) },
		],
	},
	{
		name: 'newsletter-three-columns',
		write: (random) => [
			heading(1, 'Harbour news'),
			{ kind: 'flow', count: 3, blocks: chapters(random, 4) },
		],
	},
	{
		name: 'paper-with-table',
		font: 'serif',
		write: (random) => [
			heading(1, 'Freight on the northern route'),
			text(paragraph(random)),
			{ kind: 'flow', count: 2, blocks: chapters(random, 3) },
			table(figures(random, 6), 'head'),
			text(paragraph(random)),
		],
	},
	{
		name: 'report-with-tables',
		write: (random) =>
			chapters(random, 3).flatMap((block, at) =>
				at % 3 === 2 ? [block, table(figures(random, 5), random.pick(RULINGS))] : [block],
			),
	},
	{
		name: 'long-table',
		write: (random) => [heading(1, 'All districts'), table(figures(random, 70), 'grid')],
	},
	{
		name: 'long-table-rows',
		write: (random) => [heading(1, 'All stations'), table(figures(random, 60), 'rows')],
	},
	{
		name: 'glossary',
		write: (random) => [
			heading(1, 'Glossary'),
			table(
				[
					['Term', 'Meaning'],
					...random.sample(TITLES, 7).map((title) => [title, sentence(random)]),
				],
				'rows',
			),
		],
	},
	{
		name: 'questionnaire',
		write: (random) => [
			heading(1, 'Questionnaire'),
			table(
				[
					['Question', 'Yes', 'No', 'Remarks'],
					...Array.from({ length: 5 }, () => [sentence(random), '', '', '']),
				],
				'grid',
			),
		],
	},
	{
		name: 'timetable',
		write: (random) => [
			heading(1, 'Ferry'),
			table(
				[
					['Stop', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
					...random
						.sample(REGIONS, 7)
						.map((region) => [
							region,
							...Array.from(
								{ length: 5 },
								() => `${random.between(6, 22)}:${random.between(10, 59)}`,
							),
						]),
				],
				'columns',
			),
		],
	},
	{
		name: 'numbered-rules',
		write: (random) => [
			heading(1, 'House rules'),
			list(
				Array.from({ length: 9 }, () => sentence(random)),
				true,
			),
		],
	},
	{
		name: 'lists',
		write: (random) => [
			heading(1, 'Checklist'),
			...random
				.sample(TITLES, 4)
				.flatMap((title) => [heading(2, title), list(random.sample(GOODS, 4))]),
		],
	},
	{
		name: 'two-tables',
		write: (random) => [
			table(figures(random, 4), 'grid'),
			text(paragraph(random, 1)),
			table(figures(random, 4), 'grid'),
			text(paragraph(random, 2)),
		],
	},
	{
		name: 'key-figures',
		write: (random) => [
			heading(1, 'Key figures'),
			table(
				[
					['Figure', 'Value'],
					...random.sample(TITLES, 8).map((title) => [title, `${random.between(1, 99)} %`]),
				],
				'none',
				{ isWide: false },
			),
			text(paragraph(random)),
		],
	},
	{
		name: 'rtl-letter',
		direction: 'rtl',
		write: (random) => [
			text(words(random, HEBREW, 7)),
			text(`${words(random, HEBREW, 3)} ${random.between(1000, 9999)} ${words(random, HEBREW, 3)}`),
			text(words(random, HEBREW, 5)),
		],
	},
	{
		name: 'rtl-arabic',
		direction: 'rtl',
		write: (random) => [
			text(words(random, ARABIC, 6)),
			text(`${words(random, ARABIC, 3)} ${day(random)} ${words(random, ARABIC, 3)}`),
			text(words(random, ARABIC, 5)),
		],
	},
	{
		name: 'rtl-table',
		direction: 'rtl',
		write: (random) => [
			text(words(random, HEBREW)),
			table(
				[
					random.sample(HEBREW, 3),
					...Array.from({ length: 4 }, () => [
						random.pick(HEBREW),
						String(random.between(1, 99)),
						money(random),
					]),
				],
				'grid',
			),
		],
	},
	{
		name: 'rtl-arabic-table',
		direction: 'rtl',
		write: (random) => [
			text(words(random, ARABIC)),
			table(
				[
					random.sample(ARABIC, 3),
					...Array.from({ length: 4 }, () => [
						random.pick(ARABIC),
						String(random.between(1, 99)),
						money(random),
					]),
				],
				'rows',
			),
		],
	},
	{
		name: 'sideways',
		write: (random) => [
			{
				kind: 'turned',
				degrees: 90,
				blocks: [heading(1, 'Delivery note'), address(random), text(paragraph(random, 2))],
			},
		],
	},
	{
		name: 'sideways-back',
		write: (random) => [
			{
				kind: 'turned',
				degrees: 270,
				blocks: [
					heading(1, 'Delivery note'),
					text(paragraph(random, 2)),
					text(paragraph(random, 1)),
				],
			},
		],
	},
	{
		name: 'upside-down',
		write: (random) => [
			{
				kind: 'turned',
				degrees: 180,
				blocks: [heading(1, 'Protocol'), text(paragraph(random)), text(paragraph(random))],
			},
		],
	},
	{
		name: 'sideways-beside',
		write: (random) => [
			heading(1, 'Annex'),
			text(paragraph(random, 2)),
			{ kind: 'turned', degrees: 90, blocks: [text(paragraph(random, 2))] },
		],
	},
];

/** All kinds of documents. @type {readonly Kind[]} */
export const KINDS = [...INVOICES, ...BUSINESS, ...PAPERS, ...SYMBOL_KINDS];
