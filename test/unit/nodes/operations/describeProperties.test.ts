import {
	NodeConnectionTypes,
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';
import {
	describeOperations,
	describeResources,
	describeSubtitle,
} from '../../../../nodes/shared/operations/describeProperties';
import type { Operation } from '../../../../nodes/shared/operations/operation';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name.toUpperCase(),
	name,
	type: 'string',
	default: '',
	...more,
});

function operation(value: string, name: string, fields: INodeProperties[], resource?: string) {
	const described: Operation = {
		kind: 'request',
		...(resource !== undefined && { resource }),
		value,
		name,
		action: `${name} it`,
		description: `About ${name}`,
		fields,
		prepare: () => ({ run: async () => [] }),
	};
	return described;
}

/** Whether a parameter is shown outside of AI agents. */
function isNotForTools({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool'] === undefined;
}

describe('a node with resources', () => {
	const properties = describeResources(
		[
			{ value: 'page', name: 'Page' },
			{ value: 'batch', name: 'Batch' },
		],
		[
			operation('scrape', 'Scrape', [field('urls')], 'page'),
			operation('get', 'Get', [field('jobId')], 'page'),
			operation('scrape', 'Scrape', [field('urls')], 'batch'),
		],
	);

	test('has a selector of the resources, the first one chosen', () => {
		expect(properties[0]).toMatchObject({
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: 'page',
			options: [{ value: 'page' }, { value: 'batch' }],
		});
	});

	test('has a selector of operations per resource, as the table has them, the first chosen', () => {
		const selectors = properties.filter(({ name }) => name === 'operation');
		expect(selectors).toMatchObject([
			{
				default: 'scrape',
				displayOptions: { show: { resource: ['page'] } },
				options: [{ name: 'Scrape', value: 'scrape', action: 'Scrape it' }, { name: 'Get' }],
			},
			{ default: 'scrape', displayOptions: { show: { resource: ['batch'] } } },
		]);
	});

	test('shows a field for its own resource and operation only', () => {
		const shown = properties
			.slice(3)
			.filter(isNotForTools)
			.map(({ name, displayOptions }) => [name, displayOptions?.show]);
		expect(shown).toEqual([
			['urls', { resource: ['page'], operation: ['scrape'] }],
			['jobId', { resource: ['page'], operation: ['get'] }],
			['urls', { resource: ['batch'], operation: ['scrape'] }],
		]);
	});
});

describe('a node without resources', () => {
	test('has one selector of operations, and shows fields by operation', () => {
		const properties = describeOperations([
			operation('search', 'Search', [field('query')]),
			operation('cancel', 'Cancel', [field('jobId')]),
		]);
		const names = properties.filter(isNotForTools).map(({ name }) => name);
		expect(names).toEqual(['operation', 'query', 'jobId']);
		expect(properties[0]).toMatchObject({ default: 'search' });
		const query = properties.find(({ name }) => name === 'query');
		expect(query?.displayOptions).toEqual({ show: { operation: ['search'] } });
	});

	test('sorts five operations and more by their names', () => {
		const names = ['Run', 'Get', 'Cancel', 'Download', 'Extract'];
		const [selector] = describeOperations(names.map((name) => operation(name, name, [])));
		expect(selector).toMatchObject({
			default: 'Run',
			options: [...names].sort().map((name) => ({ name })),
		});
	});

	test('keeps the conditions that a field has of its own', () => {
		const limit = field('limit', { displayOptions: { show: { returnAll: [false] } } });
		const properties = describeOperations([operation('getMany', 'Get Many', [limit])]);
		const shown = properties.find(({ name }) => name === 'limit');
		expect(shown?.displayOptions?.show).toEqual({
			operation: ['getMany'],
			returnAll: [false],
		});
	});
});

describe('a node as a tool of an agent', () => {
	const operations = [
		{
			...operation('read', 'Read', [field('urls'), field('options')], 'page'),
			agentDescription: 'Reads pages.',
		},
		operation('list', 'List', [], 'page'),
	];
	const properties = describeResources([{ value: 'page', name: 'Page' }], operations);

	/** What n8n tells a model about the tool: a node of these parameters, the rest at their defaults. */
	function toldToModels(parameters: INodeParameters, withProperties = properties) {
		const description = {
			displayName: 'Web Data Test Tool',
			name: 'testTool',
			group: [],
			version: 1,
			description: 'A node of the tests',
			defaults: { name: 'Web Data Test' },
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
			properties: withProperties,
		};
		const node = { id: '1', name: 'Read', type: 'testTool', typeVersion: 1, parameters };
		const filled = NodeHelpers.getNodeParameters(
			withProperties,
			parameters,
			true,
			false,
			{ typeVersion: 1 },
			description,
		);
		return NodeHelpers.getToolDescriptionForNode(
			{ ...node, position: [0, 0], parameters: filled ?? {} },
			{ description },
		);
	}

	test.each([
		['read', 'Reads pages.'],
		['list', 'About List'],
	])('tells the model what its operation %s does', (operationValue, expected) => {
		expect(toldToModels({ operation: operationValue })).toBe(expected);
	});

	test('without resources tells it, too', () => {
		const own = operations.map(({ resource: _resource, ...described }) => described);
		expect(toldToModels({}, describeOperations(own))).toBe('Reads pages.');
		expect(toldToModels({ operation: 'list' }, describeOperations(own))).toBe('About List');
	});

	test('keeps the description that its builder has written', () => {
		expect(toldToModels({ toolDescription: 'Reads our manuals' })).toBe('Reads our manuals');
		expect(toldToModels({ descriptionType: 'manual', toolDescription: 'Ours' })).toBe('Ours');
	});

	test('has what agents fill in above the options', () => {
		const names = properties.map(({ name }) => name);
		expect(names.indexOf('textQuery')).toBeGreaterThan(names.indexOf('urls'));
		expect(names.indexOf('textQuery')).toBeLessThan(names.indexOf('options'));
	});
});

test('the line under a node is the action of its operation', () => {
	expect(describeSubtitle([operation('get', 'Get', [])])).toBe(
		'={{ ({"get":"Get it"})[$parameter["operation"]] }}',
	);
	expect(describeSubtitle([operation('get', 'Get', [], 'page')])).toBe(
		'={{ ({"page.get":"Get it"})[$parameter["resource"] + "." + $parameter["operation"]] }}',
	);
});
