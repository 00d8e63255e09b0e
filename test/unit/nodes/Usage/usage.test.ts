import { accountGet } from '../../../../nodes/Usage/operations/accountGet';
import { usageGet } from '../../../../nodes/Usage/operations/usageGet';
import { answerOf, prepareRequest, refusalOf, requestOf } from '../../../support/prepareOperation';

const points = [
	{
		label: 'Mon',
		date: '2026-11-16',
		requests: 2,
		crawls: 1,
		tokens: 10,
		captchas: 0,
		latency: 100,
		credits: 3,
	},
	{
		label: 'Tue',
		date: '2026-11-17',
		requests: 6,
		crawls: 0,
		tokens: 0,
		captchas: 1,
		latency: 300,
		credits: '4.5',
	},
];

test('a range is asked for', async () => {
	expect(await requestOf(usageGet, { range: 'weekly' })).toMatchObject({
		method: 'GET',
		path: '/usage-stats',
		query: { range: 'weekly' },
	});
	expect(await refusalOf(usageGet, { range: '90d' })).toContain('\'Range\' is "90d"');
});

test('each period is an item', async () => {
	const { toItems } = await prepareRequest(usageGet);
	expect(toItems(answerOf({ data: points })).map(({ json }) => json)).toEqual(points);
});

test('totals add up, and latency is the average over all requests', async () => {
	const { toItems } = await prepareRequest(usageGet, { splitInto: 'total' });
	expect(toItems(answerOf({ data: points })).map(({ json }) => json)).toEqual([
		{ range: '7d', requests: 8, crawls: 1, tokens: 10, captchas: 1, credits: 7.5, latency: 250 },
	]);
	expect(toItems(answerOf({ data: [] }))[0]?.json).toMatchObject({ requests: 0, latency: 0 });
});

test('the account is shown as it comes', async () => {
	const { request, toItems } = await prepareRequest(accountGet);
	const data = { plan: 'free', creditsUsed: 3 };
	expect(request).toEqual({ method: 'GET', path: '/account', expects: ['data'] });
	expect(toItems(answerOf({ status: 'success', data }))[0]?.json).toEqual(data);
});
