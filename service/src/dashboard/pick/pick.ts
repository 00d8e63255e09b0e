import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ContentError } from '@web-data-extraction/fields/extraction';
import { listSelectors } from '@web-data-extraction/fields/pinnedSchema';
import { rowsOf, shortRows } from '@web-data-extraction/fields/pickRows';
import type { PickReading, PickSource, PickState } from '@web-data-extraction/fields/readPick';
import { toSaved } from '@web-data-extraction/fields/savedPick';
import { BrowserCrashedError, PageLoadError } from '../../browser/errors.ts';
import { ChallengeError } from '../../browser/challenges/challenges.ts';
import type { Config } from '../../config.ts';
import { MAX_SAVED_PICKS, type SavedPicksRepository } from '../../db/savedPicks.ts';
import { ApiError } from '../../http/apiError.ts';
import type { PageTools } from '../../scrape/pageTools.ts';
import { checkScrapeRequest, type ScrapeRequest } from '../../scrape/scrapeRequest.ts';
import type { Notice, Page, Pages } from '../page.ts';
import { readVisit } from '../session.ts';
import { NothingToPickError, openForPicking, readForTrying } from './openPick.ts';
import { type OpenPick, PickStore } from './pickStore.ts';
import { toClipboard } from './scrapeNode.ts';
import { type OpenForm, showOpenForm, showWorkbench } from './view.ts';

interface PickTools {
	/** What opens pages; undefined in a process without a browser. */
	pageTools: PageTools | undefined;
	savedPicks: SavedPicksRepository;
	config: Pick<Config, 'proxy'>;
}

const MAX_WAIT_SECONDS = 60;
const MAX_OPENING = 3;
const MAX_TRIED_ROWS = 5;
const OPEN_TIMEOUT_MS = 180_000;
const READ_TIMEOUT_MS = 60_000;
const NO_BROWSER =
	'This process of the service has no browser. Open the dashboard of one that runs with ROLE=all.';
const TOO_SLOW = 'The page took longer than three minutes.';
const GONE = 'The page was open for too long and was closed. Open it again.';

const openForm = z.object({
	url: z.string().trim().max(8_192),
	cookies: z.string().max(12_000).catch(''),
	waitSeconds: z.coerce.number().min(0).max(MAX_WAIT_SECONDS).catch(0),
	saved: z.string().max(64).catch(''),
});

const field = z.object({
	name: z.string().max(100),
	take: z.custom<PickState['fields'][number]['take']>(
		(value) =>
			value === undefined ||
			(typeof value === 'string' &&
				/^(?:text|number|date|link|picture|@[\p{L}_:][\p{L}\d_:.-]{0,80})$/u.test(value)),
	),
	clicks: z.array(z.number().int().nonnegative()).max(20),
	saved: z.object({ selector: z.string().max(2_000), isInEntry: z.boolean() }).optional(),
});
const pickState = z.object({
	fields: z.array(field).max(40),
	get: z.enum(['rows', 'record']),
	entries: z.string().max(2_000).optional(),
});
const readRequest = z.object({
	state: pickState,
	click: z.number().int().nonnegative().optional(),
	secondUrl: z.string().trim().max(8_192).optional(),
});
const saveRequest = z.object({ state: pickState, name: z.string().trim().min(1).max(100) });
const savedQuery = z.object({
	saved: z.string().max(64).catch(''),
	url: z.string().max(8_192).catch(''),
});

type IdRequest = { Params: { id: string } };

/** *Pick Fields*: pointing at values in the picture of a page, for the nodes' field table. */
export function registerPick(server: FastifyInstance, pages: Pages, tools: PickTools): void {
	const desk = new PickDesk(tools);
	server.addHook('onClose', async () => desk.close());
	registerPages(pages, desk);
	registerReading(server, desk);
}

/** The open pages, and what opens and reads them. */
class PickDesk {
	readonly savedPicks: SavedPicksRepository;
	readonly store = new PickStore();
	private readonly pageTools: PageTools | undefined;
	private readonly config: PickTools['config'];
	private readonly closing = new AbortController();
	private opening = 0;

