import type { INodeProperties } from 'n8n-workflow';
import { showFor } from '../shared/operations/describeProperties';
import type { TriggerEvent } from './triggerEvent';

/**
 * The parameters of the trigger: the event, then the fields of each.
 * @param events in the order in which n8n's node list shows them
 */
export function describeEvents(
	events: readonly TriggerEvent[],
	{ value: defaultEvent }: TriggerEvent,
): INodeProperties[] {
	return [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: events.map(({ name, value, action, description }) => ({
				name,
				value,
				action,
				description,
			})),
			default: defaultEvent,
			description: 'What starts the workflow',
		},
		...events.flatMap(({ value, fields }) => showFor({ event: value }, fields)),
	];
}

/** How many addresses the field `urls` contains. */
const ADDRESSES =
	"String($parameter['urls'] ?? '').split(/[\\n,]/).filter((url) => url.trim() !== '').length";

/** How often n8n polls a day, by its own field `pollTimes`; not a number for a cron expression. */
const POLLS = `($parameter['pollTimes']?.item ?? [])
	.map(({ mode = 'everyDay', unit, value }) => ({
		everyMinute: 1440, everyHour: 24, everyDay: 1, everyWeek: 1 / 7, everyMonth: 1 / 30,
		everyX: (unit === 'minutes' ? 1440 : 24) / value,
	})[mode])
	.reduce((sum, polls) => sum + polls, 0)`.replace(/\s+/g, ' ');

/** The line under the node on the canvas: the event, and how many scrapes the checks of pages cost. */
export const subtitle = `={{ ({
	jobFinished: 'job finished',
	creditsBelow: 'low credits',
	pageChanged: [Math.round(${ADDRESSES} * ${POLLS} * 10) / 10]
		.map((scrapes) => scrapes ? 'page: ' + scrapes + ' scrapes/day' : 'page changed')[0],
})[$parameter['event']] }}`.replace(/\s+/g, ' ');
