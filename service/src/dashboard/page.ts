import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../http/apiError.ts';
import { explainError, handleError } from '../http/errorHandler.ts';
import { readVisit } from './session.ts';
import { nameTimeZone } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';
import { copyField } from './view/parts.ts';

const PRODUCT = 'Web Data Extraction';

/** The pages in the navigation, by path. */
const PLACES: readonly [path: string, label: string][] = [
	['/', 'Overview'],
	['/keys', 'Keys'],
	['/jobs', 'Jobs'],
	['/logs', 'Logs'],
	['/pick', 'Pick Fields'],
	['/usage', 'Usage'],
];

/** The content inside the frame of a page. */
export interface Page {
	/** The only heading of the page. */
	title: string;
	content: Content;
	/** @default 200 */
	status?: number;
}

/** What the next page of a session reports about something that just happened. */
export interface Notice {
	tone: 'good' | 'bad';
	text: string;
	/** A key just created: the only time it is shown. */
	newKey?: { name: string; key: string };
}

/** The result of a form: a page to redirect to, perhaps with a notice, or a page in its place. */
type FormOutcome = { to: string; notice?: Notice } | Page;

type PageRequest = FastifyRequest<{ Params: { id: string } }>;

/** Adds pages and the forms in them, for users who are signed in. */
export interface Pages {
	/** @param show creates the page; its forms contain the token, see {@link postForm} */
	get(path: string, show: (request: PageRequest, formToken: string) => Promise<Page>): void;
	post(
		path: string,
		act: (request: PageRequest, formToken: string, reply: FastifyReply) => Promise<FormOutcome>,
	): void;
}

const MAX_NOTICES = 100;

export function createPages(server: FastifyInstance): Pages {
	// In memory and read once, so that a new key is neither in an address nor on disk.
	const notices = new Map<string, Notice>();

	const leave = (session: string, notice: Notice): void => {
		const [oldest] = notices.keys();
		if (notices.size >= MAX_NOTICES && oldest !== undefined) notices.delete(oldest);
		notices.set(session, notice);
	};

	const send = (request: PageRequest, reply: FastifyReply, page: Page): FastifyReply => {
		const { session, formToken } = readVisit(request);
		const notice = notices.get(session);
		notices.delete(session);
		const place = `/${request.routeOptions.url?.split('/')[1]}`;
		const markup = innerFrame(page, place, notice, formToken);
		return sendMarkup(reply.code(page.status ?? 200), markup);
	};

	return {
		get(path, show) {
			server.get(path, async (request: PageRequest, reply) =>
				send(request, reply, await show(request, readVisit(request).formToken)),
			);
		},
		post(path, act) {
			server.post(path, async (request: PageRequest, reply) => {
				const { session, formToken } = readVisit(request);
				const outcome = await act(request, formToken, reply);
				if (!('to' in outcome)) return send(request, reply, outcome);
				if (outcome.notice !== undefined) leave(session, outcome.notice);
				return reply.redirect(outcome.to, 303);
			});
		},
	};
}

/** Responds with a page to a user who need not be signed in. */
export function sendOuterPage(reply: FastifyReply, { title, content, status }: Page): FastifyReply {
	const body = html`<main class="narrow">
		${brand()}
		<section class="card">
			<h1>${title}</h1>
			${content}
		</section>
	</main>`;
	return sendMarkup(reply.code(status ?? 200), frame(title, body));
}

/** Responds to errors: to users with a page, to the script with JSON. */
export function handlePageError(
	error: FastifyError | ApiError,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	if (request.headers.accept === 'application/json') return handleError(error, request, reply);
	const { statusCode: status, message } = explainError(error, request);
	const title = status === 404 ? 'Not Found' : 'This Did Not Work';
	const content = html`<p>${message}</p>
		<p><a href="/">Go to the Overview</a></p>`;
	return sendOuterPage(reply, { title, content, status });
}

/** A form that changes something; it proves that it came from a page of this session. */
export function postForm(action: string, formToken: string, content: Content): Html {
	return html`<form method="post" action="${action}">
		<input type="hidden" name="formToken" value="${formToken}" />
		${content}
	</form>`;
}

/** What just happened, read out by screen readers. */
export function showNotice({ tone, text }: Notice): Html {
	return html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

function sendMarkup(reply: FastifyReply, { markup }: Html): FastifyReply {
	return reply.type('text/html; charset=utf-8').send(markup);
}

/** @param place which entry of the navigation is the current one */
function innerFrame(
	{ title, content }: Page,
	place: string,
	notice: Notice | undefined,
	formToken: string,
): Html {
	const entries = PLACES.map(
		([path, label]) =>
			html`<li>
				<a href="${path}" ${path === place && html`aria-current="page"`}>${label}</a>
			</li>`,
	);
	return frame(
		title,
		html`<a class="skip" href="#content">Skip to Content</a>
			<header>
				<div class="container">
					${brand()}
					<nav aria-label="Main">
						<ul>
							${entries}
						</ul>
					</nav>
					${postForm('/logout', formToken, html`<button class="outline secondary small">Sign Out</button>`)}
				</div>
			</header>
			<main id="content" class="container" tabindex="-1">
				<h1>${title}</h1>
				${notice && showNotice(notice)} ${notice?.newKey && showKey(notice.newKey)} ${content}
			</main>
			<footer class="container">
				<small>All times are ${nameTimeZone()}.</small>
			</footer>
			<div id="announcements" class="unseen" aria-live="polite"></div>`,
	);
}

function showKey({ name, key }: { name: string; key: string }): Html {
	return html`<section class="card fresh" aria-labelledby="fresh-title">
		<h2 id="fresh-title">New Key</h2>
		<p>Copy it now: only its hash is stored, so it cannot be shown again.</p>
		<label for="new-key">Key &ldquo;${name}&rdquo;</label>
		${copyField('new-key', key, `the key ${name}`)}
	</section>`;
}

function brand(): Html {
	return html`<p class="brand">
		<img src="/assets/icon.svg" alt="" width="28" height="28" /> ${PRODUCT}
	</p>`;
}

function frame(title: string, body: Html): Html {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${title} - ${PRODUCT}</title>
				<link rel="icon" href="/assets/icon.svg" />
				<link rel="stylesheet" href="/assets/pico.css" />
				<link rel="stylesheet" href="/assets/dashboard.css" />
				<script type="module" src="/assets/dashboard.js"></script>
			</head>
			<body>
				${body}
			</body>
		</html>`;
}
