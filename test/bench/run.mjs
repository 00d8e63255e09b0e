/**
 * `npm run bench`: measures the Scrape node in a real n8n beside a plain sequential loop, and the
 * local service beside bare playwright-core. Prints Markdown tables; takes about 15 minutes, most of
 * them for the loop. `-- --items 1,20` and `-- --pages 40` measure less.
 */
import { parseArgs } from 'node:util';
import { continueUnderNode24, runProgram } from '../../scripts/lib/program.mjs';
import { setUpNode, setUpPackedPackage, setUpTools } from '../../scripts/lib/setup/setUp.mjs';
import { step } from '../../scripts/lib/steps.mjs';

/** @param {string | undefined} text */
function readCount(text = '') {
	const count = Number(text);
	if (!Number.isInteger(count) || count < 1) {
		throw new Error(`"${text}" is not a number of items or pages: give whole numbers from 1.`);
	}
	return count;
}

runProgram(async () => {
	const { values } = parseArgs({
		options: {
			items: { type: 'string', default: '1,20,100' },
			pages: { type: 'string', default: '120' },
		},
	});
	const itemCounts = values.items.split(',').map(readCount);
	const pageCount = readCount(values.pages);
	await setUpNode();
	await continueUnderNode24();
	await setUpTools();
	await setUpPackedPackage();
	await import('./typescriptImports.mjs');
	const { describeMachine } = await import('./machine.mjs');
	const { measureWaiting } = await import('./waiting/measureWaiting.mjs');
	const { measureThroughput } = await import('./throughput/measureThroughput.mjs');
	const throughput = await step('Measuring the throughput of the local service', () =>
		measureThroughput(pageCount),
	);
	const waiting = await step('Measuring the Scrape node in n8n', (report) =>
		measureWaiting(itemCounts, report),
	);
	console.log(['', describeMachine(), waiting, throughput].join('\n\n'));
	return 0;
});
