import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../shared/fields/optionsField';
import {
	cancelOnStopOption,
	maxCreditsOption,
	maxJobsOption,
	waitForCompletionField,
	waitingOptions,
} from '../../shared/fields/waiting';
import { simplifyField } from '../../shared/fields/simplify';
import type { CombinedJobOperation } from '../../shared/operations/operation';
import { readDemands } from '../../shared/operations/planJobs';
import { actionFields } from '../../shared/kinds/actions/actionFields';
import { BATCH_TIMEOUT_SECONDS } from '../../shared/kinds/batchJob';
import { answerField, readDemand, sendAsOption } from '../demand';
import { estimateOption, estimateRun } from '../estimate';
import { extractionFields } from '../../shared/kinds/extraction';
import { pageOptions } from '../../shared/kinds/pageOptions';
import { planScrape } from '../planScrape';
import { LOGS_PER_PAGE, MOST_LOG_PAGES } from '../reuse';
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

const reuseOption: INodeProperties = {
	displayName: 'Reuse a Result Younger Than (Hours)',
	name: 'reuseHours',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: `Take the result of an earlier scrape from the service's logs instead of paying again; 0 never does. Only the address and the prompt are compared, over the last ${MOST_LOG_PAGES * LOGS_PER_PAGE} scrapes: logs do not tell how a page was opened or which fields were asked for. So with a schema, an output format, browser actions, cookies, a proxy, screenshots or Main Content Only nothing is reused, but a scrape that had these may be.`,
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
		optionsField(
			[...pageOptions, ...resultOptions],
			[
				estimateOption,
				sendAsOption,
				reuseOption,
				cancelOnStopOption,
				maxCreditsOption,
				maxJobsOption,
				...waitingOptions(BATCH_TIMEOUT_SECONDS, {
					timeoutNote: `Without it ${SCRAPE_TIMEOUT_SECONDS} for a single job, and ${BATCH_TIMEOUT_SECONDS} for a batch.`,
				}),
			],
		),
	],
	async prepareAll(items) {
		const { demands, refused } = await readDemands(items, readDemand);
		const plan = planScrape(demands);
		const isEstimate = demands.some((demand) => demand.isEstimate);
		return { ...(isEstimate ? estimateRun(plan) : plan), refused };
	},
};
