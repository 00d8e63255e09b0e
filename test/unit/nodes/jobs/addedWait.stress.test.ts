import {
	ALLOWANCE,
	LONE_JOB,
	measureAddedWait,
	packageRunner,
	packageRunnerOneByOne,
	THIRTY_JOBS,
	TWENTY_BATCHES,
} from '../../../support/addedWait';

// Hundreds of jobs: a second or two of computing, more on a busy machine.
test('the end of a job alone is seen 1.2 s late on average, whatever its length', async () => {
	expect((await measureAddedWait(packageRunner, LONE_JOB)).meanSeconds).toBeLessThanOrEqual(1.2);
});

test('the end of a job among five is seen 2 s late on average, within the allowance of an account', async () => {
	const { meanSeconds, mostRequests } = await measureAddedWait(packageRunner, THIRTY_JOBS);
	expect(meanSeconds).toBeLessThanOrEqual(2);
	expect(mostRequests).toBeLessThanOrEqual(ALLOWANCE.requests);
});

test('the same holds where the service lists no jobs, so that each is asked for itself', async () => {
	const { meanSeconds, meanRequests } = await measureAddedWait(packageRunnerOneByOne, THIRTY_JOBS);
	expect(meanSeconds).toBeLessThanOrEqual(2);
	expect(meanRequests).toBeLessThanOrEqual(ALLOWANCE.requests);
});

test('the end of a batch among twenty is seen 2 s late on average, within the allowance of an account', async () => {
	const { meanSeconds, mostRequests } = await measureAddedWait(packageRunner, TWENTY_BATCHES);
	expect(meanSeconds).toBeLessThanOrEqual(2);
	expect(mostRequests).toBeLessThanOrEqual(ALLOWANCE.requests);
});
