import {
	describeGroup,
	type ItemGroup,
	matchGroups,
} from '../../../service/src/browser/forEach/findItems.ts';

const group = (selector: string, facts: Partial<ItemGroup>): ItemGroup => ({
	selector,
	count: 5,
	tag: 'div',
	role: '',
	names: '',
	parentNames: '',
	heading: '',
	samples: [],
	averageLength: 60,
	hasHeadings: false,
	isSurrounding: false,
	...facts,
});

const GROUPS = [
	group('menu', {
		tag: 'li',
		names: '',
		parentNames: 'menu',
		isSurrounding: true,
		samples: ['Home'],
		averageLength: 5,
	}),
	group('cards', {
		tag: 'li',
		names: 'product-card',
		parentNames: 'products',
		hasHeadings: true,
		heading: 'Kettles',
		samples: ['Kettle 1 € 10'],
	}),
	group('prices', {
		tag: 'span',
		names: 'price',
		parentNames: 'product-card',
		samples: ['€ 10', '€ 20'],
		averageLength: 4,
	}),
	group('buttons', {
		tag: 'button',
		names: 'btn',
		parentNames: 'product-card',
		samples: ['Details', 'Details'],
		averageLength: 7,
	}),
	group('rows', { tag: 'tr', parentNames: '', heading: 'Exchange rates', samples: ['Graz 1'] }),
	group('jobs', {
		tag: 'div',
		names: 'jobListing',
		heading: 'Open positions',
		samples: ['Baker, full time'],
		hasHeadings: true,
	}),
	group('faq', { tag: 'details', parentNames: 'faq', samples: ['How do I return a kettle?'] }),
	group('tabs', {
		tag: 'button',
		role: 'tab',
		parentNames: 'tabs',
		samples: ['Specs', 'Reviews'],
		averageLength: 6,
	}),
];

const choose = (description: string) => matchGroups(description, GROUPS)[0]?.selector;

describe('Repeating elements described in plain words', () => {
	it.each([
		['each product card', 'cards'],
		['all products in the list', 'cards'],
		['the kettles', 'cards'],
		['every item', 'cards'],
		['Details buttons', 'buttons'],
		['the price of each product', 'prices'],
		['table rows', 'rows'],
		['exchange rates', 'rows'],
		['job listings', 'jobs'],
		['open positions', 'jobs'],
		['frequently asked questions', 'faq'],
		['each tab', 'tabs'],
		['links of the navigation menu', 'menu'],
	])('"%s" means the %s', (description, selector) => {
		expect(choose(description)).toBe(selector);
	});

	it('means none when nothing on the page has to do with it', () => {
		expect(matchGroups('penguins', GROUPS)).toEqual([]);
		expect(matchGroups('each item', [])).toEqual([]);
	});

	it('can be described to a model', () => {
		const cards = GROUPS[1];
		expect(cards && describeGroup(cards)).toBe(
			'5 elements <li class="product-card"> under "Kettles", such as "Kettle 1 € 10"',
		);
	});
});
