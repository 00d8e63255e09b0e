import type { components } from '../../../../api/generated/types.ts';
import { estimateDocument, estimateFailure, estimateLink, type Estimate } from './estimate.ts';
import type { ParseOptions } from '../job/parseRequest.ts';
import type { ParseTools } from '../job/runParse.ts';
import type { BatchDocument } from './batchDocuments.ts';

type EstimateBody = components['schemas']['ParseBatchEstimate'];
type DocumentBody = EstimateBody['documents'][number];

function estimate(
	document: Exclude<BatchDocument, { kind: 'refused' }>,
	options: ParseOptions,
	tools: ParseTools,
): Promise<Estimate> {
	if (document.kind === 'linked') return estimateLink(document.url, options, tools);
	return estimateDocument(document.document, options, tools);
}

async function toBody(
	document: BatchDocument,
	options: ParseOptions,
	tools: ParseTools,
): Promise<DocumentBody> {
	const { fileName } = document;
	if (document.kind === 'refused') {
		const { error, url, fileId } = document;
		return { fileName, ...(url && { sourceUrl: url }), ...(fileId && { fileId }), error };
	}
	const source =
		document.kind === 'linked' ? { sourceUrl: document.url } : { fileId: document.document.id };
	const isGoneAfter = document.kind === 'stored' && document.isUpload;
	const facts = { fileName, ...(!isGoneAfter && source) };
	try {
		return { ...facts, ...(await estimate(document, options, tools)) };
	} catch (error) {
		return { ...facts, error: estimateFailure(error) };
	}
}

/** What parsing a batch would come to, document by document; uploads are deleted again. */
export async function estimateBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	tools: ParseTools,
): Promise<EstimateBody> {
	const bodies = await Promise.all(documents.map((document) => toBody(document, options, tools)));
	for (const document of documents) {
		if (document.kind === 'stored' && document.isUpload) {
			await tools.files.remove(document.document.id);
		}
	}
	const creditsUsed = bodies.reduce((sum, body) => sum + (body.creditsUsed ?? 0), 0);
	return { documents: bodies, creditsUsed };
}
