import type { Challenge, PageAnswer, Screen } from './challenge.ts';
import { findVendor, hasWidget } from './challengeMarks.ts';
import { CHECKS, type CheckRule, HEADERS, HOSTS } from './challengeRules.ts';
import { findRefusal } from './refusals.ts';
import { findWaitingRoom } from './waitingRooms.ts';

/** A page with more visible text than this counts as content, whatever its HTML mentions. */
const LONGEST_CHALLENGE_CHARACTERS = 1500;

/**
 * Only on a page that shows next to nothing else is a vendor's mark in the HTML a challenge: the same
 * scripts and widgets are on readable pages, too.
 */
const BARE_PAGE_CHARACTERS = 300;

/** Challenge screens that do not name their vendor have a sentence or two. */
const SENTENCE_CHARACTERS = 200;

/** What a challenge screen asks with, or clears by. */
const MEANS_OF_CHECKING = /<(?:script|iframe|form)\b|http-equiv=["']?refresh/i;

/** What only a page that is more than a check has. */
const CONTENT = /<(?:article|nav)\b/i;
const FIELDS = /\btype=["']?(?:email|password|tel)\b/i;

/** Links within the site; those of challenges lead to who made them, back, or to the start. */
const OWN_LINK =
	/<a\s(?:[^<>]*\s)?href=["']?(?!["'\s>#]|[a-z][a-z\d+.-]*:|\/\/|\/["'\s>])[^\s"'<>]/i;
const MAX_OTHER_LINKS = 3;

/** The statuses that challenges come with. */
const REFUSED: ReadonlySet<number> = new Set([403, 405, 429, 503]);

/** Challenges are small; only this much of a page's HTML is examined. */
const SEARCHED_HTML_CHARACTERS = 65_536;
/** Inline images and fonts do not count towards that. */
const INLINE_FILE = /\bdata:[\w/+.-]{1,40};[^"')\s<>]*/gi;
const LARGEST_HTML_CHARACTERS = 1_000_000;

/**
 * Recognises what is shown in place of a page: a bot challenge, a firewall's refusal, a waiting room;
 * by what the page shows and its response. Words alone never decide: manuals and help pages say the
 * same. Pages with much text are never one, and a CAPTCHA inside a page that shows something else (a
 * comment form) is not one either. Linear.
 */
export function detectChallenge(screen: Screen, answer: PageAnswer): Challenge | undefined {
	const { textLength, url = '' } = screen;
	if (textLength > LONGEST_CHALLENGE_CHARACTERS) return undefined;
	const named = HEADERS.find(({ header, values }) => values.includes(answer.headers[header] ?? ''));
	if (named !== undefined) return toChallenge(named);
	const place = HOSTS.find(({ host }) => isAtHost(url, host));
	if (place !== undefined) return toChallenge(place);
	const short = { ...screen, html: withoutFiles(screen.html) };
	return (
		detectCheck(short, answer) ?? (hasContent(short.html) ? undefined : detectStop(short, answer))
	);
}

function detectCheck(screen: Screen, answer: PageAnswer): Challenge | undefined {
	const { html, textLength } = screen;
	const own = CHECKS.find(({ ownMarks = [] }) => ownMarks.some((mark) => isMarked(screen, mark)));
	if (own !== undefined && !CONTENT.test(html)) return toChallenge(own);
	const marked = CHECKS.find(({ ownMarks = [], marks = [] }) =>
		[...ownMarks, ...marks].some((mark) => html.includes(mark)),
	);
	const shown = CHECKS.find((rule) => isShown(rule, screen));
	if (shown !== undefined && (marked !== undefined || confirms(screen, shown, answer))) {
		return toChallenge(shown);
	}
	if (textLength >= BARE_PAGE_CHARACTERS) return undefined;
	return marked === undefined ? detectByMarks(html, textLength, answer) : toChallenge(marked);
}

/** Responses with an error status say enough by that. */
function detectStop(screen: Screen, { status, headers }: PageAnswer): Challenge | undefined {
	if (status >= 400) return undefined;
	const words = { title: shownTitle(screen), text: shownText(screen), html: screen.html };
	return findRefusal(words) ?? findWaitingRoom({ ...words, refresh: headers['refresh'] ?? '' });
}

function isAtHost(url: string, host: string): boolean {
	const hostname = URL.parse(url)?.hostname ?? '';
	return hostname === host || hostname.endsWith(`.${host}`);
}

/** Whether a mark is active in the page: one in its visible text is only mentioned. */
const isMarked = ({ html, textSample }: Screen, mark: string): boolean =>
	html.includes(mark) && !textSample.includes(mark);

function withoutFiles(html: string): string {
	const start = html.slice(0, LARGEST_HTML_CHARACTERS);
	return start.replace(INLINE_FILE, '').slice(0, SEARCHED_HTML_CHARACTERS);
}

function hasContent(html: string): boolean {
	const linkCount = html.match(/<a\s/gi)?.length ?? 0;
	return CONTENT.test(html) || OWN_LINK.test(html) || linkCount > MAX_OTHER_LINKS;
}

function isShown({ title, text }: CheckRule, screen: Screen): boolean {
	return title?.test(shownTitle(screen)) === true || text?.test(shownText(screen)) === true;
}

const shownTitle = ({ title }: Screen): string =>
	title.slice(0, LONGEST_CHALLENGE_CHARACTERS).trim();

const shownText = ({ textSample }: Screen): string =>
	textSample.slice(0, LONGEST_CHALLENGE_CHARACTERS).trim();

/** Whether there is a second sign apart from the words: the response, or that the page has nothing else. */
function confirms(screen: Screen, rule: CheckRule, { status }: PageAnswer): boolean {
	if (REFUSED.has(status)) return true;
	const { html, textLength } = screen;
	if (rule.isCommon || textLength > SENTENCE_CHARACTERS) return false;
	if (!MEANS_OF_CHECKING.test(html) || hasContent(html)) return false;
	return rule.title?.test(shownTitle(screen)) === true || startsSentence(rule, screen);
}

/** What a challenge may say before it names its check. */
const LEAD_IN =
	/(?:^|[.!?:\n。！？请請]|\b(?:please|bitte|veuillez|merci de|por favor|per favore|alstublieft|proszę|пожалуйста)(?:,?\s(?:wait|stand by|hold on|warten(?: sie)?|patienter|espere|attendi|attendere|aguarde|wachten?)\b[^.!?\n"“«]{0,25})?,?)$/iu;

/** Help pages quote the words, or ask about them; challenges address the reader. */
function startsSentence({ text }: CheckRule, screen: Screen): boolean {
	const shown = shownText(screen);
	const start = text?.exec(shown)?.index ?? 0;
	return LEAD_IN.test(shown.slice(0, start).trim()) || shown[start - 1] === '\n';
}

function toChallenge({ name, resolvesItself, kind }: Challenge): Challenge {
	return { name, resolvesItself, ...(kind && { kind }) };
}

/** Challenges that show little or nothing: a widget, or the script of a vendor. */
function detectByMarks(
	html: string,
	textLength: number,
	{ status }: PageAnswer,
): Challenge | undefined {
	if (hasWidget(html)) {
		// Sign-in and contact forms have such a widget, too.
		const isForm = !REFUSED.has(status) && FIELDS.test(html);
		return isForm ? undefined : { name: 'CAPTCHA', resolvesItself: false };
	}
	const vendor = textLength > 0 ? undefined : findVendor(html);
	return vendor && toChallenge(vendor);
}
