import type { RunningN8n } from './startN8n';

/** What n8n sends of a file that an execution has kept. */
export async function downloadFile(
	{ baseUrl, session }: Pick<RunningN8n, 'baseUrl' | 'session'>,
	id: string,
): Promise<Buffer> {
	const { browserId, cookie } = JSON.parse(session);
	const address = new URL('/rest/binary-data', baseUrl);
	address.search = String(new URLSearchParams({ id, action: 'download' }));
	const response = await fetch(address, { headers: { 'browser-id': browserId, cookie } });
	if (!response.ok) throw new Error(`n8n answers ${response.status} for the file ${id}`);
	return Buffer.from(await response.arrayBuffer());
}
