import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ParameterValues } from '../shared/items/parameterValues';
import type { Clock } from '../shared/transport/clock';
import type { ServiceClient } from '../shared/transport/serviceClient';
import type { WebDataError } from '../shared/transport/webDataError';

/** What a poll works with. */
export interface PollServices {
	client: ServiceClient;
	clock: Clock;
	/** When the poll must be over (milliseconds since the Unix epoch). */
	deadlineMs: number;
	/** Something to note in n8n's log. */
	warn(message: string): void;
}

/** What came of a poll. */
export interface PollOutcome {
	/** What the next poll has to know; kept by n8n as JSON. */
	state: object;
	/** What starts the workflow; none when there is nothing to report. */
	items: IDataObject[];
	/** What stopped the poll before its end. What was done until then counts. */
	error?: WebDataError;
}

/** A trigger event whose parameters were read and checked. */
export interface PreparedEvent {
	/**
	 * Looks what is new.
	 * @param saved the state that the last poll left; anything when there was none, or of another event
	 */
	poll(saved: unknown, services: PollServices): Promise<PollOutcome>;
	/**
	 * A real example for the editor, whatever is new.
	 * @throws WebDataError when there is nothing to show
	 */
	example(services: PollServices): Promise<IDataObject[]>;
}

/** Something that starts a workflow. */
export interface TriggerEvent {
	/** The stable value that saved workflows contain. */
	value: string;
	/** Shown in the selector, Title Case. */
	name: string;
	/** Shown in n8n's node list: a sentence without a full stop. */
	action: string;
	description: string;
	/** Its own fields, without the condition on the event. */
	fields: readonly INodeProperties[];
	/** @throws InputError when a field can't be used */
	prepare(values: ParameterValues): PreparedEvent;
}
