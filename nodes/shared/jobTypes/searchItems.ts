import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../items/records';
import { type OutputItem, screenshotFiles } from '../items/outputItem';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer, JobReport } from '../operations/operation';
import { bodyField, bodyText, readRecords, readTexts, valueAt } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';

export interface SearchView {
	splitInto: 'hit' | 'search';
	isSimplified: boolean;
	failOnNoResults: boolean;
	downloadScreenshots: boolean;
}

/** All hits of a search, source by source, in the order of their rank. */
function readHits(body: unknown): Array<{ sourceType: string; hit: IDataObject }> {
	const data = bodyJson(valueAt(body, ['result', 'data']));
	return Object.entries(data).flatMap(([sourceType, list]) =>
		readRecords(list).map((hit) => ({ sourceType, hit: hit as IDataObject })),
	);
}

/** A hit as it is, but why its page could not be read under the name that all nodes have for it. */
function readHit({ error, ...hit }: IDataObject): IDataObject {
	return typeof error === 'string' ? { ...hit, errorMessage: explainReason(error) } : hit;
}

function withScreenshots(
	hits: ReturnType<typeof readHits>,
	view: SearchView,
): Pick<OutputItem, 'files'> {
	const links = hits.flatMap(({ hit }) => bodyText(hit, 'screenshotUrl') ?? []);
	return view.downloadScreenshots && links.length > 0 ? { files: screenshotFiles(links) } : {};
}

const OTHER_SEARCH = 'Use other words, more sources or a wider time range.';

const readWarnings = ({ body }: JobAnswer): string[] => readTexts(bodyField(body, 'warnings'));

/** Says why, as far as the service knows. */
function noResultsError(answer: JobAnswer): WebDataError {
	const warnings = readWarnings(answer).map((warning) => warning.replace(/(?<![.!?])$/, '.'));
	const reasons = warnings.length === 0 ? [OTHER_SEARCH] : warnings;
	return new WebDataError(
		'The search found nothing',
		[...reasons, "Turn off 'Fail on No Results' to continue without results."].join(' '),
		{ jobId: answer.jobId },
	);
}

/** The items of a completed search: one per hit, or one with all of them. */
export function toSearchItems(answer: JobAnswer, view: SearchView): OutputItem[] {
	const hits = readHits(answer.body);
	if (hits.length === 0 && view.failOnNoResults) {
		const failure = { error: noResultsError(answer), isReturned: false };
		return [{ json: {}, failure }];
	}
	if (!view.isSimplified) {
		const json = { ...bodyJson(answer.body), jobId: answer.jobId };
		return [{ json, ...withScreenshots(hits, view) }];
	}
	const { jobId } = answer;
	if (view.splitInto === 'hit') {
		return hits.map((found) => ({
			json: { jobId, sourceType: found.sourceType, ...readHit(found.hit) },
			...withScreenshots([found], view),
		}));
	}
	const result = bodyField(answer.body, 'result');
	const logUuid = bodyText(result, 'logUuid');
	const json = {
		jobId,
		hitCount: hits.length,
		results: bodyJson(bodyField(result, 'data')),
		...(logUuid !== undefined && { logUuid }),
	};
	return [{ json, ...withScreenshots(hits, view) }];
}

/** No results are a normal outcome, and not billed (`api/openapi.yaml`, GET /search/{jobId}): only a hint. The service's warnings are hints, too. */
export function reportSearch(answer: JobAnswer): JobReport {
	const warnings = readWarnings(answer);
	if (readHits(answer.body).length > 0) return { hints: warnings };
	const nothing = 'No results; not charged.';
	return { hints: warnings.length === 0 ? [`${nothing} ${OTHER_SEARCH}`] : [nothing, ...warnings] };
}
