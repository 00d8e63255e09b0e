import { ledgerKey, openLedger } from '../../../../nodes/shared/jobs/jobLedger';

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
