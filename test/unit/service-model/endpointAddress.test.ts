import { readEndpointAddress } from '../../../service/src/model/endpoint/endpointAddress.ts';

describe('the address of an endpoint', () => {
	it.each([
		['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1/chat/completions'],
		['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1/chat/completions'],
		['http://127.0.0.1:1234/v1/chat/completions', 'http://127.0.0.1:1234/v1/chat/completions'],
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080/chat/completions'],
		[
			'https://x.openai.azure.com/openai/deployments/y?api-version=2024-10-21',
			'https://x.openai.azure.com/openai/deployments/y/chat/completions?api-version=2024-10-21',
		],
		[
			'https://x.openai.azure.com/openai/deployments/y/chat/completions?api-version=2024-10-21',
			'https://x.openai.azure.com/openai/deployments/y/chat/completions?api-version=2024-10-21',
		],
	])('%s is asked at %s', (setting, asked) => {
		expect(readEndpointAddress(setting, undefined).chatUrl.href).toBe(asked);
	});

	it.each([
		['https://x.openai.azure.com/openai/v1', 'k', { 'api-key': 'k' }],
		['https://gateway.test/openai/deployments/y?api-version=2024-10-21', 'k', { 'api-key': 'k' }],
		['https://x.openai.azure.com/openai/v1', 'eyJhbGciOi', { authorization: 'Bearer eyJhbGciOi' }],
		['https://openrouter.ai/api/v1', 'k', { authorization: 'Bearer k' }],
		['https://user:pass@llm.test/v1', undefined, { authorization: 'Basic dXNlcjpwYXNz' }],
		['https://user:pass@llm.test/v1', 'k', { authorization: 'Bearer k' }],
	])('%s with the key %p is sent %j', (setting, key, headers) => {
		const address = readEndpointAddress(setting, key);

		expect(address.headers).toEqual({
			'content-type': 'application/json',
			accept: 'application/json',
			...headers,
		});
		expect(address.chatUrl.username).toBe('');
	});
});
