import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { describeMissingFiles, showHints } from '../../../../nodes/shared/operations/hints';

/** The messages of the hints that n8n gets. */
function shown(texts: string[]): string[] {
	const hints: NodeExecutionHint[] = [];
	const context = {
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
	} as unknown as IExecuteFunctions;
	showHints(context, texts);
	return hints.map(({ message }) => message);
}

test('five hints are shown as they are', () => {
	expect(shown(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test.each([
	[6, 'And 1 more hint'],
	[200, 'And 195 more hints'],
])('%i different hints are five and a count', (count, last) => {
	const texts = Array.from({ length: count }, (_text, index) => `hint ${index}`);
	expect(shown(texts)).toEqual([...texts.slice(0, 5), last]);
});

test('what holds for most jobs comes first, once', () => {
	expect(shown(['rare', 'often', 'often'])).toEqual(['often (2 jobs)', 'rare']);
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
