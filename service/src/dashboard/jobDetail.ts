import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CrawlPagesRepository } from '../db/crawlPages.ts';
import type { JobListing, ListedJob } from '../db/jobListing.ts';
import { describeSubject } from '../engine/job.ts';
import { ApiError } from '../http/apiError.ts';
import type { Operations } from '../http/operation.ts';
import type { Pages } from './page.ts';
import { formatDuration, formatNumber, showMoment } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';
import { copyControl, dataTable, factList, linkPage, stateBadge, stateOf } from './view/parts.ts';
import { listWarnings, showLines } from './view/warnings.ts';

interface JobDetailTools {
	listing: JobListing;
	crawlPages: CrawlPagesRepository;
	/** The API's own responses are downloaded. */
	operations: Pick<Operations, 'downloadCrawl' | 'getParseJob'>;
}

// A method, because its parameters may be narrower: each operation knows its own path.
type Answer = { answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> }['answer'];

/** The pages of a crawl or document, which have no log: its request, its pages, its result. */
export function registerJobDetails(
	server: FastifyInstance,
	pages: Pages,
	{ listing, crawlPages, operations }: JobDetailTools,
): void {
	const find = async (id: string, kind: string): Promise<ListedJob> => {
		const [job] = await listing.findAll([id]);
		if (job?.kind !== kind) throw new ApiError(404, 'This job does not exist.');
		return job;
	};

	pages.get('/jobs/crawl/:id', async ({ params }) => {
		const job = await find(params.id, 'crawl');
		const read = await crawlPages.list(job.id);
		const hasPages = read.some(({ status }) => status === 'success');
		const content = html`${showFacts(job, hasPages && ['download', 'Download as ZIP'])}
			<section class="card" aria-labelledby="pages-title">
				<h2 id="pages-title">Pages <span class="count">${formatNumber(read.length)}</span></h2>
				${dataTable({
					caption: 'Pages of the crawl, in the order in which they were opened',
					columns: ['Page', 'Status', 'Title'],
					rows: read.map(({ url, title, status, errorMessage, flags }) => ({
						cells: [
							linkPage(url),
							html`${stateBadge(status === 'success' ? 'completed' : 'failed')}
							${errorMessage && html`<span class="reason">${errorMessage}</span>`}
							${listWarnings(flags)
								.filter((warning) => warning !== errorMessage)
								.map((warning) => html`<span class="reason">${warning}</span>`)}`,
							title,
						],
					})),
					whenEmpty: 'No pages yet.',
				})}
			</section>`;
		return { title: 'Crawl', content };
	});

	pages.get('/jobs/parse/:id', async ({ params }) => {
		const job = await find(params.id, 'parse');
		return { title: 'Document', content: showFacts(job, ['result', 'Download Result (JSON)']) };
	});

	addDownload(server, '/jobs/crawl/:jobId/download', operations.downloadCrawl);
	addDownload(server, '/jobs/parse/:jobId/result', operations.getParseJob);
}

function addDownload(server: FastifyInstance, path: string, answer: Answer | undefined): void {
	if (answer === undefined) return;
	server.get(path, async (request, reply) => await answer(request, reply));
}

function showFacts(job: ListedJob, download: readonly [path: string, name: string] | false): Html {
	const { id, kind, state, error, createdAtMs, finishedAtMs, creditsUsed } = job;
	const subject = describeSubject(job.request);
	const facts: [name: string, value: Content][] = [
		['Status', stateBadge(stateOf(state, error))],
		['Reason', error],
		['Warnings', showLines(listWarnings(job.flags))],
		[kind === 'crawl' ? 'Start URL' : 'Document', linkPage(subject)],
		['Started', showMoment(createdAtMs)],
		['Duration', finishedAtMs !== null && formatDuration(finishedAtMs - createdAtMs)],
		['Credits', finishedAtMs !== null && formatNumber(creditsUsed)],
		['ID', html`<span class="inline"><code>${id}</code> ${copyControl(id, 'the ID')}</span>`],
	];
	return html`<p><a href="/jobs">Back to Jobs</a></p>
		<section class="card" aria-label="Facts">
			${factList(facts)}
			${
				download &&
				html`<p>
					<a class="small" href="/jobs/${kind}/${id}/${download[0]}" download>${download[1]}</a>
				</p>`
			}
		</section>`;
}
