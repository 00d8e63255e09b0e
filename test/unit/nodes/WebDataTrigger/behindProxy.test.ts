import type { IDataObject } from 'n8n-workflow';
import { FakeAccount, type JobKindName } from '../../../support/fakeAccount';
import { PollBench } from '../../../support/pollBench';
import { PROXY_FAULTS } from '../../../support/proxyFaults';
import type { ReceivedRequest, Reply } from '../../../support/scriptedService';

const url = 'https://example.com/';

interface Event {
	parameters: IDataObject;
	/** What happens after activation. */
	change(account: FakeAccount): void;
	/** What is reported of it, once. */
	item: object;
}

function jobEvent(kind: JobKindName): Event {
	return {
		parameters: {
			...{ event: 'jobFinished', kinds: [kind], outcomes: ['finished'], jobOutput: 'result' },
			simplify: true,
		},
		change: ({ jobs }) =>
			void jobs.push({ id: 'j-1', kind, start: 1, end: 2, url, content: 'Text' }),
		item: { event: 'jobFinished', kind, outcome: 'finished', url },
	};
}

const EVENTS: Record<string, Event> = {
	'a batch': jobEvent('batch'),
	'a crawl': jobEvent('crawl'),
	'a scrape': jobEvent('scrape'),
	'a search': jobEvent('search'),
	'low credits': {
		parameters: { event: 'creditsBelow', threshold: 100 },
		change: (account) => void Object.assign(account, { credits: 5 }),
		item: { event: 'creditsBelow', creditsRemaining: 5 },
	},
	'a changed page': {
		parameters: { event: 'pageChanged', urls: url },
		change: (account) => void Object.assign(account, { page: () => ({ content: '# Other' }) }),
		item: { event: 'pageChanged', url, added: ['# Other'] },
	},
};

const keyOf = ({ method, path }: ReceivedRequest) => `${method} ${path}`;

/** What three polls after a change reported, when the first request of a route meets a fault. */
async function pollBehind(
	{ parameters, change }: Event,
	{ route, fault, isPassedOn }: { route?: string; fault?: Reply; isPassedOn?: boolean },
) {
	const account = new FakeAccount();
	let isFaulty = false;
	const bench = new PollBench(parameters, (request) => {
		if (!isFaulty || !fault || keyOf(request) !== route) return account.answer(request);
		isFaulty = false;
		if (isPassedOn) account.answer(request);
		return fault;
	});
	const before = await bench.activate();
	change(account);
	const reported: IDataObject[] = [...before];
	const errors: Error[] = [];
	const sentBefore = bench.service.requests.length;
	for (let poll = 1; poll <= 3; poll += 1) {
		await bench.clock.runUntil(poll * 60);
		isFaulty = poll === 1;
		await bench.poll().then(
			(items) => reported.push(...items),
			(error: Error) => errors.push(error),
		);
	}
	return { reported, errors, sent: bench.service.requests.slice(sentBefore) };
}

describe.each(Object.entries(EVENTS))('%s', (_name, event) => {
	test.each(Object.entries(PROXY_FAULTS))('is reported once behind %s', async (_fault, fault) => {
		const { reported, sent } = await pollBehind(event, {});
		expect(reported).toMatchObject([event.item]);
		for (const route of new Set(sent.map(keyOf))) {
			for (const isPassedOn of [false, true]) {
				const outcome = await pollBehind(event, { route, fault, isPassedOn });
				expect([route, outcome.reported]).toMatchObject([route, [event.item]]);
				// An error is of the one poll that met the fault.
				expect(outcome.errors.length).toBeLessThanOrEqual(1);
			}
		}
	});
});
