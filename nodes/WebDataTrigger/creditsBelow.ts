import { readNumber, toNumber } from '../shared/items/parameterValues';
import { bodyJson } from '../shared/items/records';
import { named, numberField } from '../shared/fields/field';
import { ACCOUNT_REQUEST } from '../shared/operations/spending';
import { bodyField } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';
import type { PollOutcome, PollServices, TriggerEvent } from './triggerEvent';

const thresholdField = named(
	'threshold',
	numberField(100, 'Start once when credits are below this number, and again after a top-up', [0], {
		displayName: 'Credits',
		required: true,
	}),
);

/** The account as an item of the event shows it. */
async function readAccount({ client, deadlineMs }: PollServices, threshold: number) {
	const { body } = await client.send(ACCOUNT_REQUEST, { deadlineMs });
	const account = bodyJson(bodyField(body, 'data'));
	const creditsRemaining = toNumber(account.creditsRemaining);
	if (creditsRemaining !== undefined) {
		return { event: 'creditsBelow', creditsRemaining, threshold, account };
	}
	throw new WebDataError(
		'The account does not say how many credits are left',
		"It has no credit limit, like the local service. Choose another event, or read 'Web Data Usage' on a schedule.",
	);
}

/** The credits of the account fall below a figure: reported once, and again after they rose. */
export const creditsBelow: TriggerEvent = {
	value: 'creditsBelow',
	name: 'Low Credits',
	action: 'On low credits',
	description: 'The credits of the account fall below a number',
	fields: [thresholdField],
	prepare(values) {
		const threshold = readNumber(values.threshold, thresholdField, {
			fits: (credits) => credits > 0,
			bounds: 'greater than 0',
		});
		return {
			async poll(saved, services): Promise<PollOutcome> {
				const item = await readAccount(services, threshold);
				const state = { threshold, isBelow: item.creditsRemaining < threshold };
				// What was remembered for another threshold does not count.
				const wasBelow =
					bodyField(saved, 'threshold') === threshold && bodyField(saved, 'isBelow') === true;
				return { state, items: state.isBelow && !wasBelow ? [item] : [] };
			},
			example: async (services) => [await readAccount(services, threshold)],
		};
	},
};
