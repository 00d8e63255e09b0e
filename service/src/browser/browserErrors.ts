import { stripVTControlCharacters } from 'node:util';

/** The page or the whole browser went away; the same request may work at the next try. */
export class BrowserCrashedError extends Error {
	override name = 'BrowserCrashedError' as const;
}

/** A page could not be loaded; the message is the reference's: `Failed to scrape <url>: <reason>`. */
export class PageLoadError extends Error {
	override name = 'PageLoadError' as const;
	readonly url: string;
	readonly reason: string;
	/** Whether another try may go better. */
	readonly isTemporary: boolean;

	constructor(url: string, reason: string, options: ErrorOptions & { isTemporary?: boolean } = {}) {
		super(`Failed to scrape ${url}: ${reason}`, options);
		this.url = url;
		this.reason = reason;
		this.isTemporary = options.isTemporary ?? false;
	}
}

/** The first line of a browser error, without the name of the call that met it. */
export function describeBrowserError(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const [firstLine = ''] = stripVTControlCharacters(message).split('\n', 1);
	return firstLine.replace(/^\w+\.\w+: /, '').trim();
}
