import { posix } from 'node:path';
import type { OfficeContentNode } from 'officeparser';
import { listSlideParagraphs } from './slideLists.ts';
import { readSlideParagraphs } from './slideParagraphs.ts';
import { readZipParts } from './zipParts.ts';

const PRESENTATION = 'ppt/presentation.xml';
const STYLE_PART = /^ppt\/(slides|slideLayouts|slideMasters)\/(_rels\/)?[^/]+\.xml(\.rels)?$/;

type Parts = ReadonlyMap<string, string>;

function relationsName(part: string): string {
	return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** The parts that a part names in its relations, by relation ID. */
function relationsOf(part: string, parts: Parts): Map<string, string> {
	const relations = parts.get(relationsName(part)) ?? '';
	const found = new Map<string, string>();
	for (const [tag] of relations.matchAll(/<Relationship\b[^>]*>/g)) {
		const id = /\bId="([^"]*)"/.exec(tag)?.[1];
		const target = /\bTarget="([^"]*)"/.exec(tag)?.[1];
		if (id === undefined || target === undefined) continue;
		found.set(id, posix.join(target.startsWith('/') ? '' : posix.dirname(part), target));
	}
	return found;
}

function relatedPart(part: string, folder: string, parts: Parts): string {
	const targets = [...relationsOf(part, parts).values()];
	return targets.find((target) => target.includes(`/${folder}/`)) ?? '';
}

/** The slides in the order in which the presentation shows them, as the library counts them. */
function slideNames(parts: Parts): string[] {
	const relations = relationsOf(PRESENTATION, parts);
	const slides = parts.get(PRESENTATION)?.matchAll(/<p:sldId\b[^>]*\br:id="([^"]*)"/g) ?? [];
	return [...slides].map(([, id = '']) => relations.get(id) ?? '');
}

/** Gives the slides of a presentation the lists that their layouts and masters make. */
export async function mendSlides(
	filePath: string,
	content: readonly OfficeContentNode[],
): Promise<OfficeContentNode[]> {
	const parts = await readZipParts(
		filePath,
		(name) =>
			name === PRESENTATION || name === relationsName(PRESENTATION) || STYLE_PART.test(name),
	);
	const names = slideNames(parts);
	return content.map((node) => {
		if (node.type !== 'slide') return node;
		const slideNumber = node.metadata?.slideNumber ?? 0;
		const name = names[slideNumber - 1];
		if (name === undefined) return node;
		const layout = relatedPart(name, 'slideLayouts', parts);
		const master = relatedPart(layout, 'slideMasters', parts);
		const paragraphs = readSlideParagraphs({
			slide: parts.get(name) ?? '',
			layout: parts.get(layout) ?? '',
			master: parts.get(master) ?? '',
		});
		return { ...node, children: listSlideParagraphs(node.children ?? [], paragraphs, slideNumber) };
	});
}
