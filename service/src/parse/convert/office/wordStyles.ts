/** The value of an element's `w:val`, e.g. the number in `<w:numId w:val="3"/>`. */
export function wordValue(xml: string, element: string): string | undefined {
	return new RegExp(`<w:${element}\\b[^>]*\\bw:val="([^"]*)"`).exec(xml)?.[1];
}

/** What stands in the elements of a name, by the value of an attribute that identifies them. */
export function wordElements(
	xml: string,
	element: string,
	idAttribute: string,
): Map<string, string> {
	const pattern = new RegExp(
		`<w:${element}\\b[^>]*\\bw:${idAttribute}="([^"]*)"[^>]*>([\\s\\S]*?)</w:${element}>`,
		'g',
	);
	return new Map([...xml.matchAll(pattern)].map(([, id = '', body = '']) => [id, body]));
}
