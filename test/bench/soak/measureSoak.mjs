import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { groupOf, listMembers, readIfThere } from '../memory/groupMemory.mjs';
import { toTable } from '../table.mjs';

/** Jobs that are submitted and have not ended. */
const MOST_OPEN = 8;
const POLL_INTERVAL_MS = 250;
/** Between two kills, at most; half of it on average. */
const KILL_INTERVAL_MS = 8_000;
/** One kill of so many is that of the service itself, which a supervisor starts again. */
const KILLS_PER_RESTART = 12;
/** A job that takes longer counts as lost. */
const JOB_LIMIT_MS = 300_000;
const CRAWLED_PAGES = 8;

/**
 * @typedef {import('../localService.mjs').LocalService} LocalService
 * @typedef {object} Kind
 * @property {string} name
 * @property {(service: LocalService, site: string, number: number) => Promise<string>} start Answers with the
 * path of the job.
 * @property {(job: any, number: number) => boolean} isWhole
 */

/**
 * @param {object} [more] Fields of the request.
 * @param {string} [path] Of the page, before its number.
 * @returns {Omit<Kind, 'name'>}
 */
const scrape = (more = {}, path = 'plain') => ({
	async start(service, site, number) {
		const urls = [{ url: `${site}/${path}/${number}` }];
		const { jobId } = await service.submit('/scrape', { urls, ...more });
		return `/scrape/${jobId}`;
	},
	isWhole: (job, number) => JSON.stringify(job.result.data).includes(`Report ${number}`),
});

/** @type {Kind[]} */
const KINDS = [
	{ name: 'page', ...scrape() },
	{ name: 'page drawn by a script', ...scrape({}, 'rendered') },
	{ name: 'page, fast', ...scrape({ scrapeMode: 'fast' }) },
	{
		name: 'field of a page',
		...scrape({ schema: { type: 'object', properties: { title: { type: 'string' } } } }),
		isWhole: (job) => JSON.stringify(job.result.data).includes('Report'),
	},
	{
		name: `crawl of ${CRAWLED_PAGES} pages`,
		async start(service, site, number) {
			const { jobId } = await service.submit('/crawl', {
				baseUrl: `${site}/site/${number}`,
				crawlInstruction: 'all pages',
				crawlEntireDomain: true,
				maxPages: CRAWLED_PAGES,
			});
			return `/crawl/${jobId}`;
		},
		isWhole: ({ result }) =>
			result.filter((/** @type {{ data: string }} */ { data }) => /Report|Section/.test(data))
				.length === CRAWLED_PAGES,
	},
	...['report.docx', 'report.pdf', 'report.odt'].map((fileName) => ({
		name: fileName,
		start: async (/** @type {LocalService} */ service) =>
			await service.submitDocument({
				fileName,
				bytes: await readFile(inRepository(`test/fixtures/documents/programs/${fileName}`)),
			}),
		isWhole: (/** @type {any} */ { markdown }) => markdown.length > 100,
	})),
];

/** Has jobs of all kinds run while processes of all kinds are killed, and says what became of each. */
export class Soak {
	/** @type {LocalService} */
	#service;
	#site;
	#endsAtMs;
	#submitted = 0;
	/** @type {Map<string, { whole: number, failed: number, lost: number }>} */
	#ends = new Map();
	/** @type {Map<string, number>} */
	#kills = new Map();
	/** @type {Set<string>} */
	#reasons = new Set();

	/**
	 * @param {LocalService} service
	 * @param {string} site
	 * @param {number} minutes
	 */
	constructor(service, site, minutes) {
		this.#service = service;
		this.#site = site;
		this.#endsAtMs = performance.now() + minutes * 60_000;
	}

