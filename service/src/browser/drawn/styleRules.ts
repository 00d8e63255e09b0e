/// <reference lib="dom" />

/**
 * Visits the style rules of the document, also those within others. Runs in the page.
 * @returns whether all could be read: the browser does not reveal the rules of sheets from other sites
 */
export function visitStyleRules(visit: (rule: CSSStyleRule) => void): boolean {
	const visitAll = (rules: Iterable<CSSRule>): void => {
		for (const rule of rules) {
			if (rule instanceof CSSImportRule && rule.styleSheet !== null)
				visitAll(rule.styleSheet.cssRules);
			if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) visitAll(rule.cssRules);
			if (rule instanceof CSSStyleRule) visit(rule);
		}
	};
	let areAllRead = true;
	for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
		try {
			visitAll(sheet.cssRules);
		} catch {
			areAllRead = false;
		}
	}
	return areAllRead;
}
