import { servePage } from './servePage.mjs';
import { wordScore } from './text.mjs';

const TYPES = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service'];

/**
 * Web pages in `pages/` (HTML, gzip), read for their main content; `pages-gold/` has `{ type, text }`
 * of each as JSON.
 * @type {import('./measureQuality.mjs').Kind}
 */
export const pages = {
	title: 'Pages',
	folder: 'pages',
	goldFile: (fileName) => fileName.replace(/\..*$/, '.json'),
	async read(service, { bytes }) {
		const page = await servePage(bytes);
		try {
			const urls = [{ url: page.url }];
			const { jobId } = await service.submit('/scrape', { urls, extractContentOnly: true });
			const job = await service.waitForEnd(`/scrape/${jobId}`);
			return job.result.data[0].markdownContent;
		} catch (error) {
			// What could not be read scores nothing, and the others are read all the same.
			console.error(error instanceof Error ? error.message : error);
			return '';
		} finally {
			page.close();
		}
	},
	score(markdown, gold) {
		const { type, text } = JSON.parse(gold);
		const score = wordScore(markdown, text);
		const byType = TYPES.map((name) => [name, name === type ? score : undefined]);
		return { 'words (F1)': score, ...Object.fromEntries(byType) };
	},
};
