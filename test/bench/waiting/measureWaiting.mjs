import {
	ALLOWANCE,
	handMadeLoop,
	LONE_JOB,
	measureAddedWait,
	packageRunner,
	packageRunnerOnAllowance,
	packageRunnerOneByOne,
	THIRTY_JOBS,
	TWENTY_BATCHES,
} from '../../support/addedWait';
import { toTable } from '../table.mjs';

const WINDOW = `${ALLOWANCE.requests} requests in ${ALLOWANCE.windowSeconds / 60} minutes`;

const CAPTION = `How much later than a job's end its result is there: jobs of 1 to 60 s, on simulated time. The loop is what people build by hand: submit, ask every 3 s. An account may send ${WINDOW}; runs are shorter than that.`;

/** @type {Array<[string, import('../../support/addedWait').WaitingWorker, import('../../support/addedWait').RunShape]>} */
const ROWS = [
	['One job: the nodes', packageRunner, LONE_JOB],
	['One job: a loop', handMadeLoop, LONE_JOB],
	['30 jobs, 5 at a time: the nodes', packageRunner, THIRTY_JOBS],
	['The same, if the service cannot list jobs', packageRunnerOneByOne, THIRTY_JOBS],
	['The same, with rate-limit headers', packageRunnerOnAllowance, THIRTY_JOBS],
	['30 jobs, 5 at a time: loops', handMadeLoop, THIRTY_JOBS],
	['20 batches at once: the nodes', packageRunner, TWENTY_BATCHES],
	['20 batches at once: loops', handMadeLoop, TWENTY_BATCHES],
];

const TITLES = ['', 'Jobs', 'Wait added: mean', 'longest', 'Requests of a run: mean', 'most'];

/**
 * Measures the package's job runner and client beside loops, on simulated time.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureWaiting() {
	/** @type {string[][]} */
	const rows = [];
	for (const [name, work, shape] of ROWS) {
		rows.push([
			name,
			`${shape.runs * shape.jobs}`,
			...toCells(await measureAddedWait(work, shape)),
		]);
	}
	return `### Waiting\n\n${CAPTION}\n\n${toTable(TITLES, rows)}`;
}

/**
 * @param {import('../../support/addedWait').AddedWait} wait
 * @returns {string[]}
 */
function toCells({ meanSeconds, longestSeconds, meanRequests, mostRequests }) {
	return [
		`${meanSeconds.toFixed(2)} s`,
		`${longestSeconds.toFixed(1)} s`,
		meanRequests.toFixed(0),
		String(mostRequests),
	];
}
