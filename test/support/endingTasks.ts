import { sendMessage, serveTasks } from '../../service/src/workers/serveTasks.ts';

/** A program of a pool whose task says in which process it runs. */
const TASKS = {
	async read(words: string) {
		await sendMessage(process.pid);
		return words.toUpperCase();
	},
};

export type EndingTasks = typeof TASKS;

serveTasks(TASKS);