	constructor({ pageTools, savedPicks, config }: PickTools) {
		this.pageTools = pageTools;
		this.savedPicks = savedPicks;
		this.config = config;
	}

	/** @throws ApiError in a process without a browser */
	get tools(): PageTools {
		if (this.pageTools === undefined) throw new ApiError(503, NO_BROWSER);
		return this.pageTools;
	}

	get hasBrowser(): boolean {
		return this.pageTools !== undefined;
	}

	close(): void {
		this.closing.abort();
		this.store.clear();
	}

	/** @throws ApiError if the page is no longer open, or somebody else's */
	find(request: FastifyRequest<IdRequest>): OpenPick {
		const pick = this.store.find(request.params.id, readVisit(request).session);
		if (pick === undefined) throw new ApiError(404, GONE);
		return pick;
	}

	/** Opens a URL, a few at a time. */
	async open<Result>(
		form: OpenForm,
		open: (tools: PageTools, request: ScrapeRequest, signal: AbortSignal) => Promise<Result>,
	): Promise<Result> {
		const request = toRequest(form, this.config);
		if (this.opening >= MAX_OPENING) {
			throw new NothingToPickError('Other pages are being opened. Try again in a moment.');
		}
		this.opening += 1;
		const inTime = AbortSignal.timeout(OPEN_TIMEOUT_MS);
		try {
			return await open(this.tools, request, AbortSignal.any([this.closing.signal, inTime]));
		} catch (error) {
			throw inTime.aborted ? new NothingToPickError(TOO_SLOW) : error;
		} finally {
			this.opening -= 1;
		}
	}

	/** @throws ApiError if the page cannot be read */
	async read({ page }: OpenPick, state: PickState, click?: number): Promise<PickReading> {
		const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
		try {
			return await this.tools.content.readPick(page, state, click, signal);
		} catch (error) {
			throw error instanceof ContentError ? new ApiError(422, error.message) : error;
		}
	}
}

/** The form for a URL, the page for pointing, and the saved picks. */
function registerPages(pages: Pages, desk: PickDesk): void {
	const { savedPicks, store } = desk;
	const showForm = async (formToken: string, form: OpenForm, problem?: string): Promise<Page> => ({
		title: 'Pick Fields',
		content: showOpenForm({
			form,
			problem: desk.hasBrowser ? problem : NO_BROWSER,
			saved: await savedPicks.list(),
			formToken,
		}),
		...(problem !== undefined && { status: 400 }),
	});

	pages.get('/pick', async ({ query }, formToken) => {
		const { saved, url } = savedQuery.parse(query);
		const known = saved === '' ? undefined : await savedPicks.find(saved);
		return showForm(formToken, {
			...EMPTY_FORM,
			url: known?.url ?? url,
			...(known && { saved, savedName: known.name }),
		});
	});

	pages.post('/pick', async (request, formToken) => {
		const parsed = openForm.safeParse(request.body);
		const form = { ...EMPTY_FORM, ...parsed.data };
		const saved = form.saved === '' ? undefined : await savedPicks.find(form.saved);
		const again = { ...form, savedName: saved?.name };
		if (!parsed.success) return showForm(formToken, again, 'Enter the URL of a page.');
		try {
			const page = await desk.open(form, openForPicking);
			const state = pickState.safeParse(saved?.pick).data ?? EMPTY_STATE;
			const { session } = readVisit(request);
			const { id } = store.add({ session, page, url: form.url, state, name: saved?.name ?? '' });
			return { to: `/pick/${id}` };
		} catch (error) {
			return showForm(formToken, again, explain(error));
		}
	});

	pages.get('/pick/:id', async (request, formToken) => {
		const pick = store.find(request.params.id, readVisit(request).session);
		if (pick === undefined) return showForm(formToken, EMPTY_FORM, GONE);
		return { title: 'Pick Fields', content: showWorkbench(pick, formToken) };
	});

	pages.post('/pick/saved/:id/delete', async ({ params }) => {
		const name = await savedPicks.remove(params.id);
		const notice: Notice =
			name === undefined
				? { tone: 'bad', text: 'That pick was deleted already.' }
				: { tone: 'good', text: `The pick "${name}" was deleted.` };
		return { to: '/pick', notice };
	});
}

