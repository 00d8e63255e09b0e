import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { JobType } from '../jobs/jobType';
import type { JobReport } from './operation';
import { isRecord, readTexts } from '../transport/serviceBody';

/** n8n draws each as a yellow box above the output: more are not read, and push it out of sight. */
const MAX_HINTS = 2;

/** What was noted in each execution, each thing once, in the order in which it came up. */
const noted = new WeakMap<IExecuteFunctions, Set<string>>();

/** Notes what somebody can act on about a run; it is shown when the run is over. */
export function noteHints(context: IExecuteFunctions, texts: readonly string[]): void {
	noted.set(context, new Set([...(noted.get(context) ?? []), ...texts]));
}

/** What was noted in an execution so far, the first first. */
export function notedHints(context: IExecuteFunctions): string[] {
	return [...(noted.get(context) ?? [])];
}

/**
 * Shows the first two hints below the output; old versions of n8n have none. The others are in n8n's log, as the
 * last one shown says.
 */
export function showHints(context: IExecuteFunctions, texts: readonly string[]): void {
	const rest = texts.slice(MAX_HINTS);
	for (const [index, text] of texts.slice(0, MAX_HINTS).entries()) {
		const isLast = index === MAX_HINTS - 1;
		const more = isLast && rest.length > 0 ? ` (${rest.length} more in n8n's log)` : '';
		const message = `${text}${more}`;
		context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
	}
	for (const text of rest) noteProgress(context, text);
}

/** Shows how far a run is: in a manual run in the console of the browser, n8n has no other place for it. */
export function showProgress(context: IExecuteFunctions, line: string): void {
	context.sendMessageToUI?.(line);
}

/** The same for what is waited for, or done another way; n8n's log keeps it. */
export function noteProgress(context: IExecuteFunctions, line: string): void {
	context.logger.info(`${context.getNode().name}: ${line}`);
	showProgress(context, line);
}

/** Field of an item that names the files it lacks. */
export const MISSING_FILES = 'missingFiles';

/** One hint for all files that could not be read, however many they are. */
export function describeMissingFiles(items: readonly INodeExecutionData[]): string[] {
	const messages = items.flatMap(({ json }) => readTexts(json[MISSING_FILES]));
	const [first] = messages;
	if (first === undefined) return [];
	const count = messages.length === 1 ? '1 file is' : `${messages.length} files are`;
	return [
		`${count} missing, see '${MISSING_FILES}' on the items: ${first}. Links are valid for one hour. To get fresh ones, read the job again by its ID.`,
	];
}

function count(number: number, one: string, several: string): string {
	return `${number} ${number === 1 ? one : several}`;
}

/** What a job has to say, with the number of addresses that it was sent for. */
export type ReportedJob = JobReport & { addresses: number };

/**
 * What a run came to: "120 addresses, 3 batches, 120 credits". Nothing where that is plain to see: one
 * address in one job.
 */
export function describeTotals(
	jobType: JobType | undefined,
	jobs: readonly ReportedJob[],
): string[] {
	const addresses = jobs.reduce((sum, job) => sum + job.addresses, 0);
	if (!jobType || addresses <= 1) return [];
	const parts = [
		count(addresses, 'address', 'addresses'),
		count(jobs.length, jobType.label, jobType.plural),
	];
	if (jobs.every(({ credits }) => credits !== undefined)) {
		const credits = jobs.reduce((sum, job) => sum + (job.credits ?? 0), 0);
		parts.push(count(credits, 'credit', 'credits'));
	}
	return [parts.join(', ')];
}

/** How often a field was asked for, and how often it was found. */
interface FieldCount {
	asked: number;
	found: number;
	/** Whether it is a field of rows: `products[].price`. */
	isOfRows: boolean;
}

function countFields(
	counts: Map<string, FieldCount>,
	value: unknown,
	name: string,
	isOfRows: boolean,
): void {
	const prefix = name === '' ? '' : `${name}.`;
	if (isRecord(value)) {
		for (const [key, inner] of Object.entries(value)) {
			countFields(counts, inner, `${prefix}${key}`, isOfRows);
		}
	} else if (Array.isArray(value) && value.some(isRecord)) {
		for (const entry of value) countFields(counts, entry, `${name}[]`, true);
	} else if (name !== '') {
		const count = counts.get(name) ?? { asked: 0, found: 0, isOfRows };
		// Unlike these, 0 and false say something.
		const isNothing = value === null || value === undefined || value === '';
		const isFound = Array.isArray(value) ? value.length > 0 : !isNothing;
		count.asked += 1;
		count.found += isFound ? 1 : 0;
		counts.set(name, count);
	}
}

/** Begin what the local service says of one page's fields: the hints count those of all pages. */
export const NOT_FOUND = 'Not found: ';
export const PARTLY_EMPTY = 'Empty: ';

/**
 * Names the fields that none of the answers has a value for, those that are empty in all of several rows:
 * columns that look as if the pages did not state them, and those that are empty in some rows. Nothing where no field was found at all.
 * @param answers over one page each; those that are not JSON are passed over
 */
export function describeNeverFound(answers: readonly unknown[]): string[] {
	const counts = new Map<string, FieldCount>();
	const records = answers.filter((answer) => isRecord(answer) || Array.isArray(answer));
	for (const answer of records) countFields(counts, answer, '', false);
	const all = [...counts];
	if (all.every(([, { found }]) => found === 0)) return [];
	const never = all.filter(
		([, { asked, found, isOfRows }]) => found === 0 && (asked > 1 || !isOfRows),
	);
	// The lists that fields are in: `shops` and `shops[].products` of `shops[].products[].price`.
	const listsOf = (name: string) =>
		[...name.matchAll(/\[\]/g)].map(({ index }) => name.slice(0, index));
	const lists = new Set(all.flatMap(([name]) => listsOf(name)));
	const quoted = (name: string): string => `'${name.split('[].').at(-1) ?? name}'`;
	const list = (isOfRows: boolean): string[] =>
		never
			.filter(([, count]) => count.isOfRows === isOfRows)
			// A list that is empty on one page has rows on others.
			.filter(([name]) => !lists.has(name))
			.map(([name]) => quoted(name));
	const [ofPages, ofRows] = [list(false), list(true)];
	const partly = all
		.filter(([, { asked, found, isOfRows }]) => isOfRows && found > 0 && found < asked)
		.map(([name, { asked, found }]) => `${quoted(name)} in ${asked - found} of ${asked} rows`);
	const rows = all.reduce((most, [, count]) => Math.max(most, count.isOfRows ? count.asked : 0), 0);
	const lead = records.length === 1 ? NOT_FOUND : `Found on none of ${records.length} pages: `;
	return [
		...(ofPages.length > 0 ? [`${lead}${ofPages.join(', ')}`] : []),
		...(ofRows.length > 0 ? [`Empty in all ${rows} rows: ${ofRows.join(', ')}`] : []),
		...(partly.length > 0 ? [`${PARTLY_EMPTY}${partly.join(', ')}`] : []),
	];
}
