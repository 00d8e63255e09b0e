import { linkCredential } from '../../../scripts/lib/n8n/workflows.mjs';

describe('linking a credential into a workflow', () => {
	const node = { name: 'Node', type: 'some.type', parameters: {} };
	const placeholder = { id: '', name: '' };
	const link = { id: '7', name: 'Stored' };

	it('replaces it wherever a node names its type, and nothing else', () => {
		const other = { ...node, credentials: { otherApi: placeholder } };
		const workflow = {
			name: 'Workflow',
			nodes: [node, other, { ...node, credentials: { someApi: placeholder } }],
			connections: {},
		};
		expect(linkCredential(workflow, 'someApi', link)).toEqual({
			name: 'Workflow',
			nodes: [node, other, { ...node, credentials: { someApi: link } }],
			connections: {},
		});
	});
});
