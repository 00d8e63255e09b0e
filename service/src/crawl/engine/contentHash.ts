import { createHash } from 'node:crypto';

/** Text shorter than this says too little to call two pages the same. */
const MIN_CHARACTERS = 20;

/** What a page shows. */
export interface PageContent {
	/** Links to places in the page make no difference between two addresses of it. */
	finalUrl: string;
	title: string;
	markdown: string;
}

/**
 * What two addresses of the same content have in common; undefined for an almost empty page, since
 * two of those need not be the same page.
 */
export function hashContent({ finalUrl, title, markdown }: PageContent): string | undefined {
	if (markdown.trim().length < MIN_CHARACTERS) return undefined;
	const text = `${title}\n${markdown.replaceAll(`${finalUrl}#`, '#')}`.replace(/\s+/g, ' ').trim();
	return createHash('sha256').update(text).digest('base64url');
}
