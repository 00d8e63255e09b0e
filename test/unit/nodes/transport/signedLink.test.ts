import { systemClock } from '../../../../nodes/shared/transport/clock';
import { readTextStart } from '../../../../nodes/shared/transport/httpExchange';
import { openSignedLink } from '../../../../nodes/shared/transport/signedFiles';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { speedUpSystemClock } from '../../../support/fastClock';
import { findClosedPort, startServer } from '../../../support/loopbackServer';
import { inNode } from '../../../support/nodeProbe';

const credential = { baseUrl: 'http://127.0.0.1:1/api', apiKey: 'k-4711' };

beforeEach(speedUpSystemClock);

/** The text behind a link, opened in a node that has a credential. */
async function readLink(url: string): Promise<string> {
	return await inNode(credential, async (context) => {
		const { stream } = await openSignedLink(context, url, 'The screenshot', {
			clock: systemClock,
			signal: undefined,
		});
		return await readTextStart(stream, 1_000);
	});
}

async function failureOf(work: Promise<unknown>): Promise<WebDataError> {
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof WebDataError) return error;
	throw new Error(`Expected a WebDataError, got ${String(error)}`);
}

test('a signed link is read without the API key', async () => {
	const server = await startServer((_request, response) => response.end('file'));
	expect(await readLink(`${server.origin}/files/1?signature=2`)).toBe('file');
	expect(server.requests[0]?.path).toBe('/files/1?signature=2');
	expect(JSON.stringify(server.requests)).not.toContain('k-4711');
});

test('a link that is no longer valid says how to get a fresh one', async () => {
	const server = await startServer((_request, response) => {
		response.statusCode = 403;
		response.end('expired');
	});
	const error = await failureOf(readLink(`${server.origin}/files/1`));
	expect(error.message).toContain('The screenshot could not be read');
	expect(error.message).toContain('403');
	expect(error.description).toContain('one hour');
});

test.each(['', 'no link'])("'%s' instead of a link is told", async (url) => {
	const error = await failureOf(readLink(url));
	expect(error.message).toContain('The screenshot could not be read');
});

test('a link to a host that does not answer names the host', async () => {
	const port = await findClosedPort();
	const error = await failureOf(readLink(`http://127.0.0.1:${port}/files/1`));
	expect(error.message).toContain(`127.0.0.1:${port}`);
});
