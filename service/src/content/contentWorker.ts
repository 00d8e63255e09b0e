import { parentPort } from 'node:worker_threads';
import { convertPage } from '../page/convertPage.ts';
import { answerByRules } from '../extract/answerByRules.ts';
import { readMarkdownText } from '../page/markdownText.ts';

/** What the threads of the pool do, by name. */
const TASKS = { convertPage, readMarkdownText, answerByRules };

type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>;
export type TaskOutput<Name extends TaskName> = ReturnType<Tasks[Name]>;

/** A message to a thread. */
export type TaskRequest = { [Name in TaskName]: { name: Name; input: TaskInput<Name> } }[TaskName];

/** What a thread answers: the output, or why there is none. */
export type TaskAnswer<Name extends TaskName> = { output: TaskOutput<Name> } | { error: string };

parentPort?.on('message', (request: TaskRequest) => {
	parentPort?.postMessage(answer(request));
});

function answer(request: TaskRequest): TaskAnswer<TaskName> {
	try {
		return { output: perform(request) };
	} catch (error) {
		const isTooDeep = error instanceof RangeError;
		if (isTooDeep) return { error: 'it is nested deeper than is read' };
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

function perform(request: TaskRequest): TaskOutput<TaskName> {
	switch (request.name) {
		case 'convertPage':
			return TASKS.convertPage(...request.input);
		case 'readMarkdownText':
			return TASKS.readMarkdownText(...request.input);
		case 'answerByRules':
			return TASKS.answerByRules(...request.input);
	}
}
