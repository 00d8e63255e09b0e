import type { CredentialLink } from '../../../scripts/lib/n8n/credentials.mjs';
import type { Workflow } from '../../../scripts/lib/n8n/workflows.mjs';
import { CREDENTIAL_TYPE } from './scrapeWorkflow';

/** A node of the package that an agent may use. */
export interface AgentTool {
	/** Of the node; the model knows it with underscores for spaces. */
	name: string;
	/** E.g. "scrape". */
	node: string;
	parameters: Record<string, unknown>;
}

/** The value of a parameter that the model fills in, as n8n's editor writes it. */
export function fromModel(name: string, what: string, type = 'string'): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${what}\`, '${type}') }}`;
}

/** An agent with a model and tools. It needs no more than a start. */
export function agentWorkflow(tools: readonly AgentTool[], model: CredentialLink): Workflow {
	const node = (name: string, type: string, fields: object) => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...fields,
	});
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: 'Agent',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', {
				typeVersion: 3,
				parameters: {
					promptType: 'define',
					text: 'When does the ferry leave?',
					options: { maxIterations: 20 },
				},
			}),
			node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', {
				typeVersion: 1.3,
				parameters: {
					model: { __rl: true, mode: 'id', value: 'scripted' },
					responsesApiEnabled: false,
					options: {},
				},
				credentials: { openAiApi: model },
			}),
			...tools.map(({ name, node: type, parameters }) =>
				node(name, `n8n-nodes-web-data-extraction.${type}Tool`, {
					parameters,
					credentials: { [CREDENTIAL_TYPE]: { id: '', name: '' } },
				}),
			),
		],
		connections: {
			Start: toAgent('main'),
			Model: toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
		// In the order of n8n 0 the agent would go on before its tools have answered.
		settings: { executionOrder: 'v1' },
	};
}
