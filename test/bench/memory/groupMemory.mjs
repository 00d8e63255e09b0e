import { readdirSync, readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const SAMPLE_INTERVAL_MS = 50;
/** Looking for new processes costs more than looking at known ones. */
const SAMPLES_PER_SEARCH = 10;
const PAGE_BYTES = 4096;
const BYTES_PER_MEGABYTE = 1_000_000;

/**
 * What a program took at most while it was watched, in megabytes of resident memory.
 * @typedef {object} MemoryPeak
 * @property {number} main Of the program's own process.
 * @property {number} growth Of the program's own process, above what it had at first.
 * @property {number} helpers Of all processes that it started, together.
 */

/**
 * Watches a program's memory through Linux's /proc.
 * @param {number} groupId Of the process group that the program runs in (`Child` in
 * scripts/lib/children.mjs): its leader starts the program, which may start others.
 * @returns {() => MemoryPeak} Ends it.
 */
export function watchMemory(groupId) {
	let members = listMembers(groupId);
	const first = measure(members).main;
	let peak = measure(members);
	let samples = 0;
	const timer = setInterval(() => {
		samples += 1;
		if (samples % SAMPLES_PER_SEARCH === 0) members = listMembers(groupId);
		const { main, helpers } = measure(members);
		peak = { main: Math.max(peak.main, main), helpers: Math.max(peak.helpers, helpers) };
	}, SAMPLE_INTERVAL_MS).unref();
	return () => {
		clearInterval(timer);
		return { main: peak.main, growth: peak.main - first, helpers: peak.helpers };
	};
}

/**
 * @param {{ groupId: number | undefined }} program
 * @returns {number} The process group that it runs in.
 */
export function groupOf({ groupId }) {
	if (groupId === undefined) throw new Error('What is to be measured does not run');
	return groupId;
}

/** @typedef {{ processId: number, isMain: boolean }} Member */

/**
 * @param {number} groupId
 * @returns {Member[]} The program and what it started, without the leader.
 */
export function listMembers(groupId) {
	const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	return numbers.flatMap((name) => {
		const stat = readIfThere(`/proc/${name}/stat`);
		// The fields behind the name in brackets: state, parent, group.
		const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const processId = Number(name);
		if (Number(group) !== groupId || processId === groupId) return [];
		return [{ processId, isMain: Number(parent) === groupId }];
	});
}

/** @param {Member[]} members */
function measure(members) {
	const sum = (/** @type {boolean} */ isMain) =>
		members
			.filter((member) => member.isMain === isMain)
			.reduce((total, { processId }) => total + residentMegabytes(processId), 0);
	return { main: sum(true), helpers: sum(false) };
}

/** @param {number} processId */
function residentMegabytes(processId) {
	const [, residentPages] = readIfThere(`/proc/${processId}/statm`).split(' ');
	return (Number(residentPages ?? 0) * PAGE_BYTES) / BYTES_PER_MEGABYTE;
}

/**
 * A file of a process; empty where it has ended.
 * @param {string} file
 */
export function readIfThere(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		// The process has ended since it was listed.
		return '';
	}
}
