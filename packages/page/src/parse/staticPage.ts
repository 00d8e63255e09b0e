/// <reference lib="dom" />
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import {
	checkPageSize,
	type ConversionRequest,
	type ConvertedPage,
	convertPage,
} from '../convertPage.ts';
import { oneLine } from './document.ts';
import { resolveAddress } from './resolveAddress.ts';
import { readRefresh, type Refresh } from '../metadata/refresh.ts';
import { findDrawnParts, type PageScripts } from './scriptSigns.ts';

/** A page as sent by its server, read without a browser. */
export interface StaticPage extends ConvertedPage {
	/** At most 2,000 characters. */
	title: string;
	/** As a browser would serialize it: every element closed, in its place. */
	html: string;
	/** Why the page may say more in a browser, with "it" for the page; undefined when it is complete. */
	needsBrowser: string | undefined;
	/** Addresses of frames in the page, which were not read. */
	frames: string[];
	/** Where the page automatically redirects its readers; undefined when it does not. */
	refresh: Refresh | undefined;
	/** Which scripts the page has, without what differs between pages; empty without any. */
	scriptKind: string;
}

const LONGEST_TITLE = 2_000;
const MOST_FRAMES = 3;

/** Types of scripts that a browser runs; data and templates have other types. */
const PROGRAM = /^(?:|module|text\/(?:java|ecma)script|application\/(?:x-)?(?:java|ecma)script)$/i;

/**
 * Turns a page into Markdown as {@link convertPage} does, from what its server sent. The HTML is parsed by
 * the rules that browsers follow.
 * @throws Error for a page of more than 20 million characters
 */
export function convertStaticPage(request: ConversionRequest): StaticPage {
	checkPageSize(request.html);
	const tree = parse(request.html);
	const html = serialize(tree);
	const scripts = listScripts(tree);
	const facts = { title: '', frames: [] as string[], refresh: undefined as Refresh | undefined };
	let needsBrowser: string | undefined;
	const converted = convertPage({ ...request, html }, (document) => {
		facts.title = oneLine(document.querySelector('title')?.textContent ?? '');
		facts.frames = listFrames(document, request.url);
		facts.refresh = readRefresh(document, request.url);
		needsBrowser = findDrawnParts(document, scripts);
	});
	// Short pages without scripts are short in a browser too.
	if (converted.lowContent && scripts.count > 0) needsBrowser ??= 'it has hardly any text';
	return {
		...converted,
		...facts,
		title: facts.title.slice(0, LONGEST_TITLE),
		html,
		needsBrowser,
		scriptKind: scripts.kind,
	};
}

type ParentNode = DefaultTreeAdapterTypes.ParentNode;

function listScripts(tree: ParentNode): PageScripts & { kind: string } {
	const inline: string[] = [];
	const addresses = new Set<string>();
	let count = 0;
	// Not recursive: pages can be nested to any depth.
	const open: ParentNode[] = [tree];
	for (let node = open.pop(); node !== undefined; node = open.pop()) {
		for (const child of node.childNodes) {
			if (!('tagName' in child)) continue;
			if (child.tagName !== 'script') {
				open.push(child);
				continue;
			}
			const attribute = (name: string) => child.attrs.find((entry) => entry.name === name)?.value;
			const type = (attribute('type') ?? '').split(';', 1)[0] ?? '';
			if (!PROGRAM.test(type.trim())) continue;
			count += 1;
			const source = attribute('src');
			if (source !== undefined) addresses.add(source.split(/[?#]/, 1)[0] ?? '');
			else
				inline.push(child.childNodes.map((text) => ('value' in text ? text.value : '')).join(''));
		}
	}
	const kind = count === 0 ? '' : [...addresses].sort().join('\n') || 'inline';
	return { count, inline, kind };
}

function listFrames(document: Document, url: string): string[] {
	const addresses = [...document.querySelectorAll('iframe')].flatMap((frame) => {
		const { width = '', height = '' } = {
			width: frame.getAttribute('width') ?? '',
			height: frame.getAttribute('height') ?? '',
		};
		// Trackers and the like use frames of one pixel.
		const isHidden =
			/^[01](?:px)?$/.test(width) || /^[01](?:px)?$/.test(height) || frame.hasAttribute('hidden');
		if (isHidden || /display\s*:\s*none/i.test(frame.getAttribute('style') ?? '')) return [];
		if (frame.hasAttribute('srcdoc')) return 'a text within the page';
		return resolveAddress(frame.getAttribute('src'), url) ?? [];
	});
	return [...new Set(addresses)].slice(0, MOST_FRAMES);
}
