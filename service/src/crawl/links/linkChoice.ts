import { createPathTest } from '../scope/pathPattern.ts';
import type { LinkRule, LinkTerms } from './instruction.ts';
import type { LinkCandidate } from './linkCandidate.ts';
import { toStems } from './words.ts';

const NEXT_PAGE_TEXT =
	/^(?:\d{1,4}|next(?: page)?|older(?: posts| entries)?|more|load more|show more|[»›>→]+|next\s*[»›>→]+)$/i;
const NEXT_PAGE_ADDRESS = /\/page\/\d+\/?$|[?&](?:page|p|paged|offset|start)=\d+/i;

/**
 * Whether a crawl instruction, read by its words, follows a link: any of its words in the link's
 * text, path or query, and no word of an exception there.
 */
export function isLinkChosen(rule: LinkRule, link: LinkCandidate): boolean {
	if (rule.follows === 'none' || hasTerm(rule.exceptions, link)) return false;
	if (rule.follows === 'all' || hasTerm(rule.terms, link)) return true;
	return rule.wantsPagination && isNextPage(link);
}

function hasTerm({ words, phrases, paths }: LinkTerms, { url, text }: LinkCandidate): boolean {
	const { hostname, pathname, search } = new URL(url);
	const path = decode(pathname);
	if (paths.some((term) => fitsPath(term, new URL(url)))) return true;
	if (phrases.some((phrase) => text.toLowerCase().includes(phrase))) return true;
	if (words.length === 0) return false;
	const subdomains = hostname.split('.').slice(0, -2).join(' ');
	const stems = new Set(toStems(`${text} ${subdomains} ${path} ${decode(search)}`));
	return words.some((word) => stems.has(word));
}

function fitsPath(term: string, url: URL): boolean {
	if (term.includes('*')) return createPathTest(term)(url);
	return term.includes('?')
		? (url.pathname + url.search).includes(term)
		: `${url.pathname}/`.includes(term);
}

function isNextPage({ url, text }: LinkCandidate): boolean {
	return NEXT_PAGE_TEXT.test(text.trim()) || NEXT_PAGE_ADDRESS.test(url);
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
