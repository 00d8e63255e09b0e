import { readFile, readdir } from 'node:fs/promises';

/** A process that another one has started. */
interface Child {
	id: number;
	/** The greater, the later it gets the processor. */
	niceness: number;
}

/** The processes that a process has started, without those that these have started. Linux only, as it reads `/proc`. */
export async function listChildren(processId: number): Promise<Child[]> {
	const candidates = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
	const read = await Promise.all(candidates.map(readProcess));
	return read.filter((one) => one?.parent === processId).filter((one) => one !== undefined);
}

/**
 * Kills the processes that a process has started, and those alone: for the service, its browser.
 * @returns how many
 */
export async function killChildren(processId: number): Promise<number> {
	const children = await listChildren(processId);
	for (const { id } of children) process.kill(id, 'SIGKILL');
	return children.length;
}

/** The place of the niceness behind the name. */
const NICENESS = 16;

// The name in brackets may hold anything; the state and the parent follow its last bracket.
async function readProcess(id: number): Promise<(Child & { parent: number }) | undefined> {
	const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
	if (stat === undefined) return undefined;
	const facts = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return { id, parent: Number(facts[1]), niceness: Number(facts[NICENESS]) };
}
