import { startPages } from '../../contract/support/startPages';

/**
 * Serves files on loopback, and a site of large pages that a crawl from `/pages/0` finds.
 *
 * @param {Array<{ fileName: string, bytes: Buffer }>} files At `/files/<position>/<name>`.
 * @param {{ pageCount: number, pageBytes: number }} site
 */
export async function startFileServer(files, { pageCount, pageBytes }) {
	const { url, stop } = await startPages((request, response) => {
		const [, folder, number] = (request.url ?? '').split('/');
		const position = Number(number);
		const file = folder === 'files' ? files[position] : undefined;
		if (file) {
			response.setHeader('content-disposition', `attachment; filename="${file.fileName}"`);
			return void response.end(file.bytes);
		}
		if (folder !== 'pages' || !(position < pageCount)) return void response.writeHead(404).end();
		response.setHeader('content-type', 'text/html');
		response.end(largePage(position, pageCount, pageBytes));
	});
	return {
		siteUrl: `${url}/pages/0`,
		fileUrls: files.map(({ fileName }, index) => `${url}/files/${index}/${fileName}`),
		stop,
	};
}

/**
 * A page of text that packs badly, so that archives of it are large.
 * @param {number} number
 * @param {number} pageCount
 * @param {number} byteCount
 */
function largePage(number, pageCount, byteCount) {
	const links = Array.from(
		{ length: pageCount },
		(_link, page) => `<a href="/pages/${page}">${page}</a>`,
	);
	let seed = number + 1;
	const words = Array.from({ length: byteCount / 8 }, () => {
		// A linear congruential generator (Numerical Recipes): the same pages in every run.
		seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return seed.toString(36).padStart(7, '0').slice(-7);
	});
	return `<!doctype html><title>Page ${number}</title><nav>${links.join(' ')}</nav><h1>Page ${number}</h1><pre>${words.join(' ')}</pre>`;
}
