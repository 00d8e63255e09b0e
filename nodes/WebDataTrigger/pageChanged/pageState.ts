import type { IDataObject } from 'n8n-workflow';
import { omit } from '../../shared/items/records';
import { isRecord } from '../../shared/transport/serviceBody';
import type { PageContent } from './pageContent';
import {
	compareVersions,
	toVersion,
	type Ignored,
	type PageDifference,
	type PageVersion,
} from './pageVersion';

/** What is known of a page. */
export interface PageState {
	/** What it was checked for. What was remembered for another request or comparison does not count. */
	settings: string;
	/** Whether the service took a check of it: an address that it refuses later is no mistake of the user's. */
	isAccepted: boolean;
	/** The scrape under way that checks it. */
	job?: { id: string; submittedAtMs: number };
	/** The version that the next one is compared with: the first, then the one reported last. */
	version?: PageVersion;
	/** Checks in a row that could not read the page. */
	failedChecks: number;
}

/** How versions are compared, and what is reported. */
export interface PageRules {
	ignored: Ignored;
	/** Share of the text that must have changed, 0 to 100. */
	minChangePercent: number;
	/** After how many failed checks in a row it is reported, once; 0 for never. */
	reportAfterFailures: number;
	/** Most characters of a version that are kept. */
	maxLength: number;
}

/** What a check came to. */
export interface PageCheck {
	url: string;
	jobId?: string;
	atMs: number;
	result: PageContent | { reason: string };
}

/** A page with nothing known of it. */
export function unknownPage(settings: string): PageState {
	return { settings, isAccepted: false, failedChecks: 0 };
}

function isVersion(value: unknown): value is PageVersion {
	return isRecord(value) && typeof value.text === 'string' && typeof value.seenAtMs === 'number';
}

function isJob(value: unknown): value is NonNullable<PageState['job']> {
	return isRecord(value) && typeof value.id === 'string' && typeof value.submittedAtMs === 'number';
}

/** Reads what was saved of a page; nothing when it was checked for something else. */
export function readPageState(saved: unknown, settings: string): PageState {
	if (!isRecord(saved) || saved.settings !== settings) return unknownPage(settings);
	const { isAccepted, job, version, failedChecks } = saved;
	return {
		settings,
		isAccepted: isAccepted === true,
		...(isJob(job) && { job }),
		...(isVersion(version) && { version }),
		failedChecks: typeof failedChecks === 'number' ? failedChecks : 0,
	};
}

function toTime(timeMs: number): string {
	return new Date(timeMs).toISOString();
}

function applyFailure(
	page: PageState,
	check: PageCheck,
	reason: string,
	rules: PageRules,
): ReturnType<typeof applyCheck> {
	const failedChecks = page.failedChecks + 1;
	const next = { ...page, failedChecks };
	if (failedChecks !== rules.reportAfterFailures) return { page: next };
	const item = {
		event: 'pageUnreachable',
		url: check.url,
		failedChecks,
		errorMessage: reason,
		previousAt: page.version ? toTime(page.version.seenAtMs) : null,
		checkedAt: toTime(check.atMs),
		...(check.jobId !== undefined && { jobId: check.jobId }),
	};
	return { page: next, item };
}

/** The item of a change; without a version before it, all lines are new. */
export function toChangeItem(
	{ url, jobId, atMs }: PageCheck,
	{ title, content, lines }: PageContent,
	change?: PageDifference & { version: PageVersion },
): IDataObject {
	return {
		event: 'pageChanged',
		url,
		title,
		changedPercent: change?.percent ?? 100,
		added: change?.added ?? lines,
		removed: change?.removed ?? [],
		...(change?.isPartial && { linesArePartial: true }),
		content,
		previousAt: change ? toTime(change.version.seenAtMs) : null,
		checkedAt: toTime(atMs),
		...(jobId !== undefined && { jobId }),
	};
}

/** What a check means for a page: the state after it, and what to report. */
export function applyCheck(
	page: PageState,
	check: PageCheck,
	rules: PageRules,
): { page: PageState; item?: IDataObject } {
	const { result } = check;
	const rest = omit(page, 'job');
	if ('reason' in result) return applyFailure(rest, check, result.reason, rules);
	if (result.isLow && page.version?.isLow === false) {
		const reason =
			'The page gave very little text: it may show a bot check, a cookie wall or a dead link';
		return applyFailure(rest, check, reason, rules);
	}
	const seen = { seenAtMs: check.atMs, isLow: result.isLow };
	const version = toVersion(result.lines, seen, rules);
	const known = { ...rest, failedChecks: 0 };
	if (!page.version) return { page: { ...known, version } };
	const difference = compareVersions(page.version, version, rules.ignored);
	const isReported =
		difference && (difference.isPartial || difference.percent >= rules.minChangePercent);
	if (!isReported) return { page: known };
	return {
		page: { ...known, version },
		item: toChangeItem(check, result, { ...difference, version: page.version }),
	};
}
