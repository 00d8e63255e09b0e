import { registerHooks } from 'node:module';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { pathToFileURL } from 'node:url';
import { SWITCHES } from './switches.mjs';

const SOURCE = pathToFileURL(inRepository('packages/documents/src/')).href;
/** What a variant has of its own; the rest it shares with the others. */
const OWN = /^(?:layout|pdf)\//u;
const QUERY = '?without=';

/** @param {string | undefined} url The names of the rules that are off in it. */
function offIn(url) {
	const [, names] = url?.split(QUERY) ?? [];
	return names === undefined ? undefined : decodeURIComponent(names);
}

registerHooks({
	resolve(specifier, context, nextResolve) {
		const resolved = nextResolve(specifier, context);
		const off = offIn(context.parentURL);
		const isOwn =
			off !== undefined &&
			resolved.url.startsWith(SOURCE) &&
			OWN.test(resolved.url.slice(SOURCE.length));
		return isOwn && offIn(resolved.url) === undefined
			? { ...resolved, url: resolved.url + QUERY + encodeURIComponent(off) }
			: resolved;
	},
	load(url, context, nextLoad) {
		const off = offIn(url);
		const loaded = nextLoad(url, context);
		if (off === undefined || off === '') return loaded;
		const path = url.slice(SOURCE.length).split('?')[0];
		let source = String(loaded.source);
		for (const name of off.split('+')) {
			const found = SWITCHES.find((one) => one.name === name);
			if (!found) throw new Error(`There is no rule "${name}".`);
			if (found.file !== path) continue;
			if (source.split(found.rule).length !== 2)
				throw new Error(
					`The rule "${name}" is not in ${path} once: mend test/bench/ablation/switches.mjs.`,
				);
			source = source.replace(found.rule, () => found.off);
		}
		return { ...loaded, source };
	},
});

/**
 * The modules that read a PDF, without some of their rules. Their source is changed as it is loaded.
 * @param {readonly string[]} off Names of rules.
 */
export async function importVariant(off) {
	const query = QUERY + encodeURIComponent(off.join('+'));
	/** @type {typeof import('../../../packages/documents/src/pdf/extract.ts')} */
	const { openPdf } = await import(`${SOURCE}pdf/extract.ts${query}`);
	/** @type {typeof import('../../../packages/documents/src/pdf/readings.ts')} */
	const { keepReadings } = await import(`${SOURCE}pdf/readings.ts${query}`);
	const isExtraction = off.some((name) =>
		SWITCHES.some((one) => one.name === name && one.file === 'pdf/extract.ts'),
	);
	return { openPdf, keepReadings, isExtraction };
}
