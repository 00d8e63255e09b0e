/// <reference lib="dom" />
import type { ClosedRoots } from '../scrolled/keptRows.ts';
import { createCssCounters, parentOf } from './cssCounters.ts';
import { DrawnNotes, NOTE_PARTS, type NoteNames } from './drawnNotes.ts';
import { completeAddresses } from './frameAddresses.ts';
import { createGeneratedText, findGenerating } from './generatedText.ts';
import { findOpenedByStyle } from './openedByStyle.ts';
import { visitStyleRules } from './styleRules.ts';
import { isControl, isDropCap, isHidden, isInRow, isReplaced, isVisible } from './visibility.ts';

/** How an element is copied. */
export interface CopyRequest<FrameElement = Node> extends NoteNames {
	/** Frames that are replaced by a marker with their number: `marker-0-`. */
	frames?: FrameElement[];
	marker?: string;
	/** The document is that of a frame: its body, with absolute addresses, becomes part of another page. */
	isInFrame?: boolean;
	/** The element becomes part of another page: its addresses are absolute. */
	isMoved?: boolean;
	/** See `closedRoots.ts`. */
	closedRoots: string;
}

/**
 * Copies an element as it is drawn: with what is in shadow roots in place of their hosts, and with notes on how
 * its parts are shown. Runs in the page.
 */
export class DrawnCopy {
	readonly #root: Element;
	readonly #request: CopyRequest;
	readonly #isMoved: boolean;
	readonly #notes: DrawnNotes;
	readonly #closedRoots: ClosedRoots;
	/** A document without a window: copies of web components must not be activated. */
	readonly #target = document.implementation.createHTMLDocument('');

	constructor(root: Element, request: CopyRequest) {
		this.#root = root;
		this.#request = request;
		this.#isMoved = request.isMoved ?? request.isInFrame ?? false;
		this.#closedRoots = Reflect.get(window, Symbol.for(request.closedRoots));
		this.#notes = new DrawnNotes(request, (element) => this.#shadowOf(element));
	}

	make(): Element {
		const elements = [this.#root, ...this.#root.querySelectorAll('*')];
		const isPlain =
			!this.#isMoved &&
			(this.#request.frames ?? []).length === 0 &&
			!elements.some((element) => this.#shadowOf(element) !== undefined);
		const copy = isPlain ? this.#copyPlain(elements) : this.#flatten(this.#root);
		if (!this.#notes.isLoading && this.#request.isInFrame !== true) this.#notes.note(copy, 'drawn');
		return copy;
	}

	/** Copies elements that contain no others than those of the document itself. */
	#copyPlain(elements: readonly Element[]): Element {
		const copy = this.#target.importNode(this.#root, true);
		const copies = [copy, ...copy.querySelectorAll('*')];
		for (const [index, source] of elements.entries()) {
			const place = copies[index];
			if (place === undefined) continue;
			this.#notes.noteAll(source, place, place.previousElementSibling ?? undefined);
		}
		return copy;
	}

	#flatten(source: Element, before?: Element): Element {
		const { frames = [], marker = '' } = this.#request;
		const frameNumber = frames.indexOf(source);
		if (frameNumber !== -1) {
			const place = this.#target.createElement('div');
			place.append(`${marker}-${frameNumber}-`);
			return place;
		}
		const copy = this.#copyElement(source);
		this.#notes.noteAll(source, copy, before);
		let last: Element | undefined;
		for (const child of this.#listChildren(source)) {
			if (child instanceof Element) copy.append((last = this.#flatten(child, last)));
			else copy.append(this.#target.importNode(child, true));
		}
		return copy;
	}

	#copyElement(source: Element): Element {
		// The body of a frame is a part of the page around it.
		if (this.#request.isInFrame === true && source === this.#root) {
			return this.#target.createElement('div');
		}
		// What is in its frames is the text of the page.
		if (source === document.body && source.nodeName === 'FRAMESET') {
			return this.#target.createElement('body');
		}
		const copy = this.#target.importNode(source, false);
		if (this.#isMoved) completeAddresses(copy);
		return copy;
	}

	#listChildren(parent: Element): Node[] {
		return [...(this.#shadowOf(parent) ?? parent).childNodes].flatMap((child): Node[] => {
			if (!(child instanceof HTMLSlotElement)) return [child];
			const assigned = child.assignedNodes({ flatten: true });
			return assigned.length > 0 ? assigned : [...child.childNodes];
		});
	}

	#shadowOf(element: Element): ShadowRoot | undefined {
		return element.shadowRoot ?? this.#closedRoots?.get(element);
	}
}

/** {@link DrawnCopy} with all that it needs in the page. */
export const COPY_PARTS = [
	parentOf,
	createCssCounters,
	visitStyleRules,
	findGenerating,
	findOpenedByStyle,
	createGeneratedText,
	completeAddresses,
	isVisible,
	isHidden,
	isControl,
	isDropCap,
	isInRow,
	isReplaced,
	...NOTE_PARTS,
	DrawnNotes,
	DrawnCopy,
];
