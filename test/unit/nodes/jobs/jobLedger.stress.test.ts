import { growthOf, LINEAR } from '../../../support/growth';
import { openLedger } from '../../../../nodes/shared/jobs/jobLedger';

test('keeping a job costs the same however many there are', async () => {
	const growth = await growthOf(
		(size) => () => {
			const ledger = openLedger({});
			for (let job = 0; job < size; job += 1) ledger.record(`0:${job}`, { uncertain: true });
			for (let job = 0; job < size; job += 1) ledger.record(`0:${job}`, { jobId: `j-${job}` });
			for (let job = 0; job < size; job += 2) ledger.forget(`0:${job}`);
		},
		1_000,
	);
	expect(growth).toBeLessThan(LINEAR);
});
