import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { testLogin } from '../shared/fields/login';
import { creditsBelow } from './creditsBelow';
import { describeEvents, subtitle } from './describeEvents';
import { jobFinished } from './jobFinished/jobFinished';
import { pageChanged } from './pageChanged/pageChanged';
import { runPoll } from './runPoll';

const events = [pageChanged, jobFinished, creditsBelow];

export class WebDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Events Trigger',
		name: 'webDataTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: [1],
		subtitle,
		description: 'Starts the workflow when a web page changes, a job finishes, or credits run low',
		defaults: { name: 'Web Data Events Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'webDataExtractionApi', required: true },
			{
				name: 'webDataLoginApi',
				required: true,
				testedBy: 'testLogin',
				displayOptions: { show: { 'options.useLogin': [true] } },
			},
		],
		properties: describeEvents(events, jobFinished),
	};

	methods = { credentialTest: { testLogin } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, events);
	}
}