	async run() {
		const lanes = Array.from({ length: MOST_OPEN }, () => this.#submitJobs());
		await Promise.all([this.#killProcesses(), ...lanes]);
	}

	/** @returns {string} A Markdown section. */
	describe() {
		const jobs = [...this.#ends].map(([name, { whole, failed, lost }]) =>
			[name, whole + failed + lost, whole, failed, lost].map(String),
		);
		const kills = [...this.#kills].map(([name, count]) => [name, String(count)]);
		const reasons = [...this.#reasons].map((reason) => `- ${reason}`).join('\n');
		return [
			toTable(['job', 'submitted', 'whole', 'failed', 'lost'], jobs),
			toTable(['process', 'killed'], kills),
			reasons === '' ? 'No job failed.' : `Reasons of failed jobs:\n\n${reasons}`,
		].join('\n\n');
	}

	get #isOver() {
		return performance.now() > this.#endsAtMs;
	}

	async #submitJobs() {
		while (!this.#isOver) {
			const number = ++this.#submitted;
			const kind = KINDS[number % KINDS.length];
			if (kind === undefined) return;
			const path = await this.#untilAnswered(() => kind.start(this.#service, this.#site, number));
			const end = path === undefined ? 'lost' : await this.#waitForEnd(kind, number, path);
			const ends = this.#ends.get(kind.name) ?? { whole: 0, failed: 0, lost: 0 };
			ends[end] += 1;
			this.#ends.set(kind.name, ends);
		}
	}

	/**
	 * @param {Kind} kind
	 * @param {number} number
	 * @param {string} path
	 * @returns {Promise<'whole' | 'failed' | 'lost'>}
	 */
	async #waitForEnd(kind, number, path) {
		const limitMs = performance.now() + JOB_LIMIT_MS;
		while (performance.now() < limitMs) {
			const job = await this.#untilAnswered(() => this.#service.call(path));
			if (job === undefined) return 'lost';
			if (job.status === 'failed') {
				this.#reasons.add(`${kind.name}: ${job.error}`);
				return 'failed';
			}
			if (job.status === 'completed') {
				if (kind.isWhole(job, number)) return 'whole';
				this.#reasons.add(`${kind.name}: completed, but not whole`);
				return 'failed';
			}
			await sleep(POLL_INTERVAL_MS);
		}
		return 'lost';
	}

	/**
	 * Sends a request until the service answers: while it is started again nothing does.
	 * @template T
	 * @param {() => Promise<T>} send
	 * @returns {Promise<T | undefined>} undefined where it was refused
	 */
	async #untilAnswered(send) {
		const limitMs = performance.now() + JOB_LIMIT_MS;
		while (performance.now() < limitMs) {
			try {
				return await send();
			} catch (error) {
				// `fetch` throws a TypeError where there was no answer.
				if (!(error instanceof TypeError)) {
					this.#reasons.add(String(error));
					return undefined;
				}
			}
			await sleep(POLL_INTERVAL_MS);
		}
		return undefined;
	}

	async #killProcesses() {
		for (let kills = 1; !this.#isOver; kills += 1) {
			await sleep(Math.random() * KILL_INTERVAL_MS);
			const members = listProcesses(groupOf(this.#service));
			const isRestart = kills % KILLS_PER_RESTART === 0;
			const candidates = Map.groupBy(
				members.filter(({ isMain }) => isMain === isRestart),
				({ processId }) => (isRestart ? 'the service itself' : nameProcess(processId)),
			);
			// Each kind of process as often as the others, however many there are of it.
			const [name, alike] = pick([...candidates]) ?? [];
			const victim = pick(alike ?? []);
			if (name === undefined || victim === undefined) continue;
			try {
				process.kill(victim.processId, 'SIGKILL');
			} catch {
				// It has ended by itself meanwhile.
				continue;
			}
			this.#kills.set(name, (this.#kills.get(name) ?? 0) + 1);
			if (isRestart) await this.#service.startAgain();
		}
	}
}

/**
 * @template T
 * @param {readonly T[]} list
 * @returns {T | undefined}
 */
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/**
 * The service and all that it started; its browser has process groups of its own.
 * @param {number} groupId
 */
function listProcesses(groupId) {
	const members = listMembers(groupId);
	const known = new Set(members.map(({ processId }) => processId));
	const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	for (let found = -1; found !== known.size;) {
		found = known.size;
		for (const name of others) {
			const processId = Number(name);
			const parent = Number(/^PPid:\s*(\d+)/m.exec(readIfThere(`/proc/${name}/status`))?.[1]);
			if (known.has(processId) || !known.has(parent)) continue;
			known.add(processId);
			members.push({ processId, isMain: false });
		}
	}
	return members;
}

/**
 * What a process of the service is, by its command line.
 * @param {number} processId
 */
function nameProcess(processId) {
	const words = readIfThere(`/proc/${processId}/cmdline`).replaceAll('\0', ' ');
	const type = /--type=([\w-]+)/.exec(words)?.[1];
	if (type !== undefined) return `browser: ${type}`;
	if (/chrom/i.test(words)) return 'browser';
	return /([\w-]+)\.(?:ts|js|mjs)\b(?!.*\.(?:ts|js|mjs)\b)/.exec(words)?.[1] ?? 'another';
}

/**
 * @param {number} minutes
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureSoak(minutes) {
	const site = await startBenchSite();
	const service = await startLocalService();
	try {
		const soak = new Soak(service, site.url, minutes);
		await soak.run();
		return `## ${minutes} minutes of random kills\n\n${soak.describe()}`;
	} finally {
		await service.close();
		await site.stop();
	}
}
