import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../shared/fields/optionsField';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionField,
	waitingOptions,
} from '../../shared/fields/waiting';
import { simplifyField } from '../../shared/fields/simplify';
import type { CombinedJobOperation, CombinedPlan } from '../../shared/operations/operation';
import { actionFields } from '../actions/actionFields';
import { BATCH_TIMEOUT_SECONDS, MAX_BATCH_URLS } from '../../shared/kinds/batchJob';
import { MAX_TOGETHER, readDemand, type ScrapeDemand } from '../demand';
import { extractionFields } from '../../shared/kinds/extraction';
import { pageOptions } from '../../shared/kinds/pageOptions';
import { MOST_SINGLE_JOBS, planScrape } from '../planScrape';
import { chosenSplitField, resultOptions } from '../resultView';
import { SCRAPE_TIMEOUT_SECONDS } from '../../shared/kinds/scrapeJob';

const urlsField: INodeProperties = {
	displayName: 'URLs',
	name: 'urls',
	type: 'string',
	typeOptions: { rows: 2 },
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/pricing',
	description:
		'Any number of web addresses of pages or documents, one per line. An expression may also give a list. An address that several input items name is scraped once, and each of them gets its page.',
};

const answerField: INodeProperties = {
	displayName: 'Answer',
	name: 'answer',
	type: 'options',
	options: [
		{
			name: 'Per Page',
			value: 'perPage',
			description: 'Each page is read by itself',
		},
		{
			name: 'Together',
			value: 'together',
			description: `One answer over up to ${MAX_TOGETHER} pages of an input item, in one job`,
		},
	],
	default: 'perPage',
	description: 'What an answer is about when there are several addresses',
};

const sendAsOption: INodeProperties = {
	displayName: 'Send As',
	name: 'sendAs',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: `Batches when there are more than ${MOST_SINGLE_JOBS} addresses, else single jobs`,
		},
		{
			name: 'Batches',
			value: 'batches',
			description: `Up to ${MAX_BATCH_URLS} addresses of all input items in one job, which Stop can cancel`,
		},
		{
			name: 'Single Jobs',
			value: 'jobs',
			description: 'A job for each address, which also tells the title of the page',
		},
	],
	default: 'automatic',
	description:
		'How the addresses are sent to the service. Browser actions and answers over several pages need single jobs.',
};

const waitField: INodeProperties = {
	...waitForCompletionField,
	description: `${waitForCompletionField.description} Stopping the execution cancels batches; single jobs go on, because the service cannot cancel them.`,
};

export const pageScrape: CombinedJobOperation = {
	kind: 'combinedJob',
	resource: 'page',
	value: 'scrape',
	name: 'Scrape',
	action: 'Scrape web pages',
	description:
		'Open any number of web pages or documents in a real browser and return their content as Markdown or structured data',
	fields: [
		urlsField,
		...extractionFields,
		chosenSplitField,
		answerField,
		...actionFields,
		waitField,
		simplifyField,
		optionsField([
			...pageOptions,
			...resultOptions,
			sendAsOption,
			cancelOnStopOption,
			maxJobsOption,
			...waitingOptions(
				BATCH_TIMEOUT_SECONDS,
				`Without it ${SCRAPE_TIMEOUT_SECONDS} for a single job, and ${BATCH_TIMEOUT_SECONDS} for a batch.`,
			),
		]),
	],
	prepareAll(items): CombinedPlan {
		const refused: CombinedPlan['refused'] = [];
		const demands: ScrapeDemand[] = [];
		for (const parameters of items) {
			try {
				demands.push(readDemand(parameters));
			} catch (error) {
				refused.push({ itemIndex: parameters.item.index, error });
			}
		}
		return { jobs: planScrape(demands), refused };
	},
};
