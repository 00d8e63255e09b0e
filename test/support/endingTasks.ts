import { setTimeout as sleep } from 'node:timers/promises';
import { sendMessage, serveTasks } from '../../service/src/workers/serveTasks.ts';

/** A program of a pool whose task says in which process it runs, and takes long enough to be killed meanwhile. */
const TASKS = {
	async read(words: string) {
		await sendMessage(process.pid);
		await sleep(3_000);
		return words.toUpperCase();
	},
};

export type EndingTasks = typeof TASKS;

serveTasks(TASKS);
