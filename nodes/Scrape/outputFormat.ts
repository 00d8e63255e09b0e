import { InputError } from '../shared/items/inputError';
import type { ParameterValues } from '../shared/items/parameterValues';
import type { ScrapeRequest } from './scrapeJob';

/**
 * The output to ask for. "Automatic" asks for none: only without output and prompt does the service
 * return raw Markdown without AI (reference, POST /scrape).
 */
export function readOutputFormat(values: ParameterValues): ScrapeRequest['output'] {
	const { output } = values;
	if (output === undefined || output === 'auto') return undefined;
	if (output === 'json' || output === 'markdown') return output;
	throw new InputError(
		'Output Format',
		`is ${JSON.stringify(output)}`,
		'Choose Automatic (auto), JSON (json) or Markdown (markdown).',
	);
}
