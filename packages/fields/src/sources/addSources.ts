import type { JsonObject, JsonValue } from '@web-data-extraction/page/json';
import {
	ContentError,
	type EngineAnswer,
	type ExtractionEngine,
	type ExtractionSource,
	type ExtractionTask,
	NO_SOURCES,
	withWarnings,
} from '../extraction.ts';
import { someOf } from '../someOf.ts';
import { describeUnstatedPaths, mayBeOwnWords } from '../model/unstatedValues.ts';
import { allLeaves, leavesOf } from './valueLeaves.ts';
import type { ValueSources } from './valueSource.ts';

const MOST_NAMED = 5;

/** An answer with the sources of its values. */
interface Traced extends EngineAnswer {
	sources?: ValueSources;
}

/**
 * An answer with the sources of its values, if it is JSON, and a warning that names those whose words were not
 * found: a model may have made them up.
 */
export async function addSources(
	answer: EngineAnswer,
	task: ExtractionTask | undefined,
	pages: readonly ExtractionSource[],
	{ engine: { model, reader }, signal }: { engine: ExtractionEngine; signal: AbortSignal },
): Promise<Traced> {
	const { content, listed } = answer;
	if (task?.format !== 'json') return withWarnings(answer, [NO_SOURCES]);
	if (content === undefined) return answer;
	const { schema } = task;
	try {
		const sources = await reader.findSources(content, schema, pages, signal);
		const about = pages.some(({ html }) => html !== undefined) ? 'page' : 'document';
		const missing = missingPaths(sources, content, schema);
		const describe = model === undefined ? describeNotFound : describeUnstatedPaths;
		const unfound = [describe(missing, about) ?? []].flat();
		const traced = { ...withWarnings(answer, unfound), sources };
		if (listed === undefined) return traced;
		const ofEntries = await reader.findSources(listed.entries, schema, pages, signal);
		return { ...traced, listed: { ...listed, sources: ofEntries } };
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof ContentError)) throw error;
		return withWarnings(answer, [error.message]);
	}
}

/** The values whose words were not found, but for those that may be in words of the model. */
function missingPaths(
	sources: ValueSources,
	content: JsonValue,
	schema: JsonObject | undefined,
): string[] {
	const choices = JSON.stringify(schema ?? {});
	return allLeaves(leavesOf(content, undefined)).flatMap(({ path, value }) =>
		sources[path]?.text === null && !mayBeOwnWords(value, choices) ? path : [],
	);
}

function describeNotFound(paths: readonly string[], about: string): string | undefined {
	if (paths.length === 0) return undefined;
	return `These values could not be located in the ${about}: ${someOf(paths, MOST_NAMED)}.`;
}
