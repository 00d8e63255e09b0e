import type { IDataObject } from 'n8n-workflow';
import { everyOperation } from '../../../support/everyOperation';
import { runInMemory, type FakeOutcome } from '../../../support/fakeExecution';
import { answerJson } from '../../../support/proxyFaults';
import { SimulatedClock } from '../../../support/simulatedClock';

const done = { status: 'completed', error: null, progress: null };
const url = 'https://example.com/';
const part = (more: object) => ({ ...done, items: [{ url, jobId: 'j-2', ...more }] });
const documents = (more: object) => ({
	...done,
	batchId: 'b-1',
	documents: [{ jobId: 'j-1', fileName: 'a.pdf', ...more }],
});
const page = (more: object) => ({ pages: [{ url, ...more }] });

/** What a completed job may answer without content, by the path of its status or results. */
const EMPTY: Record<string, Record<string, unknown>> = {
	'GET /scrape/j-1': {
		'result null': { ...done, result: null },
		'no result': done,
		'a text': { ...done, result: 'Text' },
		'a list': { ...done, result: [] },
		'an empty object': { ...done, result: {} },
		'no pages': { ...done, result: { data: [], content: '' } },
		'pages null': { ...done, result: { data: null, content: null } },
		'a page without text': { ...done, result: { content: '', data: [{ url, success: true }] } },
	},
	'GET /batch/scrape/b-1': {
		'no items': { ...done, items: [] },
		'items null': { ...done, items: null },
		'a part without result': part({ status: 'completed', result: null }),
		'a part that has no result': part({ status: 'completed' }),
		'an empty part': part({ status: 'completed', result: '' }),
		'a part that still runs': part({ status: 'running' }),
		'a part that still waits': part({ status: 'pending', result: null }),
	},
	'GET /crawl/j-1/pages': {
		'no pages': { pages: [] },
		'pages null': { pages: null },
		'pages that are a text': { pages: 'none' },
		'only pages to come': page({ status: 'pending' }),
		'a page without data': page({ status: 'success', data: null }),
		'a page that has no data': page({ status: 'success' }),
		'an empty page': page({ status: 'success', data: '' }),
	},
	'GET /search/j-1': {
		'result null': { ...done, result: null },
		'no result': done,
		'a text': { ...done, result: 'none' },
		'no data': { ...done, result: { success: false } },
		'data null': { ...done, result: { success: true, data: null } },
		'no hits': { ...done, result: { success: false, data: {} } },
	},
	'GET /parse/j-1': {
		'no text': { jobId: 'j-1', status: 'completed', markdown: null, totalPages: 3, pagesParsed: 0 },
		'nothing but its name': { jobId: 'j-1', status: 'completed', fileName: 'a.pdf' },
		'an empty text': { jobId: 'j-1', status: 'completed', markdown: '' },
	},
	'GET /parse/batch/b-1': {
		'no documents': { ...done, batchId: 'b-1', documents: [] },
		'a document without text': documents({ status: 'completed', markdown: null }),
		'a document that still runs': documents({ status: 'running' }),
		'a document with an empty text': documents({ status: 'completed', markdown: '' }),
	},
};

async function runWith(name: string, route: string, empty: unknown): Promise<FakeOutcome> {
	const clock = new SimulatedClock();
	clock.replaceSystemClock();
	const row = everyOperation[name];
	if (!row) throw new Error(`No operation ${name}`);
	const [node = '', place = ''] = name.split(' ');
	const [resource, operation] = place.split('/');
	const parameters: IDataObject = { ...row.parameters, ...(resource && { resource }), operation };
	const served = new Map<string, number>();
	const run = runInMemory({ ...row, node, parameters }, clock, ({ method, path }) => {
		const key = `${method} ${path}`;
		if (key === route) return answerJson(200, empty);
		const answers = row.answers[key] ?? [];
		const count = served.get(key) ?? 0;
		served.set(key, count + 1);
		return answerJson(200, answers[Math.min(count, answers.length - 1)]);
	});
	return await clock.run(run);
}

const cases = Object.entries(EMPTY).flatMap(([route, answers]) =>
	Object.entries(everyOperation)
		.filter(([name, { answers: own }]) => route in own && !/cancel|page\/getMany/.test(name))
		.flatMap(([name]) => Object.keys(answers).map((label) => [name, route, label] as const)),
);

test('every operation that gives results of jobs is tried', () => {
	const withResult = Object.keys(everyOperation).filter((name) =>
		/(run|extract|scrape|parse|parseBatch|retry|search|getResult|getBatchResult|listAddresses)$/i.test(
			name,
		),
	);
	expect([...new Set(cases.map(([name]) => name))].toSorted()).toEqual(withResult.toSorted());
});

test.each(cases)('%s is not green without a word after %s: %s', async (name, route, label) => {
	const { items, error, hints } = await runWith(name, route, EMPTY[route]?.[label]);
	const failed = items.filter(({ json }) => json.success === false && json.errorMessage);
	const words = [
		error && `${error.message} ${error.description}`,
		...failed.map(({ json }) => String(json.errorMessage)),
		...hints.map(({ message }) => message),
	].filter(Boolean);
	expect(words).not.toEqual([]);
	// Only the service's own empty lists are "nothing found".
	expect(words.join(' ').includes('No results')).toBe(label === 'no hits');
	if (error && !name.includes('listAddresses')) expect(words[0]).toMatch(/j-1|b-1|j-2/);
});
