import { readFile, readdir } from 'node:fs/promises';

/**
 * Kills the processes that a process has started, and those alone: for the service, its browser.
 * Linux only, as it reads `/proc`.
 * @returns how many
 */
export async function killChildren(processId: number): Promise<number> {
	const candidates = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
	const parents = await Promise.all(candidates.map(readParent));
	const children = candidates.filter((_candidate, index) => parents[index] === processId);
	for (const child of children) process.kill(child, 'SIGKILL');
	return children.length;
}

// The name in brackets may hold anything; the state and the parent follow its last bracket.
async function readParent(processId: number): Promise<number | undefined> {
	const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
	const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
	return parent === undefined ? undefined : Number(parent);
}
