import type { LoadedDocument } from '../../browser/loadPage.ts';

/** What loading an address came to. */
export type LoadedPage =
	| { kind: 'page'; finalUrl: string; contentType: string; title: string; html: string }
	| { kind: 'document'; document: LoadedDocument }
	/** robots.txt does not allow it; it was not loaded. */
	| { kind: 'forbidden'; robotsUrl: string }
	| {
			kind: 'failed';
			/** What stands behind `Failed to scrape <url>: `. */
			reason: string;
			/** Whether another try may go better. */
			isTemporary: boolean;
			/** Whether the host asked to be left alone for a while. */
			isHostBusy: boolean;
			/** Whether the failure may hang on in the tab. */
			isTabSpent: boolean;
	  };
