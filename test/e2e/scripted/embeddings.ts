import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { startPages } from '../../contract/support/startPages';

/** An OpenAI-compatible endpoint for embeddings, on loopback. */
export interface Embeddings {
	/** What a credential of the type `openAiApi` needs. */
	credential: { apiKey: string; url: string };
	/** The texts that were embedded since this was asked last. */
	takeTexts(): string[];
	close(): Promise<void>;
}

const DIMENSIONS = 256;

/** Counts each word of a text at a place of its own: texts that share words are near each other. */
function embed(words: string): Float32Array {
	const vector = new Float32Array(DIMENSIONS);
	for (const [word] of words.toLowerCase().matchAll(/\p{L}+/gu)) {
		const place = createHash('md5').update(word).digest().readUInt16LE(0) % DIMENSIONS;
		vector[place] = (vector[place] ?? 0) + 1;
	}
	const length = Math.hypot(...vector) || 1;
	return vector.map((count) => count / length);
}

/** Starts the endpoint. */
export async function startEmbeddings(): Promise<Embeddings> {
	let texts: string[] = [];
	const { url, stop } = await startPages((request, response) => {
		void text(request).then((body) => {
			const { input, encoding_format: format } = JSON.parse(body);
			const given: string[] = [input].flat();
			texts.push(...given);
			const data = given.map((words, index) => {
				const vector = embed(words);
				const embedding =
					format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
				return { object: 'embedding', index, embedding };
			});
			const usage = { prompt_tokens: 1, total_tokens: 1 };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ object: 'list', model: 'words', data, usage }));
		});
	});
	return {
		credential: { apiKey: 'key-of-the-embeddings', url: `${url}/v1` },
		takeTexts() {
			const taken = texts;
			texts = [];
			return taken;
		},
		close: stop,
	};
}
