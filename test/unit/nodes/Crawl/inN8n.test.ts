import { Crawl } from '../../../../nodes/Crawl/Crawl.node';
import { startFakeService } from '../../../support/loopbackServer';
import { runWorkflow } from '../../../support/n8nWorkflow';
import { speedUpSystemClock } from '../../../support/fastClock';

/** Downloads the archive of a crawl from a service that gives this answer. */
async function download(contentType: string, content: string) {
	speedUpSystemClock();
	const service = await startFakeService((_request, response) => {
		response.setHeader('content-type', contentType);
		response.end(content);
	});
	return await runWorkflow({
		nodeType: new Crawl(),
		parameters: {
			resource: 'crawl',
			operation: 'download',
			jobId: { __rl: true, mode: 'id', value: 'j-1' },
		},
		items: [{}],
		baseUrl: service.baseUrl,
	});
}

test('an archive becomes a binary field', async () => {
	const { outputs } = await download('application/zip', 'PK');
	expect(outputs[0]?.[0]?.binary?.data).toMatchObject({
		fileName: 'crawl-j-1.zip',
		mimeType: 'application/zip',
	});
});

test('a sign-in page in place of an archive is an error, and no file', async () => {
	const { status, error } = await download('text/html; charset=utf-8', '<title>Sign in</title>');
	expect(status).toBe('error');
	expect(error?.message).toBe('A web page came back instead of an answer from the API');
});
