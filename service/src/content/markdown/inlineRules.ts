/// <reference lib="dom" />
import type TurndownService from 'turndown';

/** Bold and italics around whole blocks, or around nothing, have no Markdown: the text stays. */
function markRule(tags: TurndownService.TagName[], mark: string): TurndownService.Rule {
	return {
		filter: tags,
		replacement: (content) => {
			const text = content.trim();
			const isMarked = text.startsWith(mark) && text.endsWith(mark);
			if (text === '' || isMarked || /\n\s*\n/.test(text)) return content;
			return `${mark}${text}${mark}`;
		},
	};
}

export const boldRule = markRule(['strong', 'b'], '**');
export const italicRule = markRule(['em', 'i', 'cite', 'dfn'], '_');
export const strikethroughRule = markRule(['del', 's'], '~~');

/** A link on one line. */
export const linkRule: TurndownService.Rule = {
	filter: ['a'],
	replacement: (content, node) => {
		const text = content.replace(/\s*\n\s*/g, ' ').trim();
		const href = node.getAttribute('href');
		return href === null || text === '' ? text : `[${text}](${escapeAddress(href)})`;
	},
};

export const imageRule: TurndownService.Rule = {
	filter: ['img'],
	replacement: (_content, node) => {
		const alternative = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
		const text = alternative.replace(/[[\]]/g, '\\$&');
		return `![${text}](${escapeAddress(node.getAttribute('src') ?? '')})`;
	},
};

/** Powers keep their distance from the number: 10² must not become 102. */
export const superscriptRule: TurndownService.Rule = {
	filter: ['sup'],
	replacement: (content) => (/^[-+−]?\d+$/.test(content.trim()) ? `^${content.trim()}` : content),
};

// Parentheses that do not pair up would end the link early.
function escapeAddress(address: string): string {
	const oneWord = address.replace(/\s/g, '%20');
	if (hasPairedParentheses(oneWord)) return oneWord;
	return oneWord.replaceAll('(', '%28').replaceAll(')', '%29');
}

function hasPairedParentheses(address: string): boolean {
	let open = 0;
	for (const sign of address) {
		if (sign === '(') open++;
		if (sign === ')') open--;
		if (open < 0) return false;
	}
	return open === 0;
}
