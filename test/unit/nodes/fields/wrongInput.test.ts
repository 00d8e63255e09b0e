import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { createGet, createGetMany } from '../../../../nodes/Logs/logOperations';
import { readRunLimits } from '../../../../nodes/shared/fields/waiting';
import { InputError, type ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { scrapeLogListing } from '../../../../nodes/shared/jobTypes/logRows';
import type { Operation } from '../../../../nodes/shared/operations/operation';
import { creditsBelow } from '../../../../nodes/WebDataTrigger/creditsBelow';
import { jobFinished } from '../../../../nodes/WebDataTrigger/jobFinished/jobFinished';
import { pageChanged } from '../../../../nodes/WebDataTrigger/pageChanged/pageChanged';
import { at, isRecord, type Json, record, resolved } from '../../../support/contractDocument';
import { valuesOf } from '../../../support/operationValues';
import { ROOT } from '../../../support/repositoryFiles';
import { itemWith } from '../../../support/prepareOperation';

/** Something with fields, and what reads them. */
interface Reader {
	name: string;
	fields: readonly INodeProperties[];
	read(values: ParameterValues): Promise<void>;
}

async function readOperation(operation: Operation, values: ParameterValues): Promise<void> {
	if (operation.kind === 'request') {
		await operation.prepare(values, itemWith());
		return;
	}
	const { refused } = await operation.plan([{ values, item: itemWith() }]);
	if (refused[0]) throw refused[0].error;
	readRunLimits(values, { jobs: 1 });
}

/** The operations that the files of a node export. */
function operationsOf(node: string): Array<[string, Operation]> {
	const folder = join(ROOT, 'nodes', node, 'operations');
	return readdirSync(folder).flatMap((file) =>
		Object.entries(jest.requireActual<Record<string, Operation>>(join(folder, file))),
	);
}

const log = {
	...{ resource: 'scrapeLog', label: 'scrape log', listing: scrapeLogListing, listMethod: 'list' },
	...{ searchDescription: '', simplifiedFields: [] },
};

const operations: Array<[string, Operation]> = [
	...['Scrape', 'Crawl', 'Search', 'Parse', 'Usage'].flatMap(operationsOf),
	['logGet', createGet(log)],
	['logGetMany', createGetMany(log)],
];

const READERS: Reader[] = [
	...operations.map(([name, operation]) => ({
		name,
		fields: operation.fields,
		read: async (values: ParameterValues) => await readOperation(operation, values),
	})),
	...[pageChanged, jobFinished, creditsBelow].map((event) => ({
		name: event.value,
		fields: event.fields,
		read: async (values: ParameterValues) => void event.prepare(values),
	})),
];

/** What makes an operation complete, as far as it has such fields. */
const COMPLETE: ParameterValues = {
	...{ urls: 'https://a.test/', baseUrl: 'https://a.test/', url: 'https://a.test/x.pdf' },
	...{ query: 'q', jobId: 'j-1', batchId: 'b-1', logId: 'l-1', fileId: 'f-1' },
	source: 'url',
};

/** What it needs besides, by what is to be got. */
const NEEDED: Readonly<Record<string, ParameterValues>> = {
	...{ rows: { fieldsText: 'name' }, record: { fieldsText: 'name' } },
	...{ answer: { prompt: 'Titles' }, markdown: {} },
};

/** What makes an option count. */
const BESIDE: Readonly<Record<string, ParameterValues>> = {
	scrapeMaxResults: { scrapeFormats: ['markdown'] },
	markdownFileField: { markdownAsFile: true },
};

const NO_TEXT = [{}, { a: 1 }, [{}]];

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
	boolean: ['yes', 'on', '1', 0, 1, NaN, [], {}],
	number: [
		...['abc', '5 pages', '1,5', '1,000', '0x10', '1e400', '5-10', '１０'],
		...[-1, NaN, Infinity, -Infinity, true, [], [5], {}],
	],
	string: NO_TEXT,
	options: ['nope', '', 7, null, [], {}],
	multiOptions: ['nope', 7, ['nope'], [1], {}, [{}]],
	json: ['{"a":1,}', '// c\n{}', '{"a":1} // c', "{'a':1}", '[1', 'x', 5, true],
	dateTime: ['yesterday', '21.11.2026', '2026-02-30', '2026-13-01', '2026-1-5', 5, true, [], {}],
	resourceLocator: ['', '  ', null, [], {}],
	collection: ['x', 5, true, []],
	fixedCollection: ['x', 5, true, [], { field: 'x' }, { action: 5 }, { action: [5] }],
};

/** A switch that the node reads before the operation does: see operations/login.test.ts. */
const READ_ELSEWHERE = ['useLogin'];

/** Fields that take part of a number, and those that read a text as a list. */
const FRACTIONS = ['minChangePercent', 'threshold'];
/** Names may also be given as an example or a JSON schema. */
const AS_JSON = ['fieldsText'];
const wrongFor = ({ type, name, required }: INodeProperties): readonly unknown[] => {
	if (AS_JSON.includes(name)) {
		return [[], {}, [{}], 'a: nubmer', [''], ...(required === true ? ['', null] : [])];
	}
	return type === 'number' && !FRACTIONS.includes(name)
		? [...(WRONG.number ?? []), 1.5, '1.5']
		: (WRONG[type] ?? []);
};

interface Row {
	field: INodeProperties;
	set: (value: unknown) => ParameterValues;
}

