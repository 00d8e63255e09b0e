import { describeRows, describeUnsplit } from '../items/rows';
import { adviseOnPage, explainReason } from '../jobs/pageAdvice';

/** What a run has to say about one of its pages. */
export interface PageReport {
	/** Its address; undefined where the service gives none. */
	url: string | undefined;
	/** Whether it was read, or why not: empty where that is not known. */
	failure?: string | undefined;
	/** Whether it has hardly any text, and no rows that were asked for. */
	isThin: boolean;
	/** Whether nothing was answered, so that its Markdown takes the answer's place. */
	isUnanswered: boolean;
	/** Whether every value of its answer is empty. */
	isEmpty: boolean;
	/** What its answer lacks to become the items that were asked for; empty where it lacks nothing. */
	gaps: readonly string[];
	/** Whether rows were asked for. */
	wantsRows: boolean;
}

/** More would push the count out of sight; the items have all of them. */
const MAX_REASONS = 3;
const MAX_REASON_LENGTH = 160;

/** A reason without what differs from page to page: its address, its title, how long to wait. */
function withoutPage(reason: string): string {
	const gist = explainReason(reason)
		.replace(/^Failed to scrape \S+: /, '')
		.replace(/, page title '.*'$/s, '')
		.replace(/, to be tried again in \d+ s$/, '')
		.trim();
	return gist.length > MAX_REASON_LENGTH ? `${gist.slice(0, MAX_REASON_LENGTH)}…` : gist;
}

/**
 * Why pages could not be read, the commonest reason first. Empty where no reason is known.
 * @param reasons one for each page that failed
 * @example '3 × HTTP status 404 (Not Found), 1 × the server did not answer in time (net::ERR_TIMED_OUT)'
 */
export function countReasons(reasons: ReadonlyArray<string | undefined>): string {
	if (reasons.every((reason) => !reason)) return '';
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		const gist = reason ? withoutPage(reason) : 'no reason given';
		counts.set(gist, (counts.get(gist) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	const [[only = ''] = []] = sorted;
	if (sorted.length === 1) return only;
	const shown = sorted.slice(0, MAX_REASONS).map(([gist, count]) => `${count} × ${gist}`);
	const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
	return [...shown, ...(rest > 0 ? [`${rest} × other reasons`] : [])].join(', ');
}

/** The page that a hint is about; of several, how many of how many, and the first of them. */
function namePages(pages: readonly PageReport[], total: number): string {
	const first = pages.find(({ url }) => url !== undefined)?.url;
	if (pages.length === 1) return first ?? 'a page';
	return `${pages.length} of ${total} pages${first === undefined ? '' : `, such as ${first}`}`;
}

function describeFailed(pages: readonly PageReport[], total: number): string[] {
	const failed = pages.filter(({ failure }) => failure !== undefined);
	if (failed.length === 0) return [];
	const reasons = countReasons(failed.map(({ failure }) => failure));
	const advice = new Set(failed.map(({ failure = '' }) => adviseOnPage(failure)));
	const [only] = advice;
	const fix = advice.size === 1 && only !== undefined ? `. ${only}` : '';
	return [`Could not read ${namePages(failed, total)}${reasons && `: ${reasons}`}${fix}`];
}

/** What answers lack. A page without rows is worth a hint only if no other page gave rows. */
function describeGaps(pages: readonly PageReport[]): string[] {
	const answered = pages.filter(({ failure }) => failure === undefined);
	const [first] = answered;
	const isAnyWhole = answered.some(({ gaps }) => gaps.length === 0);
	if (first?.wantsRows && isAnyWhole) return [];
	return [...new Set(answered.flatMap(({ gaps }) => gaps))];
}

/**
 * What deserves a look at the pages of a run, each thing once with the page it is about: first what is missing,
 * then what may be wrong, then how to get more.
 */
export function describePages(pages: readonly PageReport[]): string[] {
	const total = pages.length;
	const read = pages.filter(({ failure }) => failure === undefined);
	// That a page has no rows says as much.
	const hasRowGap = ({ wantsRows, gaps }: PageReport) => wantsRows && gaps.length > 0;
	const about = (one: 'isThin' | 'isUnanswered' | 'isEmpty', toText: (names: string) => string) => {
		const found = read.filter((page) => page[one] && !(one === 'isEmpty' && hasRowGap(page)));
		return found.length === 0 ? [] : [toText(namePages(found, total))];
	};
	return [
		...describeFailed(pages, total),
		...about('isUnanswered', (names) => `No answer for ${names}: 'content' is the Markdown`),
		...about('isEmpty', (names) => `No value found for any field on ${names}`),
		...about('isThin', (names) => `Little text on ${names}: check for a bot check or cookie wall`),
		...describeGaps(pages),
	];
}

/** What was asked for, and what the service warned of. */
interface GapView {
	wantsRows: boolean;
	columns: readonly string[];
	warnings: readonly string[];
}

/**
 * What the form of an answer lacks to become the wanted items.
 * @param columns the fields that rows should have; none where that is not known
 */
export function findGaps(answer: unknown, { wantsRows, columns, warnings }: GapView): string[] {
	return wantsRows ? describeRows(answer, columns, warnings) : describeUnsplit(answer);
}
