import type { IDataObject } from 'n8n-workflow';
import { choiceField, readChoice, splitField } from '../../shared/fields/choice';
import { omit } from '../../shared/items/records';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyField, isRecord } from '../../shared/transport/serviceBody';
import { unreadableAnswerError } from '../../shared/transport/serviceError';
import { sumPoints } from '../totals';

/** `api/openapi.yaml`, GET /usage-stats. */
const rangeChoice = choiceField({
	displayName: 'Range',
	name: 'range',
	options: [
		{ name: 'Last 30 Days', value: '30d', description: 'One point per day' },
		{ name: 'Last 7 Days', value: '7d', description: 'One point per day' },
		{ name: 'Last 7 Weeks', value: 'weekly', description: 'One point per week' },
	],
	default: '7d',
	description: 'The period to report on',
});

const splitChoice = omit(
	splitField(
		[
			{ name: 'One Item per Period', value: 'point', description: 'An item for each day or week' },
			{ name: 'Totals', value: 'total', description: 'One item with the sums of the range' },
		],
		'point',
	),
	'displayOptions',
);

export const usageGet: RequestOperation = {
	kind: 'request',
	resource: 'usage',
	value: 'get',
	name: 'Get',
	action: 'Get usage statistics',
	description: 'Get requests, crawls, AI tokens, latency and credits for recent days or weeks',
	fields: [rangeChoice, splitChoice],
	prepare(values) {
		const range = readChoice(values, rangeChoice);
		const splitInto = readChoice(values, splitChoice);
		return {
			request: { method: 'GET', path: '/usage-stats', query: { range } },
			toItems({ body }) {
				const data = bodyField(body, 'data');
				if (!Array.isArray(data)) throw unreadableAnswerError();
				const points = data.filter(isRecord);
				if (splitInto === 'total') return [{ json: { range, ...sumPoints(points) } }];
				return points.map((point) => ({ json: point as IDataObject }));
			},
		};
	},
};
