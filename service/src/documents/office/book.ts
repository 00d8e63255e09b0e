import { unzipSync } from 'fflate';
import { posix } from 'node:path';
import { attributeOf, findElements } from './xml.ts';
import { type Parts, partText } from './package.ts';

/** What a book is made of: the parts that its spine names, in no order of theirs. */
export function chaptersOf(bytes: Buffer): Parts {
	const parts: Parts = unzipSync(bytes, {
		filter: ({ name }) => /\.(?:x?html?|xml|opf)$/i.test(name),
	});
	const [root] = findElements(partText(parts, 'META-INF/container.xml'), 'rootfile');
	const packageName = attributeOf(root?.tag ?? '', 'full-path') ?? '';
	const opf = partText(parts, packageName);
	const hrefs = new Map(
		findElements(opf, 'item').map(({ tag }) => [attributeOf(tag, 'id'), attributeOf(tag, 'href')]),
	);
	const names = findElements(opf, 'itemref')
		.map(({ tag }) => hrefs.get(attributeOf(tag, 'idref')))
		.filter((href) => href !== undefined)
		.map((href) => posix.join(posix.dirname(packageName), decodeURIComponent(href)));
	return Object.fromEntries(
		names.flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]])),
	);
}
