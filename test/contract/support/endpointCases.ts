import { ENDPOINT_CASES, type EndpointCase } from '../../support/endpointCatalogue';

/** The catalogue, but for 16 MB and seconds of waiting, which are tried without a browser. */
export const CASES = Object.entries(ENDPOINT_CASES).filter(([name]) => name !== 'huge');

/** One for each thing that can become of a page: its fields, with a word or without, or its text and why. */
export const KINDS = [
	...Map.groupBy(
		CASES,
		([, { content, fails, warns }]) =>
			`${content !== undefined} ${fails !== undefined} ${warns?.length}`,
	).values(),
].flatMap((alike) => alike.slice(0, 1));

/** What is said of an answer, the same in batches, crawls, scrapes and on n8n's items. */
export function expectedFlags({ fails, warns = [] }: EndpointCase) {
	const words = [...(fails ? [fails] : []), ...warns].map((part) => expect.stringMatching(part));
	return {
		...(fails && { ai_extraction_failed: true }),
		...(words.length > 0 && { warnings: words }),
	};
}

/** The flags that an answer has. */
export function noticed(entry: object) {
	const { ai_extraction_failed, warnings } = Object(entry);
	return {
		...(ai_extraction_failed && { ai_extraction_failed }),
		...(warnings && { warnings }),
	};
}
