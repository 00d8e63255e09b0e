/** What the generated documents are about. Names and numbers are invented. */

const SENTENCE_PARTS = {
	who: [
		'The committee',
		'Our harbour office',
		'A second survey',
		'The project team',
		'Most respondents',
		'The supplier',
		'Each district',
		'The regional board',
		'An independent auditor',
		'The new plant',
	],
	did: [
		'reviewed',
		'confirmed',
		'postponed',
		'has published',
		'compared',
		'described in detail',
		'could not explain',
		'recommended',
		'measured',
		'recorded',
	],
	what: [
		'the results of the last quarter',
		'several offers for the repair of the quay',
		'how salt water changes the strength of timber',
		'the figures that were collected in spring',
		'a plan for the years to come',
		'the delays in the delivery of parts',
		'an increase of freight on the northern route',
		'the training of apprentices',
	],
	how: [
		'without further comment',
		'in the course of the year',
		'as the contract requires',
		'although the weather was poor',
		'with the help of two universities',
		'for the first time since 2011',
		'and asked for a second opinion',
		'within the limits of the budget',
	],
};
export const TITLES = [
	'Summary',
	'Background',
	'Methods',
	'Results of the survey',
	'Discussion',
	'Costs and benefits',
	'Next steps',
	'Open questions',
	'Recommendations',
	'Staff and training',
	'Safety at work',
	'Energy',
	'Suppliers',
	'Transport',
];
export const GOODS = [
	'Valve block',
	'Seal kit',
	'Flange DN50',
	'Mounting plate',
	'Hex bolt M10x80',
	'Lock washer',
	'Torque wrench',
	'Drive belt XPA',
	'Filter mat G4',
	'Ball bearing',
	'Pump housing',
	'Cable gland',
	'Pressure gauge',
	'Hose set',
	'Anchor rod',
	'Grease cartridge',
];
export const DETAILS = [
	'Serial no. 88-1024',
	'Warranty 24 months',
	'Length 5 m',
	'delivered in two parts',
	'colour RAL 7016',
	'with inspection certificate',
	'stainless steel',
	'spare part for older models',
];
export const PEOPLE = [
	'Lena Vogt',
	'Jonas Berger',
	'Ann Smith',
	'Marta Ortiz',
	'K. Hale',
	'Ruth Adeyemi',
	'Tom Lindqvist',
	'Ines Moreau',
];
export const FIRMS = [
	'Northgate Tools Ltd',
	'Harbour Marine Supplies',
	'Delta Fasteners Inc.',
	'Brightline Studio LLC',
	'Steinbach Metallbau GmbH',
	'Ateliers Rivi\u00e8re SARL',
	'Beta Health plc',
	'Oakfield Dairy',
];
export const STREETS = [
	'4 Quay Street',
	'21 Dock Road',
	'500 Mill Avenue',
	'88 Mill Lane',
	'Am Markt 3',
	'12 rue des Forges',
	'Industrieweg 9',
];
export const TOWNS = [
	'Leeds LS1 4AB',
	'Hull HU1 2PR',
	'Akron, OH 44301',
	'70565 Stuttgart',
	'69003 Lyon',
	'Bergen 5003',
];
export const REGIONS = [
	'North',
	'South',
	'East',
	'West',
	'Coast',
	'Highlands',
	'Islands',
	'Capital',
	'Border',
	'Lakes',
];
export const HEBREW = [
	'\u05d4\u05d6\u05de\u05e0\u05d4',
	'\u05de\u05e1\u05e4\u05e8',
	'\u05e0\u05e9\u05dc\u05d7\u05d4',
	'\u05dc\u05dc\u05e7\u05d5\u05d7',
	'\u05d1\u05d7\u05d9\u05e4\u05d4',
	'\u05ea\u05d0\u05e8\u05d9\u05da',
	'\u05e1\u05db\u05d5\u05dd',
	'\u05db\u05de\u05d5\u05ea',
	'\u05de\u05d7\u05d9\u05e8',
	'\u05d7\u05d1\u05e8\u05d4',
	'\u05e8\u05d7\u05d5\u05d1',
	'\u05d7\u05e9\u05d1\u05d5\u05e0\u05d9\u05ea',
];
export const ARABIC = [
	'\u0637\u0644\u0628',
	'\u0631\u0642\u0645',
	'\u0627\u0644\u0639\u0645\u064a\u0644',
	'\u0645\u062f\u064a\u0646\u0629',
	'\u0639\u0645\u0627\u0646',
	'\u064a\u0648\u0645',
	'\u0627\u0644\u0633\u0639\u0631',
	'\u0643\u0645\u064a\u0629',
	'\u0634\u0631\u0643\u0629',
	'\u062a\u0627\u0631\u064a\u062e',
	'\u0645\u0628\u0644\u063a',
	'\u0634\u0627\u0631\u0639',
];

/** @typedef {import('./random.mjs').Random} Random */

/** @param {Random} random */
export function sentence({ pick, below }) {
	const { who, did, what, how } = SENTENCE_PARTS;
	const end = below(3) === 0 ? '' : ` ${pick(how)}`;
	return `${pick(who)} ${pick(did)} ${pick(what)}${end}.`;
}

/**
 * @param {Random} random
 * @param {number} [sentences]
 */
export function paragraph(random, sentences = random.between(3, 6)) {
	return Array.from({ length: sentences }, () => sentence(random)).join(' ');
}

/** @param {Random} random */
export const day = ({ between }) =>
	`${String(between(1, 28)).padStart(2, '0')}.${String(between(1, 12)).padStart(2, '0')}.20${between(21, 26)}`;

/**
 * @param {Random} random
 * @param {number} [max] In whole units.
 */
export function money({ between, below }, max = 4000) {
	const whole = between(1, max)
		.toString()
		.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
	return `${whole}.${String(below(100)).padStart(2, '0')}`;
}

/** @param {Random} random */
export function code({ pick, between }) {
	const letters = () => Array.from({ length: 3 }, () => pick([...'BCDFGKLMNPRSTVXZ'])).join('');
	return `${letters()}-${letters()}-${between(1000, 9999)}`;
}

/** @param {Random} random */
export const iban = ({ between }) =>
	`DE${between(10, 99)} ${Array.from({ length: 4 }, () => between(1000, 9999)).join(' ')} ${between(10, 99)}`;
