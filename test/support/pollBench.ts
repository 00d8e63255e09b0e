import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { LOGIN_TYPE } from '../../nodes/shared/fields/login';
import { holdItems } from './heldToContract';
import { findPackageNode, itemSourceOf } from './packageNodes';
import { ScriptedService, testNode, type Script } from './scriptedService';
import { SimulatedClock } from './simulatedClock';

const trigger = findPackageNode('webDataTrigger');

type ActivationMode = ReturnType<IPollFunctions['getActivationMode']>;

/**
 * A trigger node as n8n runs it: activated once, polled again and again, with static data that n8n
 * saves after activation and whenever the workflow starts, and at no other time (n8n-core 2.41).
 */
export class PollBench {
	readonly clock = new SimulatedClock();

	readonly service: ScriptedService;

	/** What the node wrote to n8n's log. */
	readonly log: string[] = [];

	/** As the editor saved them. */
	readonly parameters: IDataObject;

	#data: IDataObject = {};

	#saved = '{}';

	#context: IPollFunctions;

	/** The fields of a website's login, when the node is given one. */
	readonly #login: IDataObject | undefined;

	constructor(parameters: IDataObject, script: Script, login?: IDataObject) {
		this.parameters = parameters;
		this.#login = login;
		this.clock.replaceSystemClock();
		this.service = new ScriptedService(this.clock, script);
		this.#context = this.#open('activate');
	}

	/** What n8n would save now. */
	get savedSize(): number {
		return this.#saved.length;
	}

	/** Publishes the workflow. */
	async activate(): Promise<IDataObject[]> {
		this.#context = this.#open('activate');
		return await this.#start();
	}

	/** One regular poll. */
	async poll(): Promise<IDataObject[]> {
		const items = await this.clock.run(this.#run(this.#context));
		if (items.length > 0) this.#saved = JSON.stringify(this.#data);
		return items;
	}

	/** Ends n8n and starts it again: what it did not save is lost. */
	async restart(): Promise<IDataObject[]> {
		this.kill();
		return await this.#start();
	}

	/** n8n dies. */
	kill(): void {
		this.#data = JSON.parse(this.#saved);
		this.#context = this.#open('init');
	}

	/** What "Fetch Test Event" does. */
	async fetchTestEvent(): Promise<IDataObject[]> {
		return await this.clock.run(this.#run(this.#open('manual', 'manual')));
	}

	async #start(): Promise<IDataObject[]> {
		const items = await this.clock.run(this.#run(this.#context));
		this.#saved = JSON.stringify(this.#data);
		return items;
	}

	async #run(context: IPollFunctions): Promise<IDataObject[]> {
		const output: INodeExecutionData[][] | null | undefined =
			await trigger?.type.poll?.call(context);
		const items = (output?.[0] ?? []).map(({ json }) => json);
		for (const item of items) this.#hold(item);
		return items;
	}

	#hold(item: IDataObject): void {
		if (!trigger) return;
		// A job that is shown by the record that the service has of it.
		const isRecord = 'started_at' in item || 'created_at' in item || 'createdAt' in item;
		const parameters = isRecord ? { simplify: false } : this.parameters;
		holdItems(itemSourceOf(trigger, parameters), [item]);
	}

	#open(activation: ActivationMode, mode: 'trigger' | 'manual' = 'trigger'): IPollFunctions {
		const serviceContext = this.service.context();
		const context = {
			...serviceContext,
			getCredentials: async (type: string) =>
				type === LOGIN_TYPE && this.#login
					? this.#login
					: await serviceContext.getCredentials(type),
			getNode: () => ({ ...testNode, name: 'Web Data Events Trigger', type: 'webDataTrigger' }),
			getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
			getMode: () => mode,
			getActivationMode: () => activation,
			getWorkflowStaticData: () => this.#data,
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			logger: {
				...this.service.context().logger,
				warn: (message: string) => void this.log.push(message),
			},
		};
		return context as unknown as IPollFunctions;
	}
}
