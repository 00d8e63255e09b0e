import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../shared/items/records';
import {
	InputError,
	showValue,
	toNumber,
	type ParameterValues,
} from '../shared/items/parameterValues';
import { named, numberField } from '../shared/fields/field';
import { bodyField, isRecord } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';
import type { PollOutcome, PollServices, TriggerEvent } from './triggerEvent';

const thresholdField = named(
	'threshold',
	numberField(
		100,
		'Start once when credits fall below this number, and again after a top-up',
		[0],
		{ displayName: 'Credits', required: true },
	),
);

function readAccount(body: unknown): { remaining: number; json: IDataObject } {
	const data = bodyField(body, 'data');
	const remaining = toNumber(bodyField(data, 'creditsRemaining'));
	if (remaining !== undefined) return { remaining, json: bodyJson(data) };
	throw new WebDataError(
		'The account does not say how many credits are left',
		"It has no credit limit, like the local service. Choose another event, or read 'Web Data Usage' on a schedule.",
	);
}

async function askAccount({ client, deadlineMs }: PollServices) {
	const request = { method: 'GET' as const, path: '/account', expects: ['data'] };
	const { body } = await client.send(request, { deadlineMs });
	return readAccount(body);
}

function readThreshold({ threshold }: ParameterValues): number {
	const number = toNumber(threshold);
	if (number !== undefined && number > 0) return number;
	throw new InputError(
		thresholdField.displayName,
		`is ${showValue(threshold)}`,
		'Enter a number greater than 0.',
	);
}

/**
 * Whether the credits fell below the threshold since the last poll, and what to remember. What was
 * remembered for another threshold does not count.
 */
function followCredits(
	saved: unknown,
	threshold: number,
	remaining: number,
): { state: { threshold: number; isBelow: boolean }; isCrossed: boolean } {
	const state = { threshold, isBelow: remaining < threshold };
	const wasAbove = isRecord(saved) && saved.threshold === threshold && saved.isBelow === false;
	return { state, isCrossed: wasAbove && state.isBelow };
}

function toItem(
	threshold: number,
	{ remaining, json }: ReturnType<typeof readAccount>,
): IDataObject {
	return { event: 'creditsBelow', creditsRemaining: remaining, threshold, account: json };
}

/** The credits of the account fall below a figure: reported once, and again after they rose. */
export const creditsBelow: TriggerEvent = {
	value: 'creditsBelow',
	name: 'Low Credits',
	action: 'On low credits',
	description: 'The credits of the account fall below a number',
	fields: [thresholdField],
	prepare(values) {
		const threshold = readThreshold(values);
		return {
			async poll(saved, services): Promise<PollOutcome> {
				const account = await askAccount(services);
				const { state, isCrossed } = followCredits(saved, threshold, account.remaining);
				return { state, items: isCrossed ? [toItem(threshold, account)] : [] };
			},
			example: async (services) => [toItem(threshold, await askAccount(services))],
		};
	},
};
