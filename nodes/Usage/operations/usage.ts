import type { IDataObject } from 'n8n-workflow';
import { readChoice, splitField } from '../../shared/fields/choice';
import { choiceField, named } from '../../shared/fields/field';
import { bodyJson, omit } from '../../shared/items/records';
import { toNumber } from '../../shared/items/parameterValues';
import { ACCOUNT_REQUEST } from '../../shared/operations/spending';
import { singleCall, type RequestOperation } from '../../shared/operations/operation';
import { bodyField, isRecord } from '../../shared/transport/serviceBody';
import { unreadableAnswerError } from '../../shared/transport/serviceError';

/** `api/openapi.yaml`, GET /usage-stats. */
const rangeChoice = named(
	'range',
	choiceField(
		'7d',
		{
			'30d': 'Last 30 Days: One point per day',
			'7d': 'Last 7 Days: One point per day',
			weekly: 'Last 7 Weeks: One point per week',
		},
		'The period to report on',
	),
);

const splitChoice = omit(
	splitField('point', {
		point: 'One Item per Period: An item for each day or week',
		total: 'Totals: One item with the sums of the range',
	}),
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
		const request = {
			method: 'GET' as const,
			path: '/usage-stats',
			query: { range },
			expects: ['data'],
		};
		return singleCall(request, ({ body }) => {
			const data = bodyField(body, 'data');
			if (!Array.isArray(data)) throw unreadableAnswerError();
			const points = data.filter(isRecord);
			if (splitInto === 'total') return [{ json: { range, ...sumPoints(points) } }];
			return points.map((point) => ({ json: point as IDataObject }));
		});
	},
};

/** Figures that add up (`api/openapi.yaml`, GET /usage-stats). */
const SUMMED = ['requests', 'crawls', 'tokens', 'captchas', 'credits'];

function sum(points: ReadonlyArray<Readonly<Record<string, unknown>>>, name: string): number {
	return points.reduce((total, point) => total + (toNumber(point[name]) ?? 0), 0);
}

/** The totals of several periods; latency is the average over all requests, in milliseconds. */
function sumPoints(points: ReadonlyArray<Readonly<Record<string, unknown>>>): IDataObject {
	const totals = Object.fromEntries(SUMMED.map((name) => [name, sum(points, name)]));
	const requests = sum(points, 'requests');
	const waited = points.reduce(
		(total, { latency, requests: count }) =>
			total + (toNumber(latency) ?? 0) * (toNumber(count) ?? 0),
		0,
	);
	return { ...totals, latency: requests === 0 ? 0 : Math.round(waited / requests) };
}

export const accountGet: RequestOperation = {
	kind: 'request',
	resource: 'account',
	value: 'get',
	name: 'Get',
	action: 'Get account',
	description: 'Get the plan, used credits and remaining credits of the account',
	fields: [],
	prepare: () =>
		singleCall(ACCOUNT_REQUEST, ({ body }) => [
			// The fields are not fixed (`api/openapi.yaml`, GET /account): what comes is shown.
			{ json: bodyJson(bodyField(body, 'data')) },
		]),
};
