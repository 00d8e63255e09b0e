/// <reference lib="dom" />
import type TurndownService from 'turndown';

/** Elements that stand on lines of their own though the converter takes them for inline. */
const BLOCK_TAGS = new Set(['DETAILS', 'SUMMARY', 'DIALOG', 'SEARCH', 'LEGEND']);

/** Headings stay on one line, whatever is inside them. */
export const headingRule: TurndownService.Rule = {
	filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
	replacement: (content, node) => {
		const text = content.replace(/\s+/g, ' ').trim();
		if (text === '') return '';
		return `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${text}\n\n`;
	},
};

/** Tight lists: one line per item, deeper lines indented by the width of the marker. */
export const listItemRule: TurndownService.Rule = {
	filter: ['li'],
	replacement: (content, node) => {
		const text = content.trim().replace(/^(\[[ x]\]) +/, '$1 ');
		if (text === '') return '';
		const isOrdered = node.parentNode?.nodeName === 'OL';
		const marker = isOrdered ? `${node.getAttribute('value') ?? '1'}. ` : '- ';
		const indented = text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
		return `${marker}${indented}\n`;
	},
};

/** The box in front of a task of a list. */
export const taskRule: TurndownService.Rule = {
	filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
	replacement: (_content, node) => {
		if (node.closest('li') === null) return '';
		return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
	},
};

/** Two line breaks in a row are how old pages end a paragraph. */
export const lineBreakRule: TurndownService.Rule = {
	filter: ['br'],
	replacement: (_content, node) => (node.previousSibling?.nodeName === 'BR' ? '\n\n' : '\n'),
};

/** A term of a definition list; its definitions follow as paragraphs. */
export const termRule: TurndownService.Rule = {
	filter: ['dt'],
	replacement: (content) => {
		const text = content.replace(/\s+/g, ' ').trim();
		if (text === '') return '';
		return text.startsWith('**') ? `\n\n${text}\n\n` : `\n\n**${text}**\n\n`;
	},
};

export const separateBlockRule: TurndownService.Rule = {
	filter: (node) => BLOCK_TAGS.has(node.nodeName),
	replacement: (content) => `\n\n${content.trim()}\n\n`,
};