/** What the script of the page for pointing asks for. */
function registerReading(server: FastifyInstance, desk: PickDesk): void {
	server.get<IdRequest>('/pick/:id/picture', async (request, reply) =>
		reply.type('image/jpeg').send(desk.find(request).page.picture),
	);

	server.get<IdRequest>('/pick/:id/boxes', async (request) => {
		const { page, state } = desk.find(request);
		return { boxes: page.boxes, state };
	});

	server.post<IdRequest>('/pick/:id/read', async (request) => {
		const pick = desk.find(request);
		const asked = readRequest.safeParse(request.body);
		if (!asked.success) throw new ApiError(400, 'The fields cannot be read.');
		const { state, click, secondUrl = '' } = asked.data;
		const reading = await desk.read(pick, state, click);
		if (secondUrl !== '') {
			try {
				pick.second = await desk.open({ ...EMPTY_FORM, url: secondUrl }, readForTrying);
			} catch (error) {
				throw new ApiError(422, explain(error));
			}
		}
		const second = pick.second && (await tryOn(pick.second, reading, desk.tools));
		return { ...reading, node: toClipboard(pick.url, reading), ...(second && { second }) };
	});

	server.post<IdRequest>('/pick/:id/save', async (request) => {
		const pick = desk.find(request);
		const asked = saveRequest.safeParse(request.body);
		if (!asked.success) throw new ApiError(400, 'A pick needs a name of at most 100 characters.');
		const reading = await desk.read(pick, asked.data.state);
		if (reading.schema === undefined) throw new ApiError(400, 'Take a field first.');
		const { name } = asked.data;
		const { pick: saved, shares } = toSaved(reading);
		const selectors = listSelectors(reading.schema);
		const kept = { name, url: pick.url, pick: saved, shares, selectors };
		if (!(await desk.savedPicks.save(kept))) {
			throw new ApiError(400, `There are ${MAX_SAVED_PICKS} picks already. Delete one first.`);
		}
		pick.name = name;
		return { said: `The pick "${name}" was saved.` };
	});
}

/** What the fields of a pick find on another page; undefined without fields. */
async function tryOn(
	source: PickSource,
	{ schema, entries }: PickReading,
	{ content }: PageTools,
): Promise<object | undefined> {
	if (schema === undefined) return undefined;
	const { value, warnings } = await content.readPinned(schema, [{ ...source, title: '' }]);
	const rows = rowsOf(value, entries !== undefined);
	const shown = shortRows(rows.slice(0, MAX_TRIED_ROWS));
	return { url: source.url, rows: shown, rowCount: rows.length, warnings };
}

const EMPTY_FORM: OpenForm = { url: '', cookies: '', waitSeconds: 0, saved: '' };
const EMPTY_STATE: PickState = { fields: [], get: 'rows' };

/** @throws ApiError for a URL or cookies that cannot be used */
function toRequest(form: OpenForm, config: Pick<Config, 'proxy'>): ScrapeRequest {
	const { url, cookies, waitSeconds } = form;
	if (!/^https?:\/\//iu.test(url)) {
		throw new ApiError(400, 'Enter a URL that begins with https:// or http://.');
	}
	const wait = { type: 'wait' as const, duration: waitSeconds * 1000 };
	const request: ScrapeRequest = {
		urls: [{ url, ...(waitSeconds > 0 && { actions: [wait] }) }],
		...(cookies.trim() !== '' && { cookies }),
	};
	checkScrapeRequest(request, config);
	return request;
}

/** Why a page was not opened, as scrapes say it. */
function explain(error: unknown): string {
	const kinds = [
		ApiError,
		NothingToPickError,
		PageLoadError,
		ChallengeError,
		ContentError,
		BrowserCrashedError,
	];
	if (kinds.some((kind) => error instanceof kind)) return Object(error).message;
	throw error;
}
