import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../scripts/lib/steps.mjs';
import { ATTACKS, startAttackSite, toRequest } from '../../support/attacks.mjs';
import { startLocalService } from '../localService.mjs';
import { groupOf, watchMemory } from '../memory/groupMemory.mjs';
import { toTable } from '../table.mjs';

const ASK_INTERVAL_MS = 40;
const ATTACK_LIMIT_MS = 300_000;

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
		return [
			'## Hostile input',
			`While each is read, the service is asked for usage figures and the job every ${ASK_INTERVAL_MS} ms; waits in milliseconds, the service's own memory at most in megabytes.`,
			toTable(['attack', 'median wait', 'worst wait', 'memory', 'seconds', 'how it ended'], rows),
			`Memory at most: ${peak.main.toFixed(0)} MB the service itself, ${peak.helpers.toFixed(0)} MB its browser and helpers.`,
		].join('\n\n');
	} finally {
		await service.close();
		await site.stop();
	}
}

/**
 * @param {LocalService} service
 * @param {Attack} attack
 * @param {string} url
 */
async function measureAttack(service, attack, url) {
	const startMs = performance.now();
	/** @type {number[]} */
	const waits = [];
	const request = toRequest(attack, url);
	const { jobId } = await service.submit(request.path, request.body);
	const path = `${request.path}/${jobId}`;
	for (let turn = 0; ; turn += 1) {
		const askedMs = performance.now();
		const answer = await service.call(turn % 2 === 0 ? path : '/usage-stats?range=7d');
		waits.push(performance.now() - askedMs);
		if (answer.status === 'completed' || answer.status === 'failed') {
			const end = answer.status === 'failed' ? `failed: ${shorten(answer.error)}` : 'completed';
			return { waits, seconds: (performance.now() - startMs) / 1000, end };
		}
		if (performance.now() - startMs > ATTACK_LIMIT_MS) {
			return { waits, seconds: ATTACK_LIMIT_MS / 1000, end: '**no end**' };
		}
		await sleep(ASK_INTERVAL_MS);
	}
}

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
