const LOOK_TIMEOUT_MS = 1_000;
/** Models that make vectors of texts answer no question. */
const NO_CHAT = /embed|rerank|\bbge-/i;

/** Programs that serve models on this machine, each at its usual address. */
const SERVERS = [
	{
		name: 'Ollama',
		baseUrl: 'http://127.0.0.1:11434/v1',
		withoutModel: 'has no model yet; get one, for example with "ollama pull qwen3:8b"',
	},
	{
		name: 'LM Studio',
		baseUrl: 'http://127.0.0.1:1234/v1',
		withoutModel: 'has no model yet; download one in the app',
	},
];

/**
 * Looks for a program that serves language models on this machine, and says how the service would use
 * it. Says nothing when the service has an endpoint already.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {typeof SERVERS} servers
 * @returns {Promise<string[]>} A sentence for each program found, with the two settings to copy.
 */
export async function describeLocalModels(environment, servers = SERVERS) {
	if (environment.LLM_BASE_URL) return [];
	const found = await Promise.all(
		servers.map(async (server) => ({ server, models: await listModels(server.baseUrl) })),
	);
	return found.flatMap(({ server, models }) => (models ? describe(server, models) : []));
}

/**
 * @param {(typeof SERVERS)[number]} server
 * @param {string[]} models
 */
function describe({ name, baseUrl, withoutModel }, models) {
	const [model, ...others] = models.filter((id) => !NO_CHAT.test(id));
	if (model === undefined) return `${name} runs on this machine, but ${withoutModel}.`;
	const more = others.length > 0 ? ` (it also has ${others.slice(0, 4).join(', ')})` : '';
	return `${name} runs on this machine. To extract fields with its model${more}, start with:
  LLM_BASE_URL=${baseUrl} LLM_MODEL=${quote(model)} npm start
Its context length matters: docs/models.md`;
}

/** @param {string} name As a shell reads it. */
function quote(name) {
	return /^[\w./:@-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}

/**
 * @param {string} baseUrl
 * @returns {Promise<string[] | undefined>} Undefined when no such program answers there.
 */
async function listModels(baseUrl) {
	try {
		const response = await fetch(`${baseUrl}/models`, {
			signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
			redirect: 'error',
		});
		const { data } = response.ok ? await response.json() : {};
		// Ollama without a model has null for its list.
		if (data === null) return [];
		if (!Array.isArray(data)) return undefined;
		return data.flatMap((entry) => (typeof entry?.id === 'string' ? [entry.id] : []));
	} catch {
		return undefined;
	}
}
