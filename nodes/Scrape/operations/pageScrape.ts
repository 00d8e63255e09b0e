import { additionalFieldsOption } from '../../shared/fields/additionalFields';
import { pageContentField } from '../../shared/fields/access';
import { named, textField, optionsField } from '../../shared/fields/field';
import {
	cancelOnStopOption,
	maxCreditsOption,
	maxJobsOption,
	waitForCompletionOption,
	waitingOptions,
} from '../../shared/fields/waiting';
import {
	includeMarkdownOption,
	includeSourcesOption,
	simplifyOption,
} from '../../shared/fields/results';
import { combinePagesField, onlyForMarkdown, wantedFields } from '../../shared/fields/whatToGet';
import type { JobOperation, JobPlan } from '../../shared/operations/operation';
import { splitPageField } from '../../shared/fields/sections';
import { readEach } from '../../shared/operations/readItems';
import { actionOptions } from '../../shared/jobTypes/actions/actionFields';
import { wholeListOptions } from '../../shared/jobTypes/actions/wholeList';
import { batchJobType } from '../../shared/jobTypes/batchJob';
import { estimateOption, onBlankUrlOption, readDemand, sendAsOption } from '../demand';
import { describeBlankUrls, planScrape, toEstimate } from '../planScrape';
import { pageOptions } from '../../shared/jobTypes/pageOptions';
import { includeInputOption, resultOptions } from '../resultView';
import { scrapeJobType } from '../../shared/jobTypes/scrapeJob';

const urlsField = named(
	'urls',
	textField(
		'Web addresses of pages or documents, any number, one per line or as a list from an expression. Duplicates are scraped once, and every input item gets its page.',
		{
			displayName: 'URLs',
			typeOptions: { rows: 2 },
			required: true,
			placeholder: 'e.g. https://example.com/pricing',
		},
	),
);

const waitOption = {
	...waitForCompletionOption,
	description: `${waitForCompletionOption.description} Stopping the execution cancels batches; single jobs finish on their own.`,
};

export const pageScrape: JobOperation = {
	kind: 'job',
	resource: 'page',
	value: 'scrape',
	name: 'Scrape',
	action: 'Scrape web pages',
	description:
		'Open any number of web pages or documents in a real browser and return their content as Markdown or structured data',
	agentDescription:
		'Read web pages or documents whose addresses are known. Give complete addresses, several at once if needed. Returns their text as Markdown. To get data instead, give the fields as names separated by commas, e.g. name, price: of a list, every entry is returned. For anything else, give a prompt. Not for finding pages or whole sites.',
	fields: [
		urlsField,
		...wantedFields('page'),
		onlyForMarkdown(pageContentField),
		splitPageField,
		combinePagesField,
		optionsField(
			[
				...pageOptions,
				...actionOptions,
				...wholeListOptions,
				onBlankUrlOption,
				additionalFieldsOption,
				includeInputOption,
				includeMarkdownOption,
				includeSourcesOption,
				simplifyOption,
				...resultOptions,
			],
			[
				waitOption,
				estimateOption,
				sendAsOption,
				cancelOnStopOption,
				maxCreditsOption,
				maxJobsOption,
				...waitingOptions(batchJobType.timeoutSeconds, {
					timeoutNote: `The default is ${scrapeJobType.timeoutSeconds} for single jobs and ${batchJobType.timeoutSeconds} for batches.`,
				}),
			],
		),
	],
	async plan(items) {
		const { read: demands, refused } = await readEach(items, readDemand);
		const jobs = planScrape(demands);
		const hints = describeBlankUrls(demands);
		const isEstimate = demands.some((demand) => demand.isEstimate);
		const planned: JobPlan = isEstimate
			? { jobs: [], refused, estimate: (price) => toEstimate(jobs, price) }
			: { jobs, refused };
		return { ...planned, ...(hints.length > 0 && { hints }) };
	},
};
