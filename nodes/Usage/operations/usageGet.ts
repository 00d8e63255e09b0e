import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../shared/items/inputError';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyField, isRecord } from '../../shared/transport/serviceBody';
import { sumPoints } from '../totals';

/** Reference, GET /usage-stats. */
const RANGES = ['7d', '30d', 'weekly'];

const usageFields: INodeProperties[] = [
	{
		displayName: 'Range',
		name: 'range',
		type: 'options',
		options: [
			{ name: 'Last 30 Days', value: '30d', description: 'One point per day' },
			{ name: 'Last 7 Days', value: '7d', description: 'One point per day' },
			{ name: 'Last 7 Weeks', value: 'weekly', description: 'One point per week' },
		],
		default: '7d',
		description: 'The time to report on',
	},
	{
		displayName: 'Split Into Items',
		name: 'splitInto',
		type: 'options',
		options: [
			{ name: 'One Item per Period', value: 'point', description: 'An item for each day or week' },
			{ name: 'Totals', value: 'total', description: 'One item with the sums of the range' },
		],
		default: 'point',
		description: 'What one item of the output stands for',
	},
];

export const usageGet: RequestOperation = {
	kind: 'request',
	resource: 'usage',
	value: 'get',
	name: 'Get',
	action: 'Get usage statistics',
	description: 'Get requests, crawls, AI tokens, latency and credits of the last days or weeks',
	fields: usageFields,
	prepare({ range, splitInto }) {
		if (typeof range !== 'string' || !RANGES.includes(range)) {
			throw new InputError(
				'Range',
				`is ${JSON.stringify(range)}`,
				`Choose one of ${RANGES.join(', ')}.`,
			);
		}
		return {
			request: { method: 'GET', path: '/usage-stats', query: { range } },
			toItems({ body }) {
				const data = bodyField(body, 'data');
				const points = Array.isArray(data) ? data.filter(isRecord) : [];
				if (splitInto === 'total') return [{ json: { range, ...sumPoints(points) } }];
				return points.map((point) => ({ json: point as IDataObject }));
			},
		};
	},
};
