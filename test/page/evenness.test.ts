import { parseHtml } from '../../packages/page/src/parse/document.ts';
import { keepsItems } from '../../packages/page/src/mainContent/evenness.ts';

const story = (words: number): string =>
	`<p>${Array.from({ length: words }, (_, at) => `word${at}`).join(' ')}</p>`;
const item = (name: string): string =>
	`<div class="item"><h3>What is ${name}?</h3><p>This is all about ${name}, in a sentence.</p></div>`;
const NAMES = ['rye', 'wheat', 'spelt', 'oats', 'barley', 'millet'];

/** A page and what a reader extracted of it: a text, and a row without some of its items. */
function pageOf({ words, lost, read = words }: { words: number; lost: string[]; read?: number }) {
	const page = parseHtml(`${story(words)}<section>${NAMES.map(item).join('')}</section>`);
	const left = NAMES.filter((name) => !lost.includes(name));
	const { body } = parseHtml(`${story(read)}<section>${left.map(item).join('')}</section>`);
	return { page, body };
}
const named = (body: Element): string[] =>
	[...body.querySelectorAll('h3')].map(({ textContent }) => textContent.slice(8, -1));

describe('A reading of a page', () => {
	it.each(['rye', 'spelt', 'millet'])('gets back what it lost of a smaller row: %s', (lost) => {
		const { page, body } = pageOf({ words: 150, lost: [lost] });
		expect(keepsItems(page, body)).toBe(true);
		expect(named(body)).toEqual(NAMES);
	});

	it('gets back items that follow one another', () => {
		const { page, body } = pageOf({ words: 150, lost: ['wheat', 'spelt'] });
		expect(keepsItems(page, body)).toBe(true);
		expect(named(body)).toEqual(NAMES);
	});

	it.each([
		['of the row that is most of the page', { words: 10, lost: ['rye'] }],
		['of a tenth of the page', { words: 80, lost: ['rye', 'oats'] }],
		['and much else', { words: 150, lost: ['rye'], read: 60 }],
	])('is rejected for what it lost: items %s', (_what, lost) => {
		const { page, body } = pageOf(lost);
		expect(keepsItems(page, body)).toBe(false);
	});

	it('is taken as it is if it has all items of a row, or none', () => {
		for (const lost of [[], NAMES]) {
			const { page, body } = pageOf({ words: 150, lost });
			const before = body.innerHTML;
			expect(keepsItems(page, body)).toBe(true);
			expect(body.innerHTML).toBe(before);
		}
	});
});
