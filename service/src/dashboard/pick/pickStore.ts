import { randomUUID } from 'node:crypto';
import type { PickSource, PickState } from '@web-data-extraction/fields/readPick';
import type { OpenedPage } from './openPick.ts';

/** A page that somebody picks fields of. */
export interface OpenPick {
	id: string;
	/** Of the dashboard: nobody else sees it. */
	session: string;
	page: OpenedPage;
	/** The address as it was entered. */
	url: string;
	/** What it begins with: the fields of a saved pick, or none. */
	state: PickState;
	/** Its name, if it was saved. */
	name: string;
	/** Another page of the same kind, on which the fields are tried. */
	second?: PickSource | undefined;
}

const LIFETIME_MS = 60 * 60 * 1000;
const MOST_PICKS = 8;
const MOST_BYTES = 256 * 1024 * 1024;

/** The pages that are open for picking, in memory: the latest few, each for an hour after its last use. */
export class PickStore {
	private readonly picks = new Map<string, { pick: OpenPick; timer: NodeJS.Timeout }>();

	add(pick: Omit<OpenPick, 'id'>): OpenPick {
		const added = { ...pick, id: randomUUID() };
		this.keep(added);
		return added;
	}

	/** @returns undefined when there is none, or it is somebody else's */
	find(id: string, session: string): OpenPick | undefined {
		const pick = this.picks.get(id)?.pick;
		if (pick?.session !== session) return undefined;
		this.keep(pick);
		return pick;
	}

	clear(): void {
		for (const id of this.picks.keys()) this.remove(id);
	}

	/** Makes a pick the latest; the oldest end when there are too many, or they are too large. */
	private keep(pick: OpenPick): void {
		this.remove(pick.id);
		const timer = setTimeout(() => this.remove(pick.id), LIFETIME_MS);
		timer.unref();
		this.picks.set(pick.id, { pick, timer });
		let bytes = [...this.picks.values()].reduce((sum, one) => sum + sizeOf(one.pick), 0);
		for (const [id, { pick: one }] of this.picks) {
			if (id === pick.id || (this.picks.size <= MOST_PICKS && bytes <= MOST_BYTES)) break;
			bytes -= sizeOf(one);
			this.remove(id);
		}
	}

	private remove(id: string): void {
		clearTimeout(this.picks.get(id)?.timer);
		this.picks.delete(id);
	}
}

function sizeOf({ page, second }: OpenPick): number {
	const texts = [page.html, page.markdown, second?.html ?? '', second?.markdown ?? ''];
	return texts.reduce((sum, text) => sum + 2 * text.length, page.picture.length);
}
