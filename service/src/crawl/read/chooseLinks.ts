import type { LeftOutReason } from '../../db/crawlPages.ts';
import type { PageLink } from '@web-data-extraction/page/pageLinks';
import type { CrawlRequest } from '../crawlBodies.ts';
import { judgeEach } from '../links/judgeEach.ts';
import {
	isPage,
	type LinkCandidate,
	type LinkChoice,
	type LinkChooser,
	listFollowableLinks,
} from '../links/linkChoice.ts';
import { isListingAddress } from '../scope/listings.ts';
import type { RobotsFiles } from '../scope/robots.ts';
import type { CrawlState, LinkStanding } from '../state/crawlState.ts';
import { type FoundPage, isBase } from '../state/foundPage.ts';

/** What choosing needs from a crawl. */
interface LinkContext {
	state: CrawlState;
	request: Pick<CrawlRequest, 'maxDepth'>;
	/** Undefined when robots.txt files are not respected. */
	robots: RobotsFiles | undefined;
	chooser: LinkChooser;
	/** Receives what the client should know. */
	warnings: Set<string>;
	signal: AbortSignal;
}

const NARROW_SCOPE =
	'No link of the start page is in scope, so only the start page was crawled. ' +
	'Set crawlEntireDomain to follow links outside of its path, or allowSubdomains, ' +
	'and check includePaths and excludePaths.';

const NO_PAGES_LISTED =
	'The start address lists no pages, only files of other kinds. Start at another address.';

const NO_CHOICE: LinkChoice = { urls: [], inputTokens: 0, outputTokens: 0 };

/** What choosing among the links of a page needs to know. */
interface PageLinks {
	links: readonly PageLink[];
	/** A feed or sitemap, which is read only for its links. */
	isListing: boolean;
}

/**
 * Chooses which links of a page are followed, and records those in scope that are not, each with its
 * reason.
 * @throws the signal's reason when the crawl is stopped
 */
export async function chooseLinks(
	{ state, request, robots, chooser, warnings, signal }: LinkContext,
	page: FoundPage,
	{ links: found, isListing }: PageLinks,
): Promise<LinkChoice> {
	const links = listFollowableLinks(
		found,
		(url) => isPage(url) || (isListing && isListingAddress(url)),
	);
	const judged = await judgeEach(links, signal, (link) => ({
		link,
		standing: state.judgeLink(page, link.url),
	}));
	const pick = (wanted: LinkStanding) =>
		judged.filter(({ standing }) => standing === wanted).map(({ link }) => link);
	const leaveOut = (left: readonly LinkCandidate[], reason: LeftOutReason): void => {
		for (const { url } of left) state.leaveOut(page, url, reason);
	};
	for (const reason of LEFT_OUT_UNREAD) leaveOut(pick(reason), reason);

	const open = pick('open');
	if (isBase(page) && !state.isLast() && request.maxDepth !== 0 && open.length === 0) {
		if (links.some(({ url }) => !state.isInScope(url))) warnings.add(NARROW_SCOPE);
		if (isListing && links.length === 0) warnings.add(NO_PAGES_LISTED);
	}
	const asked = open.filter(({ isNoFollow }) => robots === undefined || isNoFollow !== true);
	leaveOut(without(open, asked), 'nofollow');
	const answers = await judgeEach(asked, signal, ({ url }) => robots?.isAllowed(url) ?? true);
	const allowed = asked.filter((_link, index) => answers[index]);
	leaveOut(without(asked, allowed), 'robots');
	// What other sitemaps list is judged separately.
	const listings = allowed.filter(({ url }) => isListingAddress(url));
	const choosable = without(allowed, listings);
	// Another page found them; if it is never stored, they are still known from this one.
	const unasked = [...listings, ...pick('found')].map(({ url }) => url);
	const candidates = choosable.slice(0, chooser.usesModel ? MOST_ASKED : undefined);
	leaveOut(without(choosable, candidates), 'waiting');

	// The last page wanted: asking the model about its links would be pointless.
	if (state.isLast() && chooser.usesModel) {
		leaveOut(candidates, 'maxPages');
		return { ...NO_CHOICE, urls: unasked };
	}
	const choice = candidates.length === 0 ? NO_CHOICE : await chooser.choose(candidates, signal);
	const chosen = new Set(choice.urls);
	leaveOut(
		candidates.filter(({ url }) => !chosen.has(url)),
		'instruction',
	);
	return { ...choice, urls: [...choice.urls, ...unasked] };
}

/** Maximum links of one page that are sent to the model. */
const MOST_ASKED = 2_000;

/** What needs no robots.txt rules, and no choice. */
const LEFT_OUT_UNREAD = ['pattern', 'endless', 'depth', 'waiting'] as const;

function without<T>(all: readonly T[], taken: readonly T[]): T[] {
	const set = new Set(taken);
	return all.filter((entry) => !set.has(entry));
}
