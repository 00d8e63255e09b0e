import { html, type Content, type Html } from './html.ts';
import { nameTimeZone } from './format.ts';

const PRODUCT = 'Web Data Extraction';

/** The pages that the navigation leads to, by path. */
const PLACES = [
	['/', 'Overview'],
	['/keys', 'Keys'],
	['/jobs', 'Jobs'],
	['/logs', 'Logs'],
	['/usage', 'Usage'],
] as const;

/** What a page says about something that just happened. */
export interface Notice {
	tone: 'good' | 'bad';
	text: string;
}

export interface Page {
	/** The one heading of the page. */
	title: string;
	/** Which entry of the navigation is the current one. */
	place: (typeof PLACES)[number][0];
	notice?: Notice | undefined;
	/** For the form that signs out. */
	formToken: string;
	content: Content;
}

/** A whole page for somebody who is signed in. */
export function showPage({ title, place, notice, formToken, content }: Page): Html {
	return frame(
		title,
		html`<a class="skip" href="#content">Skip to Content</a>
			<header class="top">
				<div class="wide">
					${brand()}
					<nav aria-label="Main">
						<ul>
							${PLACES.map(
								([path, label]) =>
									html`<li>
										<a href="${path}" ${path === place && html`aria-current="page"`}>${label}</a>
									</li>`,
							)}
						</ul>
					</nav>
					<form method="post" action="/logout">
						${formTokenField(formToken)}
						<button class="button small">Sign Out</button>
					</form>
				</div>
			</header>
			<main id="content" class="wide" tabindex="-1">
				<h1>${title}</h1>
				${notice && showNotice(notice)} ${content}
			</main>
			<footer class="wide">Times are in the time zone ${nameTimeZone()}.</footer>
			<div id="announcements" class="unseen" aria-live="polite"></div>`,
	);
}

/** A whole page for somebody who is not signed in. */
export function showOuterPage(title: string, content: Content): Html {
	return frame(
		title,
		html`<main class="narrow">
			${brand()}
			<section class="card">
				<h1>${title}</h1>
				${content}
			</section>
		</main>`,
	);
}

/** What just happened, read out by screen readers. */
export function showNotice({ tone, text }: Notice): Html {
	return html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

/** Field that shows that a form came from a page of this session. */
export function formTokenField(formToken: string): Html {
	return html`<input type="hidden" name="formToken" value="${formToken}" />`;
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
				<link rel="stylesheet" href="/assets/dashboard.css" />
				<script type="module" src="/assets/dashboard.js"></script>
			</head>
			<body>
				${body}
			</body>
		</html>`;
}
