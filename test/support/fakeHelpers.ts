import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import type { RequestContext } from '../../nodes/shared/transport/httpExchange';
import { holdRequest } from './heldToContract';
import { testNode } from './scriptedService';

/** How a request helper of n8n was called. */
export interface HelperCall {
	/** Only of the helper that authenticates. */
	credentialType?: string;
	/** What the helper was called on. */
	calledOn?: RequestContext;
	options: IHttpRequestOptions;
}

/**
 * An n8n context whose request helpers answer by a script and keep how they were called. Requests with the
 * API key are held to the contract.
 */
export class FakeHelpers {
	readonly calls: HelperCall[] = [];

	readonly credential: ICredentialDataDecryptedObject = {
		baseUrl: 'https://service.test/api',
		apiKey: 'key-of-the-tests',
	};

	readonly context: RequestContext;

	constructor(answer: (options: IHttpRequestOptions) => unknown) {
		const { calls, credential } = this;
		this.context = {
			helpers: {
				async httpRequest(options: IHttpRequestOptions) {
					calls.push({ options });
					return await answer(options);
				},
				async httpRequestWithAuthentication(
					this: unknown,
					credentialType: string,
					options: IHttpRequestOptions,
				) {
					calls.push({ credentialType, calledOn: this as RequestContext, options });
					const { method = 'GET', url, qs: query, body } = options;
					holdRequest({ method, path: url.slice(String(credential.baseUrl).length), query, body });
					return await answer(options);
				},
			},
			getCredentials: async () => credential,
			getNode: () => testNode,
			logger: console,
		};
	}
}
