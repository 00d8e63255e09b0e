import { DOMParser, parseHTML } from 'linkedom';
import { parseHtml } from '../../packages/page/src/parse/document.ts';
import { rememberSelectors } from '../../packages/page/src/parse/fastSelectors.ts';
import { growthOf, LINEAR } from '../support/growth';

beforeAll(rememberSelectors);

const { document } = parseHTML(
	'<!doctype html><html><body><main id="m" class="wide  tall"><p>One</p><section><p lang="EN">Two</p><template><p>Hidden</p></template></section></main><p>Three</p></body></html>',
);
const textsOf = (root: ParentNode, selector: string) =>
	[...root.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('selectors that are remembered', () => {
	it('find elements in the order of the page, those inside of templates left out', () => {
		expect(textsOf(document, 'p')).toEqual(['One', 'Two', 'Three']);
		expect(textsOf(document.querySelector('main') ?? document, 'p')).toEqual(['One', 'Two']);
		expect(document.querySelector('section p')?.textContent).toBe('Two');
		expect(document.querySelector('aside')).toBeNull();
	});

	it('mean the same the second time, and what they start from is the element that is asked', () => {
		const [main, section] = [document.querySelector('main'), document.querySelector('section')];
		for (let time = 0; time < 2; time++) {
			expect(textsOf(main ?? document, ':scope > p')).toEqual(['One']);
			expect(textsOf(section ?? document, ':scope > p')).toEqual(['Two']);
			expect(section?.matches('main > section:has(p)')).toBe(true);
			expect(section?.closest('.tall.wide')).toBe(main);
			expect(section?.closest('aside')).toBeNull();
		}
	});

	it('see what was changed since', () => {
		const main = document.querySelector('main');
		main?.classList.remove('tall');
		expect(document.querySelector('.tall')).toBeNull();
		main?.classList.add('tall');
		main?.setAttribute('lang', 'en');
		expect(document.querySelectorAll('.tall[lang=en]')).toHaveLength(1);
	});

	it('know their case in HTML and XML', () => {
		const xml = new DOMParser().parseFromString('<feed><Entry/><entry/></feed>', 'text/xml');
		expect(document.querySelectorAll('MAIN')).toHaveLength(1);
		expect(xml.querySelectorAll('Entry')).toHaveLength(1);
	});
});

it('selectors of what follows another element cost as much as there are elements', async () => {
	const growth = await growthOf((count) => {
		const { body } = parseHtml('<b></b><i></i>'.repeat(count));
		return () => body.querySelectorAll('b + i');
	}, 500);
	expect(growth).toBeLessThan(LINEAR);
});
