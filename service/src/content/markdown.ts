/// <reference lib="dom" />
import TurndownService from 'turndown';
import {
	headingRule,
	lineBreakRule,
	listItemRule,
	separateBlockRule,
	taskRule,
	termRule,
} from './markdown/blockRules.ts';
import { codeBlockRule } from './markdown/codeRules.ts';
import { escapeText } from './markdown/escapeText.ts';
import {
	boldRule,
	imageRule,
	italicRule,
	linkRule,
	strikethroughRule,
	superscriptRule,
} from './markdown/inlineRules.ts';
import { cellRule, rowRule, tablePartRule, tableRule } from './markdown/tableRules.ts';

/** The converter asks the rules from the last to the first. */
const RULES: Record<string, TurndownService.Rule> = {
	separateBlock: separateBlockRule,
	heading: headingRule,
	lineBreak: lineBreakRule,
	listItem: listItemRule,
	task: taskRule,
	term: termRule,
	codeBlock: codeBlockRule,
	bold: boldRule,
	italic: italicRule,
	strikethrough: strikethroughRule,
	link: linkRule,
	image: imageRule,
	superscript: superscriptRule,
	cell: cellRule,
	row: rowRule,
	tablePart: tablePartRule,
	table: tableRule,
};

/**
 * Turns a part of a page into GitHub-flavoured Markdown: headings, lists, task lists, links,
 * pictures, fenced code with its language, tables. The page must have been through `cleanDocument`,
 * which makes addresses absolute and takes out what a reader does not see.
 */
export function toMarkdown(root: HTMLElement): string {
	return createConverter()
		.turndown(root)
		.replace(/[ \t]+$/gm, '')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

function createConverter(): TurndownService {
	const converter = new TurndownService({
		headingStyle: 'atx',
		hr: '---',
		bulletListMarker: '-',
		codeBlockStyle: 'fenced',
	});
	converter.escape = escapeText;
	for (const [name, rule] of Object.entries(RULES)) converter.addRule(name, rule);
	return converter;
}
