import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { findFreePort } from '../freePort.mjs';
import { inRepository } from '../repository.mjs';
import { say } from '../steps.mjs';

const PUBLIC_PAGE = 'https://example.com/';
const REACH_TIMEOUT_MS = 4_000;

/**
 * Decides which page the example scrapes: the one asked for; else a well-known public one; without
 * a way to the Internet, a page of this project served on this machine as long as this process runs.
 *
 * @param {string | undefined} requestedUrl
 * @returns {Promise<string>} Its address.
 */
export async function choosePage(requestedUrl) {
	if (requestedUrl !== undefined) {
		return requestedUrl;
	}
	if (await isReachable(PUBLIC_PAGE)) {
		return PUBLIC_PAGE;
	}
	const url = await serveDemoPage();
	say(`${PUBLIC_PAGE} cannot be reached from here, so the example scrapes a demo page: ${url}`);
	return url;
}

/** @param {string} url */
async function isReachable(url) {
	const request = { method: 'HEAD', signal: AbortSignal.timeout(REACH_TIMEOUT_MS) };
	return await fetch(url, request).then(
		(response) => response.ok,
		() => false,
	);
}

async function serveDemoPage() {
	const html = readFileSync(inRepository('scripts/lib/start/demoPage.html'));
	const port = await findFreePort();
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
	});
	await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
	return `http://127.0.0.1:${port}/`;
}
