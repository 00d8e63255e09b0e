import type { BrowserAction, ItemAction } from '../../../service/src/browser/actions/action.ts';
import { checkActionLimits } from '../../../service/src/scrape/scrapeRequest.ts';

const url = 'https://shop.example/';
const click: ItemAction = { type: 'click', selector: '.more' };
const list = (length: number) => Array.from({ length }, () => click);

describe('checkActionLimits', () => {
	it('lets what people ask for pass', () => {
		const actions: BrowserAction[] = [...list(50), { type: 'wait', duration: 60_000 }];
		expect(() => checkActionLimits({ urls: [{ url }, { url, actions }] })).not.toThrow();
	});

	it('counts actions, those inside a forEach included', () => {
		const forEach: BrowserAction = {
			type: 'forEach',
			observe: 'cards',
			mode: 'click',
			actions: list(60),
		};
		expect(() => checkActionLimits({ urls: [{ url, actions: [...list(50), forEach] }] })).toThrow(
			'urls[0].actions asks for 111 actions: at most 100 are run on a page.',
		);
	});

	it('adds up pauses', () => {
		const wait: ItemAction = { type: 'wait', duration: 100_000 };
		const forEach: BrowserAction = {
			type: 'forEach',
			observe: 'cards',
			mode: 'click',
			waitAfterClick: 150_000,
			actions: [wait],
		};
		expect(() => checkActionLimits({ urls: [{ url }, { url, actions: [wait, forEach] }] })).toThrow(
			'urls[1].actions asks for pauses of 350000 ms together: at most 300000 ms are waited on a page.',
		);
	});
});
