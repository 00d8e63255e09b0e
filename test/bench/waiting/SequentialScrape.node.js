/**
 * What the Scrape node is measured against: one item after the other, a status request every 3 s.
 * Loaded by n8n from its folder of custom nodes, so that both run in the same process and send with
 * the same helper.
 */
const POLL_INTERVAL_MS = 3_000;
const CREDENTIAL_TYPE = 'webDataExtractionApi';

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class SequentialScrape {
	description = {
		displayName: 'Sequential Scrape',
		name: 'sequentialScrape',
		group: ['input'],
		version: 1,
		description: 'Scrapes one page after the other',
		defaults: { name: 'Sequential Scrape' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: [{ displayName: 'URL', name: 'urls', type: 'string', default: '' }],
	};

	async execute() {
		const { baseUrl } = await this.getCredentials(CREDENTIAL_TYPE);
		const send = (options) =>
			this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, {
				json: true,
				...options,
			});
		const items = [];
		for (const itemIndex of this.getInputData().keys()) {
			const body = { urls: [{ url: this.getNodeParameter('urls', itemIndex) }] };
			const { jobId } = await send({ method: 'POST', url: `${baseUrl}/scrape`, body });
			let job;
			do {
				await sleep(POLL_INTERVAL_MS);
				job = await send({ url: `${baseUrl}/scrape/${jobId}` });
			} while (!['completed', 'failed'].includes(job.status));
			items.push({ json: job, pairedItem: itemIndex });
		}
		return [items];
	}
}

module.exports = { SequentialScrape };
