import type { PageNews } from '../../db/crawlPages.ts';

/** What an address may have in common with others, and what is learned about it. */
interface Template {
	/** Pages that were read. */
	count: number;
	/** The sum of what they brought, each from 0 to 1. */
	sum: number;
	/** How many of the latest pages in a row brought nothing. */
	echoes: number;
}

const UNTRIED: Readonly<Template> = { count: 0, sum: 0, echoes: 0 };

/** A part of an address that others share. */
export interface Feature {
	key: string;
	/** Whether pages that share it are alike: they differ in a number or a parameter, not in a name. */
	isUniform: boolean;
	/** The pattern of a crawl's path rules that it corresponds to; undefined when there is none. */
	pattern: string | undefined;
}

/** After this many pages in a row without anything new, the other addresses of a template are left out. */
const MANY_ECHOES = 8;
/** The same for pages that have only their folder in common. */
const MANY_NAMED_ECHOES = 16;
/** Pages that bring less than this, beside what the better quarter of pages brings, bring nothing new. */
const LITTLE = 0.1;
/** How finely expectations are told apart; addresses of the same step are read in the order found. */
const STEPS = 5;
const LONGEST_VALUE = 40;

/** The features of an address: its folder, its last segment, and its parameters with their values. Linear. */
export function listFeatures(address: string): Feature[] {
	const { host, pathname, searchParams, hash } = new URL(address);
	const isRouted = /^#!?\//.test(hash);
	const path = (isRouted ? `${pathname}${hash.split('?')[0]}` : pathname).replace(/\/$/, '');
	const names = [...new Set(searchParams.keys())].sort();
	const segments = path.split('/').map(fold);
	const last = segments.pop() ?? '';
	const folder = `${host}${segments.join('/')}/`;
	const isNamed = /\p{L}/u.test(last.replace(/%[\dA-F]{2}/gi, 'a'));
	if (names.length === 0) {
		const own = `${host}${segments.join('/')}/${last}`;
		const inFolder = {
			key: isNamed ? `${folder}*` : own,
			isUniform: !isNamed,
			pattern: segments.length > 1 ? `${segments.join('/').replaceAll('0', '*')}/*` : undefined,
		};
		const depth = segments.length;
		if (!isNamed || depth < 2) return [inFolder];
		return [
			inFolder,
			{ key: `*/${last}`, isUniform: true, pattern: `*/${last.replaceAll('0', '*')}` },
		];
	}
	const script = `${folder}${last}?`;
	return [
		{
			key: script,
			isUniform: true,
			pattern: `${segments.join('/')}/${last}?*`.replaceAll('0', '*'),
		},
		...names.flatMap((name): Feature[] => {
			const value = searchParams.get(name) ?? '';
			const own = { key: `?${name}`, isUniform: true, pattern: `*?*${name}=*` };
			if (!/\p{L}/u.test(value) || value.length > LONGEST_VALUE) return [own];
			const pair = `${name}=${value}`;
			return [own, { key: `?${pair}`, isUniform: true, pattern: `*?*${pair}*` }];
		}),
	];
}

/** Numbers distinguish addresses of one template. */
const fold = (segment: string): string => segment.replace(/\d+/g, '0');

/** How a crawl came to an address. */
export interface Course {
	features: readonly Feature[];
	/** Its kind of address, whatever its numbers and values. */
	template: string;
	/** Whether addresses like it are on the way to it: "next", and next again; filters on filters. */
	isChained: boolean;
	/** The keys of the features on the way to it, its own included. */
	way: ReadonlySet<string>;
}

/**
 * Reads how a crawl comes to an address. Linear.
 * @param from the course of the page it was found on; undefined for the base
 */
export function readCourse(address: string, from: Course | undefined): Course {
	const features = listFeatures(address);
	const kinds = features.filter(({ key }) => !key.includes('='));
	const isChained = from !== undefined && kinds.every(({ key }) => from.way.has(key));
	const isOnWay = isChained && features.every(({ key }) => from.way.has(key));
	const way = isOnWay
		? from.way
		: new Set([...(from?.way ?? []), ...features.map(({ key }) => key)]);
	return { features, template: kinds.map(({ key }) => key).join(' '), isChained, way };
}

/**
 * Learns from the pages of a crawl which templates of addresses bring something new: each gets a few tries, then the
 * next place goes to what is expected to bring most. An address is expected to bring what the worst of its features
 * has brought.
 */
export class Templates {
	readonly #templates = new Map<string, Template>();
	/** How many addresses of a feature are being read. */
	readonly #underWay = new Map<string, number>();
	/** What each page brought, in words, in ascending order. */
	readonly #counts: number[] = [];

	/**
	 * Records what a page brought that was read.
	 * @param from the course of the page that led to it: one that leads to something new is not in vain itself
	 * @returns what it brought beside the better pages of the site, from 0 to 1
	 */
	note({ features }: Course, { words, figures }: PageNews, from?: Course): number {
		const freshWords = words + figures;
		const at = this.#counts.findIndex((count) => count > freshWords);
		this.#counts.splice(at === -1 ? this.#counts.length : at, 0, freshWords);
		const much = Math.max(1, this.#counts[Math.floor(this.#counts.length * 0.75)] ?? 1);
		const brought = freshWords / (freshWords + much);
		const isEcho = brought < LITTLE && figures === 0;
		for (const { key } of features) {
			const { count, sum, echoes } = this.#templates.get(key) ?? UNTRIED;
			const inARow = isEcho ? echoes + 1 : 0;
			this.#templates.set(key, { count: count + 1, sum: sum + brought, echoes: inARow });
		}
		for (const { key } of isEcho || from === undefined ? [] : from.features) {
			const template = this.#templates.get(key);
			if (template !== undefined) template.echoes = 0;
		}
		return brought;
	}

	/** Records a page that failed: it brought nothing, though others of its template may. */
	noteFailure({ features }: Course): void {
		for (const { key } of features) {
			const template = this.#templates.get(key) ?? UNTRIED;
			this.#templates.set(key, { ...template, count: template.count + 1 });
		}
	}

	/** An address is being read: until `stop`, others like it are judged as if it brought what they usually do. */
	start({ features }: Course): void {
		for (const { key } of features) this.#underWay.set(key, (this.#underWay.get(key) ?? 0) + 1);
	}

	stop({ features }: Course): void {
		for (const { key } of features) {
			const count = (this.#underWay.get(key) ?? 0) - 1;
			if (count > 0) this.#underWay.set(key, count);
			else this.#underWay.delete(key);
		}
	}

	/** What an address is expected to bring, in steps: 0 for nothing, `STEPS` for anything. */
	expect({ features }: Course): number {
		const each = features.map(({ key }) => {
			const { count, sum } = this.#templates.get(key) ?? UNTRIED;
			const underWay = this.#underWay.get(key) ?? 0;
			// Of what was never tried, those under way are expected to bring nothing: a few tries are enough to know.
			const usual = count === 0 ? 0 : sum / count;
			return (sum + 1 + underWay * usual) / (count + 1 + underWay);
		});
		return Math.round(Math.min(1, ...each) * STEPS);
	}

	/** Whether the addresses of a template are left out, as its latest pages brought nothing. */
	isExhausted({ features }: Course): boolean {
		return features.some(
			({ key, isUniform }) =>
				(this.#templates.get(key)?.echoes ?? 0) >= (isUniform ? MANY_ECHOES : MANY_NAMED_ECHOES),
		);
	}
}
