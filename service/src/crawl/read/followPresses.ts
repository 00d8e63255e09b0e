import { describePressedOnly } from '@web-data-extraction/page/pressedOnly';
import { describeTooLong, isAddressTooLong } from '@web-data-extraction/page/resolveAddress';
import { usesLogin } from '../../scrape/readTarget.ts';
import type { CrawlContext } from '../run/crawlContext.ts';
import type { FoundPage } from '../state/foundPage.ts';
import type { LoadedContent, PageText } from './pageText.ts';

/**
 * Adds the addresses to the links of a page that its buttons lead to, if only they may lead on; what isn't
 * found that way is said. For somebody who is signed in nothing is pressed: a button may act in their name. Nor is
 * it on a page that asks crawlers not to follow it, while robots rules are on.
 * @throws the signal's reason when the crawl is stopped
 */
export async function followPresses(
	{ request, robots, signal, listPressed }: CrawlContext,
	page: FoundPage,
	{ finalUrl }: Pick<LoadedContent, 'finalUrl'>,
	text: PageText,
): Promise<PageText> {
	const { pressedOnly, isNoFollow } = text;
	if (pressedOnly.length === 0) return text;
	const isSignedIn = [request.baseUrl, page.requestUrl].some((url) => usesLogin(request, { url }));
	const isLeft = isSignedIn || (isNoFollow && robots !== undefined);
	const found = isLeft ? undefined : await listPressed(page, finalUrl);
	signal.throwIfAborted();
	const tooLong = (found ?? []).filter((url) => isAddressTooLong(url)).length;
	const links = (found ?? [])
		.filter((url) => url !== finalUrl && !isAddressTooLong(url))
		.map((url) => ({ url, text: '', isNoFollow: false }));
	return {
		...text,
		links: [...text.links, ...links],
		warnings: [
			...text.warnings,
			...describePressedOnly(pressedOnly, found?.length),
			...describeTooLong(tooLong),
		],
	};
}
