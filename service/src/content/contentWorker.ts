import { parentPort } from 'node:worker_threads';
import { convertPage } from './convertPage.ts';
import { readDocument } from './extraction/ruleBased/readDocument.ts';
import { readPage } from './extraction/ruleBased/readPage.ts';

/** What the threads of the pool do, by name. */
interface Tasks {
	convertPage: typeof convertPage;
	readPage: typeof readPage;
	readDocument: typeof readDocument;
}

export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
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
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

function perform({ name, input }: TaskRequest): TaskOutput<TaskName> {
	switch (name) {
		case 'convertPage':
			return convertPage(input);
		case 'readPage':
			return readPage(input);
		case 'readDocument':
			return readDocument(input);
	}
}
