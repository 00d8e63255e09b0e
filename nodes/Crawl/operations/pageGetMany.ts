import type { IDataObject } from 'n8n-workflow';
import { readChoices } from '../../shared/fields/choice';
import { choicesField, named } from '../../shared/fields/field';
import { crawlLocator, readId } from '../../shared/fields/locator';
import { pagingFields, readLimit } from '../../shared/fields/paging';
import { readSimplify, simplifyField } from '../../shared/fields/results';
import { pageNames } from '../../shared/items/fileName';
import type { OutputFile } from '../../shared/items/outputItem';
import { singleCall, type RequestOperation } from '../../shared/operations/operation';
import type { ServiceAnswer } from '../../shared/transport/serviceRequest';
import { crawlPagesCollection, readPages, simplifyPage } from '../../shared/jobTypes/crawlItems';
import { latestCrawl } from '../../shared/jobTypes/crawlJob';

/** Kinds of file behind a page's signed links. */
const FILE_KINDS = {
	html: { link: 'htmlUrl', extension: 'html', mimeType: 'text/html' },
	markdown: { link: 'markdownUrl', extension: 'md', mimeType: 'text/markdown' },
} as const;

const downloadField = named(
	'downloadFiles',
	choicesField(
		[],
		{
			html: "HTML: The raw HTML, in the binary field 'html'",
			markdown: "Markdown: The Markdown, in the binary field 'markdown'",
		},
		'Which files of each page to put into binary fields',
	),
);

function filesOf(
	page: IDataObject,
	name: string,
	kinds: ReadonlyArray<keyof typeof FILE_KINDS>,
): OutputFile[] {
	const links = simplifyPage(page);
	return kinds.flatMap((field) => {
		const { link, extension, mimeType } = FILE_KINDS[field];
		const url = links[link];
		return typeof url === 'string'
			? [{ field, url, fileName: `${name}.${extension}`, mimeType }]
			: [];
	});
}

export const pageGetMany: RequestOperation = {
	kind: 'request',
	resource: 'page',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many crawl pages',
	description:
		'List the pages of a crawl with their data and files, even while it runs or after it was cancelled',
	latest: latestCrawl,
	fields: [crawlLocator, ...pagingFields, downloadField, simplifyField],
	prepare(values) {
		const jobId = readId(values, crawlLocator);
		const kinds = readChoices(values, downloadField);
		const isSimplified = readSimplify(values);
		const limit = readLimit(values);
		const toItems = ({ body }: ServiceAnswer) => {
			const pages = readPages({ jobId, body: undefined, collected: body });
			const names = pageNames(pages.map(({ url }) => url));
			return pages.slice(0, limit).map((page, index) => ({
				json: { jobId, ...(isSimplified ? simplifyPage(page, true, names[index]) : page) },
				files: filesOf(page, names[index] ?? '', kinds),
			}));
		};
		return singleCall(crawlPagesCollection.request(jobId), toItems, JSON.stringify(values));
	},
};
