/** What became of one submitted URL. */
export interface ScrapedPage {
	/** As submitted. */
	url: string;
	/** After redirects. */
	finalUrl: string;
	/** As the browser shows it; the file name of a document. */
	title: string;
	/** After rendering and actions; undefined for documents and failed pages. */
	html: string | undefined;
	markdown: string;
	/** What the page's server answered; undefined when the page could not be loaded. */
	httpStatus?: number;
	/** False when the page could not be loaded or its server answered with an error status. */
	isSuccess: boolean;
	lowContent: boolean;
	/** Name of the stored image, when one was asked for. */
	screenshotFile: string | null;
	/** Of the model, for the page's actions. */
	inputTokens: number;
	outputTokens: number;
	/** What the client should know about the page's actions. */
	warnings: readonly string[];
	/** Why the page could not be loaded. */
	error?: string;
}

/** The entry of a page that could not be loaded, beside others that could. */
export function toFailedPage(url: string, error: string): ScrapedPage {
	return {
		url,
		finalUrl: url,
		title: '',
		html: undefined,
		markdown: '',
		isSuccess: false,
		lowContent: true,
		screenshotFile: null,
		inputTokens: 0,
		outputTokens: 0,
		warnings: [],
		error,
	};
}
