import type { ListControl } from '../../../service/src/browser/forEach/wholeList/listControls.ts';
import { isReading } from '../../../service/src/browser/forEach/wholeList/requestGuard.ts';
import { listWaysOn } from '../../../service/src/browser/forEach/wholeList/waysOn.ts';

const control = (facts: Partial<ListControl>): ListControl => ({
	does: facts.address === undefined ? 'stays' : 'opens',
	...{ address: '', text: 'x', isNext: false, isNumbered: false, trail: 'p>a' },
	...facts,
});

/** Where the controls of a page lead on to, best first. */
const leadOn = (url: string, controls: Array<Partial<ListControl>>, at?: number): string[] =>
	listWaysOn(
		{ controls: controls.map(control), ...(at !== undefined && { at }) },
		{ url, pages: 1, last: undefined, known: new Set() },
	).map(({ by, address, text }) => `${by} ${address || text}`);

const link = (address: string, text = 'x') => ({ address, text });
const number = (address: string, text: string) => ({ address, text, isNumbered: true });

describe('What leads on in a list', () => {
	const list = 'https://a.example/shop/list';

	it('is the next page by the query, and not another order or another part of the shop', () => {
		const links = ['?sort=price', '?color=blue', '?page=9', '?page=2', '?page=1'];
		expect(
			leadOn(
				list,
				links.map((query) => link(`${list}${query}`)),
			),
		).toEqual([`query ${list}?page=2`, `query ${list}?page=9`]);
		expect(leadOn(`${list}?page=3&q=tea`, [link(`${list}?page=2&q=tea`)])).toEqual([]);
		expect(
			leadOn(`${list}?start=20`, [link(`${list}?start=10`), link(`${list}?start=30`)]),
		).toEqual([`query ${list}?start=30`]);
		expect(leadOn(list, [link(`${list}?after=Yx4`)])).toEqual([`query ${list}?after=Yx4`]);
	});

	it('is the number after the current one, in the query or in the path', () => {
		const numbers = [1, 2, 3].map((each) => number(`${list}/page/${each}`, `${each}`));
		expect(leadOn(list, numbers, 1)).toEqual([`number ${list}/page/2`]);
		expect(leadOn(`${list}/page/2`, numbers, 2)).toEqual([`number ${list}/page/3`]);
		expect(
			leadOn('https://a.example/c/7/page-2.html', [link('https://a.example/c/7/page-3.html')]),
		).toEqual(['path https://a.example/c/7/page-3.html']);
	});

	it('is never another address of the site, another site, or an entry', () => {
		const away = ['/shop/list/category/2', '/shop/cart', '/login', '/shop/list/tea-2'];
		expect(
			leadOn(
				list,
				away.map((path) => link(`https://a.example${path}`)),
			),
		).toEqual([]);
		expect(leadOn(list, [link('https://b.example/shop/list?page=2')])).toEqual([]);
		expect(leadOn(list, [{ does: 'sends', address: 'https://a.example/order' }])).toEqual([]);
	});

	it('is what stays on the page, after all that says where it leads', () => {
		const controls = [{ text: 'more' }, link(`${list}?page=2`)];
		expect(leadOn(list, controls)).toEqual([`query ${list}?page=2`, 'trial more']);
	});
});

describe('A control that is tried may send', () => {
	const may = (method: string, postData = '', isNumber = false): boolean =>
		isReading({ method, postData }, { isNumber, nextNumber: 2 });

	it.each([
		['GET', '', false],
		['POST', 'action=load_more&page=1', false],
		['POST', '{"offset":20,"limit":20}', false],
		['POST', '{"query":"query Goods($after: String)","variables":{"after":"Yx4="}}', false],
		['POST', '{"requests":[{"params":"query=&page=1&hitsPerPage=20"}]}', false],
		['POST', '__EVENTARGUMENT=Page%242&__VIEWSTATE=wEP', true],
	])('%s %s', (method, body, isNumber) => {
		expect(may(method, body, isNumber)).toBe(true);
	});

	it.each([
		['POST', '{"all":true}', false],
		['POST', '{"quantity":2}', false],
		['POST', 'token=a81&page_url=%2Fcart', false],
		['POST', '{"query":"mutation Buy($page: Int)","variables":{"page":2}}', false],
		['DELETE', 'page=2', false],
		['POST', 'quantity=20', true],
	])('but not %s %s', (method, body, isNumber) => {
		expect(may(method, body, isNumber)).toBe(false);
	});
});
