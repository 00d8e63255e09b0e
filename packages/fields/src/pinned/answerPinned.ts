import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { createAnswerCheck } from '../answer/answerCheck.ts';
import {
	ContentError,
	describeListed,
	type EngineAnswer,
	type ExtractionSource,
	type ExtractionTask,
	NOT_CONFORMING,
	type RuleReader,
	withWarnings,
} from '../extraction.ts';
import { isPinned, unpinnedPart, withoutSelectors } from './pinnedSchema.ts';
import { readSchema } from '../schema/schemaNode.ts';

const NO_PLACES =
	'The CSS selectors of the schema were not used: they are for web pages, and this is a document.';
const MOST_NAMED = 20;

/** Answers a task; its schema has no selectors. */
type Ask = (task: ExtractionTask) => Promise<EngineAnswer>;

/**
 * Reads the fields that have a selector, and asks only for the others: a field with a selector costs no
 * model tokens, and stays empty where its selector finds nothing.
 * @param ask answers for the fields without a selector
 */
export async function askAroundPinned(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	{ reader, signal }: { reader: RuleReader; signal: AbortSignal },
	ask: Ask,
): Promise<EngineAnswer> {
	const { schema } = task;
	if (schema === undefined || !isPinned(readSchema(schema))) return await ask(task);
	const plain = withoutSelectors(schema);
	if (sources.every(({ html = '' }) => html === '')) {
		return withWarnings(await ask({ ...task, schema: plain }), [NO_PLACES]);
	}
	const pinned = await reader.readPinned(schema, sources, signal).catch((error: unknown) => {
		signal.throwIfAborted();
		if (!(error instanceof ContentError)) throw error;
		return { value: {}, warnings: [error.message], looks: [] };
	});
	const rest = unpinnedPart(schema);
	const answer: EngineAnswer =
		rest === undefined
			? { content: {}, warnings: [], inputTokens: 0, outputTokens: 0 }
			: await ask({ ...task, schema: withoutSelectors(rest) });
	if (answer.content === undefined && isEmptyAnswer(pinned.value)) {
		return withWarnings(answer, pinned.warnings);
	}
	const { failureReason, content = {}, listed, ...spent } = answer;
	const fitted = createAnswerCheck(plain).fit(overlay(content, pinned.value));
	const losses = (fitted?.losses ?? [])
		.slice(0, MOST_NAMED)
		.map(({ path, value, outcome }) => `"${path}": ${JSON.stringify(value)} ${outcome}.`);
	const said = [
		failureReason ?? [],
		spent.warnings,
		listed === undefined ? [] : describeListed(listed),
		pinned.warnings,
		losses,
	].flat();
	if (fitted === undefined) {
		return { ...spent, warnings: said, failureReason: NOT_CONFORMING };
	}
	return { ...spent, content: fitted.value, warnings: said };
}

/** An answer in which some fields are overwritten. */
function overlay(answer: JsonValue, fields: JsonObject): JsonObject {
	const joined: JsonObject = isJsonObject(answer) ? { ...answer } : {};
	for (const [name, value] of Object.entries(fields)) {
		const before = joined[name];
		joined[name] = isJsonObject(value) && isJsonObject(before) ? overlay(before, value) : value;
	}
	return joined;
}
