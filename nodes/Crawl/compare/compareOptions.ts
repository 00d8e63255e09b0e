import { readChoice } from '../../shared/fields/choice';
import { choiceField, flagField, namedFields } from '../../shared/fields/field';
import type { CrawlRequest } from '../../shared/jobTypes/crawlJob';
import type { PreparedJob } from '../../shared/operations/operation';
import { readFlag, type ParameterValues } from '../../shared/items/parameterValues';
import { comparedCollection } from './previousCrawl';

const compare = namedFields({
	compareWith: choiceField(
		'none',
		{
			none: 'Nothing: Return the pages as they are',
			previousCrawl:
				"Previous Crawl: Mark each page with 'change': new, changed, same or removed since the previous crawl of the same start URL",
		},
		'What to compare the pages with. The previous crawl is read from the service, so this costs no credits.',
	),
	onlyChanges: flagField(
		'Whether to leave out pages that are the same as in the previous crawl. Needs Compare With: Previous Crawl.',
	),
});

/** Entries of the options collection for comparing a crawl with the previous one. */
export const compareOptions = Object.values(compare);

/** Reads how to collect the pages of a crawl; nothing unless they are compared. */
export function readComparison(
	options: ParameterValues,
	request: CrawlRequest,
): Pick<PreparedJob, 'collect'> {
	const onlyChanges = readFlag(options, compare.onlyChanges);
	if (readChoice(options, compare.compareWith) === 'none') return {};
	return { collect: comparedCollection(request, onlyChanges) };
}
