import {
	OfficeGenerator,
	type GeneratorConfig,
	type OfficeContentNode,
	type OfficeParserAST,
} from 'officeparser';

/** What was recognised on a document's pictures: Markdown by the picture's name. */
export type ImageTexts = ReadonlyMap<string, string>;

/** Markdown has no underline; as HTML it would only be noise, above all around links. */
function dropUnderline(node: OfficeContentNode): void {
	if (node.formatting?.underline) delete node.formatting.underline;
}

/**
 * How a picture appears: as the text recognised on it, else by its alternative text or its address
 * on the web. The pictures inside a document have no address, so the others say nothing.
 */
function renderImage(node: OfficeContentNode, imageTexts: ImageTexts): string | false | undefined {
	if (node.type !== 'image') return undefined;
	const text = imageTexts.get(node.metadata?.attachmentName ?? '');
	if (text) return `\n\n${text}\n\n`;
	return node.metadata?.altText || node.metadata?.url ? undefined : false;
}

function generatorConfig(imageTexts: ImageTexts): GeneratorConfig<'md'> {
	return {
		includeImages: 'image-only',
		maxInlineImageBytes: 0,
		generateIds: false,
		ignoreInternalLinks: true,
		onNode: (node) => {
			dropUnderline(node);
			return renderImage(node, imageTexts);
		},
		mdConfig: {
			dialect: { extends: 'github', attributeLists: 'none', embeds: 'link' },
			fallbackToHtml: { anchors: false, alignment: false, tables: false },
		},
	};
}

/** A slide, sheet or page starts with a rule in the library's Markdown; ours are apart already. */
function withoutLeadingRule(markdown: string): string {
	return markdown.trim().replace(/^---(?:\n+|$)/, '');
}

/** Some pages of a parsed document as GFM Markdown, without the document's front matter. */
export async function nodesToMarkdown(
	document: OfficeParserAST,
	nodes: readonly OfficeContentNode[],
	imageTexts: ImageTexts = new Map(),
): Promise<string> {
	const part = { ...document, metadata: {}, content: [...nodes] };
	const { value } = await OfficeGenerator.generate(part, 'md', generatorConfig(imageTexts));
	return withoutLeadingRule(value);
}
