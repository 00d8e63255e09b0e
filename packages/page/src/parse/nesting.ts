import { Parser } from 'htmlparser2';

/** How deep Chromium nests elements, too: `kMaximumHTMLParserDOMTreeDepth`. */
const DEEPEST = 512;

/** The part of the parser that opens an element; its `stack` has the innermost one first. */
interface OpeningParser {
	htmlMode: boolean;
	stack: string[];
	/** Whether SVG or MathML is being read, the innermost first. */
	foreignContext: boolean[];
	cbs: { onclosetag?: (name: string, isImplied: boolean) => void };
}

/**
 * Makes the parser behind linkedom nest HTML no deeper than browsers do: what opens at the limit becomes a sibling
 * of the innermost element instead of its child, so nothing is lost. Without this each element costs
 * as much as it has others around it, and a page of 300,000 takes minutes.
 */
export function limitNesting(): void {
	const prototype: object = Parser.prototype;
	const open: unknown = Reflect.get(prototype, 'emitOpenTag');
	if (typeof open !== 'function') throw new Error('htmlparser2 opens elements in another way');
	const value = function (this: OpeningParser, name: string): void {
		if (this.htmlMode && this.stack.length >= DEEPEST) {
			const innermost = this.stack.shift() ?? '';
			this.cbs.onclosetag?.(innermost, true);
			this.foreignContext.length = Math.min(this.foreignContext.length, DEEPEST);
		}
		open.call(this, name);
	};
	Object.defineProperty(prototype, 'emitOpenTag', { value, configurable: true, writable: true });
}
