import { Parser } from 'htmlparser2';

/** How deep Chromium nests elements, too: `kMaximumHTMLParserDOMTreeDepth`. */
const DEEPEST = 512;

/** The parts of the parser that open and close elements; its `stack` has the innermost one first. */
interface NestingParser {
	htmlMode: boolean;
	stack: string[];
	/** Whether SVG or MathML is being read, the innermost first. */
	foreignContext: boolean[];
	startIndex: number;
	endIndex: number;
	cbs: { onclosetag?: (name: string, isImplied: boolean) => void };
	getSlice(start: number, end: number): string;
}

/** How many elements at the limit ended before their own tags came, by name. */
const ended = new WeakMap<NestingParser, Map<string, number>>();

/**
 * Makes the parser behind linkedom nest HTML no deeper than browsers do: what opens at the limit becomes a sibling
 * of the innermost element instead of its child, so nothing is lost. Without this each element costs
 * as much as it has others around it, and a page of 300,000 takes minutes.
 */
export function limitNesting(): void {
	const [open, close] = [ownMethod('emitOpenTag'), ownMethod('onclosetag')];
	replaceMethod('emitOpenTag', function (this: NestingParser, name: string): void {
		if (this.htmlMode && this.stack.length >= DEEPEST) endInnermost(this);
		open.call(this, name);
	});
	replaceMethod('onclosetag', function (this: NestingParser, start: number, end: number): void {
		if (hasEnded(this, start, end)) {
			this.endIndex = end;
			this.startIndex = end + 1;
			return;
		}
		close.call(this, start, end);
		// What had ended was within what ends now.
		if (this.stack.length < DEEPEST) ended.delete(this);
	});
}

function endInnermost(parser: NestingParser): void {
	const name = parser.stack.shift() ?? '';
	parser.cbs.onclosetag?.(name, true);
	parser.foreignContext.length = Math.min(parser.foreignContext.length, DEEPEST);
	const counts = ended.get(parser) ?? new Map<string, number>();
	ended.set(parser, counts.set(name, (counts.get(name) ?? 0) + 1));
}

/** Whether a closing tag is that of an element which has ended; each counts once. */
function hasEnded(parser: NestingParser, start: number, end: number): boolean {
	const counts = ended.get(parser);
	if (counts === undefined) return false;
	const name = parser.getSlice(start, end).toLowerCase();
	const count = counts.get(name) ?? 0;
	if (count > 0) counts.set(name, count - 1);
	return count > 0;
}

/** A method of the parser that its types do not show. */
function ownMethod(name: string) {
	const own: unknown = Reflect.get(Parser.prototype, name);
	if (typeof own !== 'function') throw new Error(`htmlparser2 has no ${name}`);
	return own;
}

function replaceMethod(name: string, value: unknown): void {
	Object.defineProperty(Parser.prototype, name, { value, configurable: true, writable: true });
}
