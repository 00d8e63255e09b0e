import { agentLedger, ledgerKey, openLedger } from '../../../../nodes/shared/jobs/jobLedger';

const submit = { submit: { method: 'POST' as const, path: '/jobs', body: { a: 1 } } };

test('what was recorded is found again in the same node context', () => {
	const context = {};
	openLedger(context).record('k-1', { jobId: 'j-1' });
	openLedger(context).record('k-2', { uncertain: true });
	expect(openLedger(context).find('k-1')).toEqual({ jobId: 'j-1' });
	expect(openLedger(context).find('k-2')).toEqual({ uncertain: true });
	expect(openLedger(context).find('k-3')).toBeUndefined();
});

test('what was forgotten is not found again', () => {
	const context = {};
	const ledger = openLedger(context);
	ledger.record('k-1', { jobId: 'j-1' });
	ledger.forget('k-1');
	expect(openLedger(context).find('k-1')).toBeUndefined();
});

test('it survives being stored by n8n, and leaves the rest of the context alone', () => {
	const context = { other: 7 };
	openLedger(context).record('k-1', { jobId: 'j-1' });
	const stored = JSON.parse(JSON.stringify(context));
	expect(stored.other).toBe(7);
	expect(openLedger(stored).find('k-1')).toEqual({ jobId: 'j-1' });
});

test.each([[null], ['text'], [{ k: 'text' }], [{ k: null }], [{ k: {} }]])(
	'a context that holds %j instead is no obstacle',
	(odd) => {
		expect(openLedger({ webDataExtractionJobs: odd }).find('k')).toBeUndefined();
	},
);

test('the same submit has the same key, every other one another', () => {
	const key = ledgerKey(0, [1], submit);
	expect(ledgerKey(0, [1], structuredClone(submit))).toBe(key);
	const others = [
		ledgerKey(1, [1], submit),
		ledgerKey(0, [2], submit),
		ledgerKey(0, [1, 2], submit),
		ledgerKey(0, [1], { submit: { ...submit.submit, body: { a: 2 } } }),
		ledgerKey(0, [1], { submit: { ...submit.submit, path: '/others' } }),
	];
	expect(new Set([key, ...others]).size).toBe(6);
});

describe('the key of a submit', () => {
	const file = { contentId: 'c-1', fileName: 'a.pdf', mimeType: 'application/pdf', sizeBytes: 7 };
	const form = (text: string, more: object = {}) => ({
		submit: {
			method: 'POST' as const,
			path: '/parse',
			form: [
				{ name: 'options', text },
				{ name: 'file', file: { ...file, open: async () => [], ...more } },
			],
		},
	});
	const key = ledgerKey(0, [0], form('{}'));

	test.each([
		['other options', form('{"prompt":"Total"}')],
		['another file of the same name and size', form('{}', { contentId: 'c-2' })],
		['another file name', form('{}', { fileName: 'b.pdf' })],
	])('differs for %s', (_label, start) => {
		expect(ledgerKey(0, [0], start)).not.toBe(key);
	});

	test('is the same for the same', () => {
		expect(ledgerKey(0, [0], form('{}'))).toBe(key);
	});
});

test('the jobs of one run of the node are told apart from those of another', () => {
	const ledger = openLedger({});
	ledger.record(ledgerKey(1, [0], submit), { jobId: 'j-1' });
	ledger.record(ledgerKey(1, [1], submit), { uncertain: true });
	ledger.record(ledgerKey(11, [0], submit), { jobId: 'j-11' });
	expect(ledger.jobIds(1)).toEqual(['j-1']);
});

describe('of an agent, who uses the node as a tool', () => {
	const started = (context: object, runIndex: number) =>
		agentLedger({ ...context }, true).find(ledgerKey(runIndex, [0], submit));

	test('a later call that reads on finds the job of the call before, in whichever run that was', () => {
		const context = {};
		agentLedger(context, false).record(ledgerKey(12, [0], submit), { jobId: 'j-1' });
		expect(started(context, 13)).toEqual({ jobId: 'j-1' });
		expect(started(context, 7)).toEqual({ jobId: 'j-1' });
		expect(agentLedger(context, false).find(ledgerKey(12, [0], submit))).toBeUndefined();
	});

	test('a submit that may have been lost is not kept: the agent may call again', () => {
		const context = {};
		agentLedger(context, false).record(ledgerKey(0, [0], submit), { uncertain: true });
		expect(started(context, 1)).toBeUndefined();
	});

	test('a job that was forgotten is started anew', () => {
		const context = {};
		const ledger = agentLedger(context, true);
		ledger.record(ledgerKey(0, [0], submit), { jobId: 'j-1' });
		ledger.forget(ledgerKey(0, [0], submit));
		expect(started(context, 1)).toBeUndefined();
		expect(ledger.jobIds(0)).toEqual([]);
	});

	test('the keys of its calls share nothing with those of a node', () => {
		const context = {};
		agentLedger(context, false).record(ledgerKey(0, [0], submit), { jobId: 'j-1' });
		expect(openLedger(context).find(ledgerKey(0, [0], submit))).toBeUndefined();
		expect(openLedger(context).jobIds(0)).toEqual([]);
	});
});
