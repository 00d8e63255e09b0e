import { batchGetResult } from '../../../../nodes/Scrape/operations/batchGetResult';
import { pageGetResult } from '../../../../nodes/Scrape/operations/pageGetResult';
import type { OutputItem } from '../../../../nodes/shared/items/outputItem';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { JobOperation } from '../../../../nodes/shared/operations/operation';
import { isRecord } from '../../../../nodes/shared/transport/serviceBody';
import { valuesOf } from '../../../support/operationValues';
import { itemWith } from '../../../support/prepareOperation';
import { readJsonFile } from '../../../support/packageNodes';

const links = ['https://s.test/1.png'];
const page = {
	url: 'https://a.test/',
	title: 'A',
	markdownContent: '# A',
	success: true,
	lowContent: true,
	screenshotUrl: links[0],
};
const scrapeJob = {
	status: 'completed',
	result: {
		content: '# A',
		data: [page, page],
		ai_extraction_failed: true,
		extraction_empty: true,
	},
	schema_warnings: ['odd'],
};
const batchJob = {
	status: 'completed',
	items: [
		{
			url: 'https://a.test/',
			jobId: 'j-1',
			status: 'completed',
			result: '# A',
			screenshotUrl: links[0],
		},
	],
};

async function itemsOf(
	operation: JobOperation,
	values: ParameterValues,
	body: unknown,
): Promise<OutputItem[]> {
	const job = await operation.prepare(valuesOf(operation, values), itemWith());
	return job.toItems({ jobId: 'j-1', body });
}

/** What JSON Schema calls the type of a value. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return typeof value;
}

describe.each([
	['page/scrape', pageGetResult, { jobId: 'j-1', simplify: true }, scrapeJob],
	['page/getResult', pageGetResult, { jobId: 'j-1', simplify: true }, scrapeJob],
	['batch/scrape', batchGetResult, { batchId: 'b-1', simplify: true }, batchJob],
	['batch/getResult', batchGetResult, { batchId: 'b-1', simplify: true }, batchJob],
])('the output schema of %s', (place, operation, values, body) => {
	test('has every field of a simplified item, with its type', async () => {
		const { properties } = readJsonFile(`nodes/Scrape/__schema__/v1.0.0/${place}.json`);
		const [item] = await itemsOf(operation, values, body);
		const types = Object.entries(item?.json ?? {}).map(([name, value]) => {
			const schema = isRecord(properties) ? properties[name] : undefined;
			return [name, isRecord(schema) ? [schema.type].flat().includes(typeOf(value)) : undefined];
		});
		expect(types.length).toBeGreaterThan(3);
		expect(types.filter(([, isRight]) => isRight !== true)).toEqual([]);
	});
});
