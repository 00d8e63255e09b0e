import { accountGet, usageGet } from '../../../../nodes/Usage/operations/usage';
import { answerOf, runCalls, refusalOf, requestOf } from '../../../support/prepareOperation';

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
	const { items } = await runCalls(usageGet, {}, answerOf({ data: points }));
	expect(items.map(({ json }) => json)).toEqual(points);
});

test('totals add up, and latency is the average over all requests', async () => {
	const totalsOf = async (data: unknown[]) =>
		(await runCalls(usageGet, { splitInto: 'total' }, answerOf({ data }))).items;
	expect((await totalsOf(points)).map(({ json }) => json)).toEqual([
		{ range: '7d', requests: 8, crawls: 1, tokens: 10, captchas: 1, credits: 7.5, latency: 250 },
	]);
	expect((await totalsOf([]))[0]?.json).toMatchObject({ requests: 0, latency: 0 });
});

test('the account is shown as it comes', async () => {
	const data = { plan: 'free', creditsUsed: 3 };
	const { requests, items } = await runCalls(accountGet, {}, answerOf({ status: 'success', data }));
	expect(requests).toEqual([{ method: 'GET', path: '/account', expects: ['data'] }]);
	expect(items[0]?.json).toEqual(data);
});
