/** Elements of a page that repeat: the rows of a table, the cards of a shop. */
export interface ItemGroup {
	/** CSS selector that finds them again, now and after coming back to the page. */
	selector: string;
	/** Visible elements of the group. */
	count: number;
	/** Tag name in lower case. */
	tag: string;
	/** ARIA role attribute; empty when there is none. */
	role: string;
	/** Class names, ids and test ids of the elements themselves. */
	names: string;
	/** The same of what directly holds them. */
	parentNames: string;
	/** Heading, caption or label over the group; may be empty. */
	heading: string;
	/** Beginning of the text of the first elements. */
	samples: string[];
	/** Characters of text of an element, on average. */
	averageLength: number;
	hasLinks: boolean;
	hasHeadings: boolean;
	hasImages: boolean;
	/** Whether they stand in the page's navigation, header or footer. */
	isSurrounding: boolean;
}

/** A group in words, for a model to choose from. */
export function describeGroup({ count, tag, names, heading, samples }: ItemGroup): string {
	const place = heading === '' ? '' : ` under "${heading}"`;
	const example = (samples[0] ?? '').slice(0, 120);
	return `${count} elements <${tag}${names === '' ? '' : ` class="${names}"`}>${place}, such as "${example}"`;
}
