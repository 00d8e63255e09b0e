import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../scripts/lib/steps.mjs';
import { ATTACKS, startAttackSite, toRequest } from '../../support/attacks.mjs';
import { startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { groupOf, watchMemory } from '../memory/groupMemory.mjs';
import { toTable } from '../table.mjs';
import { askMeanwhile } from './askMeanwhile.mjs';

const POLL_INTERVAL_MS = 40;
const ATTACK_LIMIT_MS = 300_000;
/** Pages that are submitted together. */
const AT_ONCE = 40;

/** @typedef {import('../../support/attacks.mjs').Attack} Attack */
/** @typedef {import('../localService.mjs').LocalService} LocalService */

/**
 * Has the service read what strangers may send, one attack after the other, and asks it for other
 * things meanwhile.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureHostile(report) {
	const site = await startAttackSite();
	const ordinarySite = await startBenchSite();
	const service = await startLocalService();
	try {
		const rows = [];
		/** What was taken at most while one was read. */
		const peak = { main: 0, helpers: 0 };
		/** @type {number[]} */
		const allWaits = [];
		for (const attack of ATTACKS) {
			report(attack.name);
			const watch = watchMemory(groupOf(service));
			const { waits, seconds, end } = await measureAttack(service, attack, site.url(attack));
			const { main, helpers } = watch();
			peak.main = Math.max(peak.main, main);
			peak.helpers = Math.max(peak.helpers, helpers);
			allWaits.push(...waits);
			// All of them take minutes: who stops it sees what came until then.
			say(`${attack.name}: ${seconds.toFixed(1)} s, ${end}`);
			rows.push([attack.name, ...describeWaits(waits), main.toFixed(0), seconds.toFixed(1), end]);
		}
		rows.push(['**all**', ...describeWaits(allWaits), peak.main.toFixed(0), '', '']);
		report(`${AT_ONCE} pages at once`);
		const together = await measureTogether(service, ordinarySite.url, site);
		return [
			'## Hostile input',
			`While each is read, the service is asked for usage figures every 40 ms; waits in milliseconds, the service's own memory at most in megabytes.`,
			toTable(['attack', 'median wait', 'worst wait', 'memory', 'seconds', 'how it ended'], rows),
			`${AT_ONCE} pages at once, the service asked in the same way:`,
			toTable(['pages', 'median wait', 'worst wait'], together),
			`Memory at most: ${peak.main.toFixed(0)} MB the service itself, ${peak.helpers.toFixed(0)} MB its browser and helpers.`,
		].join('\n\n');
	} finally {
		await service.close();
		await site.stop();
		await ordinarySite.stop();
	}
}

/**
 * @param {LocalService} service
 * @param {Attack} attack
 * @param {string} url
 */
async function measureAttack(service, attack, url) {
	const startMs = performance.now();
	const request = toRequest(attack, url);
	let end = '**no end**';
	const waits = await askMeanwhile(service, async () => {
		const { jobId } = await service.submit(request.path, request.body);
		while (performance.now() - startMs < ATTACK_LIMIT_MS) {
			const job = await service.call(`${request.path}/${jobId}`);
			if (job.status === 'failed') return (end = `failed: ${shorten(job.error)}`);
			if (job.status === 'completed') return (end = 'completed');
			await sleep(POLL_INTERVAL_MS);
		}
	});
	return { waits, seconds: (performance.now() - startMs) / 1000, end };
}

/**
 * The waits while ordinary pages are read, and while as many that were made to hold it up are.
 * @param {LocalService} service
 * @param {string} ordinary Address of a site of ordinary pages.
 * @param {import('../../support/attacks.mjs').AttackSite} site
 */
async function measureTogether(service, ordinary, site) {
	const attacks = ATTACKS.filter(({ kind }) => kind === 'page');
	const hostile = Array.from({ length: AT_ONCE }, (_page, at) => {
		const attack = attacks[at % attacks.length];
		if (attack === undefined) throw new Error('There are no hostile pages');
		return toRequest(attack, site.url(attack));
	});
	const calm = Array.from({ length: AT_ONCE }, (_page, at) => ({
		path: '/scrape',
		body: { urls: [{ url: `${ordinary}/plain/${at}` }] },
	}));
	return [
		['ordinary', ...describeWaits(await waitsWhile(service, calm))],
		['hostile', ...describeWaits(await waitsWhile(service, hostile))],
	];
}

/**
 * @param {LocalService} service
 * @param {{ path: string, body: object }[]} requests
 */
const waitsWhile = (service, requests) =>
	askMeanwhile(service, () =>
		Promise.allSettled(
			requests.map(async ({ path, body }) => {
				const { jobId } = await service.submit(path, body);
				await service.waitForEnd(`${path}/${jobId}`);
			}),
		),
	);

/** @param {number[]} waits At least one. */
function describeWaits(waits) {
	const sorted = waits.toSorted((one, other) => one - other);
	const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
	return [median.toFixed(0), (sorted.at(-1) ?? NaN).toFixed(0)];
}

/** @param {string} reason */
function shorten(reason) {
	const line = reason.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
	return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