/** The fields of a reader, those of its collections included, each shown. */
function rowsOf({ fields }: Reader): Row[] {
	return fields.flatMap((field): Row[] => {
		const shown = Object.entries(field.displayOptions?.show ?? {}).flatMap(([name, values]) =>
			name.startsWith('@') ? [] : [[name, values?.[0]]],
		);
		const beside = Object.fromEntries(shown);
		const own = { field, set: (value: unknown) => ({ ...beside, [field.name]: value }) };
		if (field.type !== 'collection') return [own];
		const inner = (field.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
		return [
			own,
			...inner.map((option) => ({
				field: option,
				set: (value: unknown) => ({
					[field.name]: { ...BESIDE[option.name], [option.name]: value },
				}),
			})),
		].filter(({ field: { name } }) => !READ_ELSEWHERE.includes(name));
	});
}

async function refusalOf({ read, fields }: Reader, set: ParameterValues): Promise<unknown> {
	const own = Object.entries(COMPLETE).filter(([name]) => fields.some((one) => one.name === name));
	const get = set.get ?? fields.find(({ name }) => name === 'get')?.default;
	const needed = NEEDED[String(get)] ?? { fieldsText: 'name', prompt: 'Titles' };
	const asked = Object.entries(needed).filter(([name]) => fields.some((one) => one.name === name));
	return await read(
		valuesOf({ fields }, { ...Object.fromEntries([...own, ...asked]), ...set }),
	).then(
		() => undefined,
		(error: unknown) => error,
	);
}

const READING_FIELDS = READERS.filter(({ fields }) => fields.length > 0);

/** An operation reads its parameters before it sends anything: what throws here was not sent. */
describe.each(READING_FIELDS.map((reader) => [reader.name, reader] as const))(
	'%s refuses what its fields cannot use',
	(_name, reader) => {
		test.each(rowsOf(reader).map((row) => [row.field.name, row] as const))(
			'%s, with the field and what to do',
			async (_field, { field, set }) => {
				for (const value of wrongFor(field)) {
					const error = await refusalOf(reader, set(value));
					const shown = `${field.name} <- ${JSON.stringify(value)}`;
					if (!(error instanceof InputError)) throw new Error(`${shown}: ${String(error)}`);
					expect(`${shown}: ${error.message} ${error.description}`).toContain(field.displayName);
					expect(error.description).not.toBe('');
				}
			},
		);
	},
);

/** The bodies that operations send, whose bounds hold for the fields of the same names. */
const BODIES: Readonly<Record<string, string>> = {
	crawlRun: 'CrawlRequest',
	crawlExtract: 'CrawlExtractRequest',
	documentParse: 'ParseRequest',
	search: 'SearchRequest',
};

/** A text of so many characters, as the contract counts them: an emoji is one. */
function textOf(length: number, { pattern }: Json): string {
	return pattern === undefined ? '🙂'.repeat(length) : 'https://a.test/'.padEnd(length, 'a');
}

/** The most that a property takes, and more than that, for each of its bounds. */
function boundsOf(property: unknown): Array<[most: unknown, tooMuch: unknown]> {
	if (!isRecord(property)) return [];
	const schema = resolved(property);
	const { maximum, maxLength, maxItems, items } = schema;
	const bounds: Array<[unknown, unknown]> = boundsOf(items).map(([most, more]) => [[most], [more]]);
	if (typeof maximum === 'number') bounds.push([maximum, maximum + 1]);
	if (typeof maxLength === 'number') {
		bounds.push([textOf(maxLength, schema), textOf(maxLength + 1, schema)]);
	}
	if (typeof maxItems === 'number') {
		bounds.push([Array(maxItems).fill('/a'), Array(maxItems + 1).fill('/a')]);
	}
	return bounds;
}

/** Fields that go by another name there. */
const CONTRACT_NAMES: Readonly<Record<string, string>> = {
	instructions: 'transformInstruction',
	prompt: 'transformInstruction',
};

const BOUNDED = READERS.flatMap((reader) => {
	const body = BODIES[reader.name];
	const properties = body === undefined ? {} : record(at('components', 'schemas', body).properties);
	return rowsOf(reader).flatMap((row) =>
		boundsOf(properties[CONTRACT_NAMES[row.field.name] ?? row.field.name]).map(([most, more]) => ({
			reader,
			row,
			most,
			more,
		})),
	);
});

test('some fields have bounds of the contract', () => {
	const names = BOUNDED.map(({ row }) => row.field.name);
	expect([...new Set(names)].sort()).toEqual([
		...['baseUrl', 'crawlInstruction', 'excludePaths', 'includePaths', 'instructions'],
		'limit',
		...['prompt', 'url'],
	]);
});

test.each(
	BOUNDED.map((bounded) => [bounded.reader.name, bounded.row.field.name, bounded] as const),
)(
	'%s takes as much in %s as the service does, and names the field where it is more',
	async (_name, _field, { reader, row: { field, set }, most, more }) => {
		expect(await refusalOf(reader, set(most))).toBeUndefined();
		const error = await refusalOf(reader, set(more));
		if (!(error instanceof InputError)) throw new Error(`${field.name}: ${String(error)}`);
		expect(error.message).toContain(field.displayName);
		expect(error.message.length).toBeLessThan(300);
		expect(error.description).toMatch(/\d/);
	},
);

test('what it starts from is accepted, where there is a file', async () => {
	for (const reader of READERS.filter(({ name }) => name !== 'fileUpload')) {
		expect([reader.name, await refusalOf(reader, {})]).toEqual([reader.name, undefined]);
	}
});
