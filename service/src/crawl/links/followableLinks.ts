import { cleanUrl } from '../scope/addresses.ts';
import type { PageLink } from '../../page/pageLinks.ts';
import type { LinkCandidate } from './linkChoice.ts';

/** Files that are neither pages nor documents. */
const ASSET =
	/\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|og[gv]|wav|flac|avi|mov|mkv|css|m?js|map|json|xml|rss|atom|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|exe|msi|apk|deb|rpm|iso|bin|jar|ics|vcf|torrent)$/i;
/** The same by what a server says: files whose address does not tell. */
const ASSET_TYPE =
	/^(?:(?:image|audio|video|font)\/|text\/(?:css|xml|javascript|calendar|vcard)\b|application\/(?:json|xml|(?:rss|atom|rdf)\+xml|javascript)\b)/i;
/** Links that do something when they are followed: a visit must not sign out, buy or delete. */
const ACTION_PATH = /\/(?:log-?out|log-?off|sign-?out|sign-?off|unsubscribe)(?:\.\w+)?\/?$/i;
const ACTION_QUERY =
	/[?&](?:add[-_]to[-_](?:cart|wishlist|compare)|remove[-_]item|(?:do|action|op|cmd)=(?:log-?out|delete|remove|edit|add|buy|vote))\b/i;

const MAX_LINKS_PER_PAGE = 2000;

/**
 * The links of a page that lead to pages or documents, each address once with all of its texts:
 * cleaned, without files of other kinds and without links that trigger an action.
 * @param obeysNoFollow leaves out links that the page asks programs not to follow
 */
export function listFollowableLinks(
	links: readonly PageLink[],
	obeysNoFollow: boolean,
): LinkCandidate[] {
	const byUrl = new Map<string, LinkCandidate>();
	for (const link of links) {
		const url = cleanUrl(link.url);
		if (url === undefined || !isPage(url) || (link.isNoFollow && obeysNoFollow)) {
			continue;
		}
		const known = byUrl.get(url);
		if (known === undefined && byUrl.size >= MAX_LINKS_PER_PAGE) break;
		byUrl.set(url, { url, text: joinTexts(known?.text, link.text) });
	}
	return [...byUrl.values()];
}

/** Whether a content type is that of a file that is neither a page nor a document. */
export function isAssetType(contentType: string): boolean {
	return ASSET_TYPE.test(contentType.trim());
}

function isPage(url: string): boolean {
	const { pathname, search } = new URL(url);
	return !ASSET.test(pathname) && !ACTION_PATH.test(pathname) && !ACTION_QUERY.test(search);
}

function joinTexts(known: string | undefined, text: string): string {
	const plain = text.replace(/\s+/g, ' ').trim();
	if (known === undefined || known === '') return plain;
	return plain === '' || known.includes(plain) ? known : `${known} ${plain}`;
}
