import { a, html, numbers, numbersOf, prose } from './words.mjs';

/** @typedef {import('./words.mjs').Site} Site */

const LAST = 30;

/** @param {string} seed @param {number} from @param {number} below */
const between = (seed, from, below) => from + numbersOf(seed)(below - from);

const day = (/** @type {number} */ n) => new Date(Date.UTC(2026, 8, n)).toISOString().slice(0, 10);
const clock = (/** @type {string} */ seed) =>
	`${between(seed, 10, 24)}:${between(`${seed} minute`, 10, 60)}`;

/**
 * Pages that lead only to the next one; their texts differ in what their readers came for.
 * @typedef {{ name: string, half: 'make' | 'decide', pathOf: (n: number) => string, body: (n: number) => string, title: (n: number) => string }} Chain
 * @type {readonly Chain[]}
 */
const CHAINS = [
	{
		name: 'photos',
		half: 'make',
		pathOf: (n) => `/album/${n}`,
		title: () => 'Summer album',
		body: (n) => `<img src="/pictures/${between(`photo ${n}`, 1000, 9999)}.jpg" alt="">`,
	},
	{
		name: 'rooms',
		half: 'decide',
		pathOf: (n) => `/rooms?room=${100 + n}`,
		title: (n) => `Room ${100 + n}`,
		body: (n) =>
			`<p>${between(`area ${n}`, 14, 60)} m², ${between(`price ${n}`, 60, 200)} € a night, floor ${1 + Math.floor(n / 10)}</p>`,
	},
	{
		name: 'games',
		half: 'make',
		pathOf: (n) => `/round.php?r=${n}`,
		title: (n) => `Round ${n}`,
		body: (n) =>
			`<table>${['Ash – Birch', 'Cedar – Elm', 'Fir – Hazel'].map((pair) => `<tr><td>${pair}</td><td>${between(`${pair} ${n}`, 0, 6)}:${between(`${pair} away ${n}`, 0, 6)}</td></tr>`).join('')}</table>`,
	},
	{
		name: 'laws',
		half: 'decide',
		pathOf: (n) => `/code/section-${n}`,
		title: (n) => `§ ${n}`,
		body: (n) => `<p>(1) ${prose(`law ${n}`, 1)}</p>`,
	},
	{
		name: 'tides',
		half: 'make',
		pathOf: (n) => `/tides/${day(n)}`,
		title: (n) => `Tides on ${day(n)}`,
		body: (n) =>
			`<table><tr><td>High</td><td>${clock(`high ${n}`)}</td><td>${between(`h ${n}`, 2, 5)}.${between(`h2 ${n}`, 0, 9)} m</td></tr><tr><td>Low</td><td>${clock(`low ${n}`)}</td><td>0.${between(`l ${n}`, 1, 9)} m</td></tr></table>`,
	},
	{
		name: 'rates',
		half: 'decide',
		pathOf: (n) => `/fixing?on=${day(n)}`,
		title: () => 'Fixing',
		body: (n) => `<p>${day(n)}</p><p>1 EUR = 1.${between(`rate ${n}`, 1000, 9999)} CHF</p>`,
	},
	{
		name: 'strips',
		half: 'make',
		pathOf: (n) => `/strip/${n}/`,
		title: (n) => `Strip ${n}`,
		body: (n) => `<img src="/files/strip-${n}.png" alt="Strip">`,
	},
	{
		name: 'draws',
		half: 'decide',
		pathOf: (n) => `/draw/${n}`,
		title: (n) => `Draw ${n}`,
		body: (n) =>
			`<p>Numbers: ${numbers(6)
				.map((at) => between(`draw ${n} ${at}`, 1, 50))
				.join(', ')}</p>`,
	},
	{
		name: 'recipes',
		half: 'make',
		pathOf: (n) => `/cook/${n}`,
		title: () => 'Recipe of the day',
		body: (n) =>
			`<p>${prose('how to cook', 3)}</p><p>${between(`flour ${n}`, 100, 900)} g of flour, ${between(`milk ${n}`, 50, 400)} ml of milk, ${between(`minutes ${n}`, 5, 90)} minutes</p>`,
	},
];

/**
 * The chains as sites.
 * @returns {Site[]}
 */
export const listChains = () =>
	CHAINS.map(({ name, half, pathOf, title, body }) => {
		const paths = new Map(numbers(LAST).map((n) => [n === 1 ? '/' : pathOf(n), n]));
		const numberOf = (/** @type {URL} */ { pathname, search }) => paths.get(pathname + search);
		return {
			name: `"next" over ${name}`,
			half,
			contents: LAST,
			contentOf(url) {
				const n = numberOf(url);
				return n === undefined ? undefined : String(n);
			},
			read(url) {
				const n = numberOf(url);
				if (n === undefined) return undefined;
				const next = n < LAST ? a(pathOf(n + 1), 'Next') : '';
				return html({ title: title(n), menu: [a('/', 'Home')], body: body(n) + next });
			},
		};
	});
