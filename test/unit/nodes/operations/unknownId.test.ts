import type { IDataObject } from 'n8n-workflow';
import { everyOperation, refused } from '../../../support/everyOperation';
import { runInMemory } from '../../../support/fakeExecution';
import { SimulatedClock } from '../../../support/simulatedClock';

const ID_FIELDS = ['jobId', 'batchId', 'logId', 'fileId'];

function idOf(parameters: IDataObject): string | undefined {
	const [given] = ID_FIELDS.flatMap((name) => parameters[name] ?? []);
	return typeof given === 'object' ? String(Object(given).value) : given?.toString();
}

const asked = Object.entries(everyOperation).flatMap(([name, row]) => {
	const id = idOf(row.parameters);
	return id === undefined ? [] : [{ name, row, id }];
});

/** Runs an operation against a service that knows nothing. */
async function runUnknown({ name, row }: (typeof asked)[number], words: string): Promise<string> {
	const clock = new SimulatedClock();
	clock.replaceSystemClock();
	const [node = '', path = ''] = name.split(' ');
	const [resource, operation] = path.split('/');
	const parameters = { ...row.parameters, ...(resource && { resource }), operation };
	const run = runInMemory({ ...row, node, parameters }, clock, () => refused(404, words));
	const { error, items } = await clock.run(run);
	expect(items).toEqual([]);
	return error?.message ?? '';
}

test('all operations that take an ID are tried', () => {
	expect(asked.length).toBeGreaterThan(15);
});

describe.each(asked)('$name of something that the service does not know', (operation) => {
	test('names the ID', async () => {
		expect(await runUnknown(operation, 'Not found')).toMatch(
			new RegExp(String.raw`\b${operation.id}\b`),
		);
	});

	test('names it once if the service names it', async () => {
		const message = await runUnknown(operation, `There is no ${operation.id}.`);
		const said = message.replace(/^The service does not know the [\w -]+: /, '');
		expect(said).toBe(`There is no ${operation.id}.`);
	});
});
