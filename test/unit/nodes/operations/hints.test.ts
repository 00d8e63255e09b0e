import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import {
	describeMissingFiles,
	noteHints,
	notedHints,
	showHints,
} from '../../../../nodes/shared/operations/hints';

let logged: string[] = [];

beforeEach(() => {
	logged = [];
});

/** The messages of the hints that n8n gets. */
function shown(texts: string[]): string[] {
	const hints: NodeExecutionHint[] = [];
	const context = {
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
		getNode: () => ({ name: 'Node' }),
		logger: { info: (line: string) => logged.push(line) },
	} as unknown as IExecuteFunctions;
	showHints(context, texts);
	return hints.map(({ message }) => message);
}

test('two hints are shown as they are', () => {
	expect(shown(['a', 'b'])).toEqual(['a', 'b']);
});

test('of more, the first two are shown, and the others are in the log', () => {
	expect(shown(['a', 'b', 'c', 'd'])).toEqual(['a', "b (2 more in n8n's log)"]);
	expect(logged).toEqual(['Node: c', 'Node: d']);
});

test('what several jobs say is noted once', () => {
	const context = {} as IExecuteFunctions;
	noteHints(context, ['a', 'b']);
	noteHints(context, ['b', 'c']);
	expect(notedHints(context)).toEqual(['a', 'b', 'c']);
});

test('an old n8n, which has no hints, is no failure', () => {
	expect(() => showHints({} as IExecuteFunctions, ['a'])).not.toThrow();
});

test('any number of missing files is one hint, which names one of them', () => {
	const items = Array.from({ length: 20 }, (_item, index) => ({
		json: { missingFiles: [`The file '${index}.html' could not be read`] },
	}));
	expect(describeMissingFiles(items)).toEqual([
		expect.stringMatching(/^20 files are missing.*'0\.html' could not be read.*fresh ones/),
	]);
	expect(describeMissingFiles(items.slice(0, 1))).toEqual([
		expect.stringMatching(/^1 file is missing/),
	]);
	expect(describeMissingFiles([{ json: {} }, { json: { missingFiles: 'mine' } }])).toEqual([]);
});
