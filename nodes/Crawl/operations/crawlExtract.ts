import { readChoice } from '../../shared/fields/choice';
import { crawlLocator, readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/field';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionOption,
	readWaiting,
} from '../../shared/fields/waiting';
import {
	includeSourcesOption,
	pageResultOptions,
	readIncludeSources,
	simplifyOption,
} from '../../shared/fields/results';
import { answerGetField, promptField } from '../../shared/fields/whatToGet';
import { omit } from '../../shared/items/records';
import { readGroup, readRequiredPrompt } from '../../shared/items/parameterValues';
import type { JobOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import { crawlJobType, crawlPath, latestCrawl } from '../../shared/jobTypes/crawlJob';
import { crawlWaitingOptions, readCrawlView } from '../crawlView';

const extractPromptField = {
	...omit(promptField, 'displayOptions'),
	description: 'What to extract from each page, in plain words',
	placeholder: 'e.g. Extract the title, author and date of each article',
};

export const crawlExtract: JobOperation = {
	kind: 'job',
	resource: 'crawl',
	value: 'extract',
	name: 'Extract Again',
	action: 'Extract again from crawl',
	description:
		'Run a new extraction over the stored pages of a completed crawl, without crawling again',
	builderHint:
		'Prefer it to a second crawl of the same site: the pages are stored, so you pay only for the extraction.',
	latest: latestCrawl,
	fields: [
		{ ...crawlLocator, description: `${crawlLocator.description}. It must be completed.` },
		extractPromptField,
		answerGetField,
		optionsField(
			[...pageResultOptions, includeSourcesOption, simplifyOption],
			[cancelOnStopOption, maxJobsOption, waitForCompletionOption, ...crawlWaitingOptions],
		),
	],
	plan: perItem(({ values }) => {
		const sourceId = readId(values, crawlLocator);
		const transformInstruction = readRequiredPrompt(
			values,
			extractPromptField,
			'Say what to extract from each page, e.g. the title and the date.',
		);
		const options = readGroup(values, 'options');
		const body = { transformInstruction, ...readIncludeSources(options, true) };
		return {
			// Each page of a crawl is an item with its ID: they ask for one extraction.
			sharedBy: JSON.stringify(values),
			task: {
				jobType: crawlJobType,
				start: {
					submit: { method: 'POST', path: `${crawlPath(sourceId)}/extract`, id: sourceId, body },
				},
				...readWaiting(values, crawlJobType.timeoutSeconds),
			},
			...readCrawlView(values, { get: readChoice(values, answerGetField) }),
		};
	}),
};
