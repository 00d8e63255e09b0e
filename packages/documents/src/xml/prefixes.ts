import { xmlTokens } from './xml.ts';

const OFFICE = 'http://schemas.openxmlformats.org/';
const STRICT = 'http://purl.oclc.org/ooxml/';
const MICROSOFT = 'http://schemas.microsoft.com/office/';
const OPEN = 'urn:oasis:names:tc:opendocument:xmlns:';

/** The prefixes that office programs use for elements; others are allowed, and some programs number them. */
const USUAL = new Map<string, string>([
	...['', 'strict'].flatMap((kind): Array<[string, string]> => {
		const [root, year] = kind === '' ? [OFFICE, '/2006'] : [STRICT, ''];
		return [
			[`${root}wordprocessingml${year}/main`, 'w'],
			[`${root}presentationml${year}/main`, 'p'],
			[`${root}drawingml${year}/main`, 'a'],
			[`${root}drawingml${year}/wordprocessingDrawing`, 'wp'],
			[`${root}drawingml${year}/picture`, 'pic'],
			[`${root}drawingml${year}/chart`, 'c'],
			[`${root}drawingml${year}/diagram`, 'dgm'],
			[`${root}officeDocument${year}/relationships`, 'r'],
			[`${root}officeDocument${year}/math`, 'm'],
		];
	}),
	[`${OFFICE}markup-compatibility/2006`, 'mc'],
	[`${MICROSOFT}word/2010/wordprocessingShape`, 'wps'],
	[`${MICROSOFT}word/2010/wordml`, 'w14'],
	[`${MICROSOFT}drawing/2010/main`, 'a14'],
	[`${MICROSOFT}powerpoint/2018/8/main`, 'p188'],
	['urn:schemas-microsoft-com:vml', 'v'],
	['urn:schemas-microsoft-com:office:office', 'o'],
	...['office', 'style', 'text', 'table', 'form', 'presentation', 'chart'].map(
		(name): [string, string] => [`${OPEN}${name}:1.0`, name],
	),
	[`${OPEN}drawing:1.0`, 'draw'],
	[`${OPEN}svg-compatible:1.0`, 'svg'],
	['http://www.w3.org/1999/xlink', 'xlink'],
	['http://purl.org/dc/elements/1.1/', 'dc'],
]);

const DECLARATION = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TAGS = new Set(['start', 'end', 'empty']);
const NAME = /^(<\/?)(?:([\w.-]+):)?(?=[\w.-])/;
const ATTRIBUTE_PREFIX = /(\s)([\w.-]+):(?=[\w.-]+\s*=)/g;
const REQUIRES = /(\sRequires\s*=\s*["'])([\w.-]+)/;

/** What prefixes mean; undefined where one means several things. */
function readPrefixes(xml: string): Map<string, string> | undefined {
	const addresses = new Map<string, string>();
	for (const [, prefix = '', double, single] of xml.matchAll(DECLARATION)) {
		const address = double ?? single ?? '';
		if ((addresses.get(prefix) ?? address) !== address) return undefined;
		addresses.set(prefix, address);
	}
	return addresses;
}

/**
 * XML of an office document with the usual prefixes. Unchanged where it has them, and where a prefix
 * means several things.
 */
export function withUsualPrefixes(xml: string): string {
	const addresses = readPrefixes(xml) ?? new Map<string, string>();
	const renamed = new Map(
		[...addresses].flatMap(([prefix, address]): Array<[string, string]> => {
			const usual = USUAL.get(address) ?? prefix;
			return usual === prefix ? [] : [[prefix, usual]];
		}),
	);
	const isTaken = ([prefix, usual]: [string, string]): boolean =>
		(addresses.get(usual) ?? addresses.get(prefix)) !== addresses.get(prefix);
	if (renamed.size === 0 || [...renamed].some(isTaken)) return xml;
	return [...xmlTokens(xml)]
		.map(({ kind, source }) => (TAGS.has(kind) ? renameTag(source, renamed) : source))
		.join('');
}

function renameTag(tag: string, renamed: ReadonlyMap<string, string>): string {
	const declared = new Set<string>();
	const rename = (source: string, start: string, prefix = ''): string => {
		const usual = renamed.get(prefix);
		return usual === undefined ? source : `${start}${usual}:`;
	};
	return tag
		.replace(DECLARATION, (source: string, prefix = '') => {
			const usual = renamed.get(prefix);
			const shown = usual ?? prefix;
			// The usual prefix may be declared alongside another for the same.
			if (declared.has(shown)) return '';
			declared.add(shown);
			if (usual === undefined) return source;
			return source.replace(/xmlns(?::[\w.-]+)?/, `xmlns:${usual}`);
		})
		.replace(NAME, rename)
		.replace(ATTRIBUTE_PREFIX, rename)
		.replace(
			REQUIRES,
			(_source, start: string, prefix: string) => start + (renamed.get(prefix) ?? prefix),
		);
}
