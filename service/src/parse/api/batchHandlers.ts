import { ApiError } from '../../http/apiError.ts';
import { sendJsonList } from '../../http/jsonList.ts';
import type { Operations } from '../../http/operation.ts';
import { acceptBatch, type BatchTools } from './acceptBatch.ts';
import { describeBatch } from './batchBody.ts';
import { listDocuments } from './batchDocuments.ts';
import { readBatchRequest } from './batchRequest.ts';
import { estimateBatch } from './estimateBatch.ts';
import { previewBatch } from './previewBatch.ts';

/** `POST /parse/batch` and `GET /parse/batch/{batchId}`. */
export function createParseBatchOperations(batchTools: BatchTools): Operations {
	const { queue, batches, tools } = batchTools;
	return {
		async submitParseBatch(request, reply) {
			const batch = await readBatchRequest(request, tools.files);
			const documents = await listDocuments(batch, tools.files);
			const { options } = batch;
			if (options.dryRun === true) return await estimateBatch(documents, options, tools);
			const preview = await previewBatch(documents, options, tools);
			reply.code(202);
			return acceptBatch(preview.documents, options, preview.expectedPages, batchTools);
		},

		async getParseBatch({ params, query }, reply) {
			const entries = await batches.list(params.batchId);
			if (entries.length === 0) throw new ApiError(404, 'Parse batch not found');
			const { files, texts } = tools;
			const sources = { queue, files, texts };
			const hasResults = query.include === 'results';
			const batch = await describeBatch(params.batchId, entries, sources, hasResults);
			return sendJsonList(reply, batch.facts, 'documents', batch.documents);
		},
	};
}
