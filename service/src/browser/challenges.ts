import { setTimeout as delay } from 'node:timers/promises';
import { findVendor, hasWidget } from './challengeMarks.ts';
import { type PageSnapshot, takeSnapshot } from './pageSnapshot.ts';
import type { OpenPage } from './openPage.ts';

/**
 * A bot challenge stayed on screen. The job fails and is not charged, and the screen is never
 * returned as content (reference, POST /scrape).
 */
export class ChallengeError extends Error {
	override name = 'ChallengeError' as const;
	readonly url: string;

	constructor(url: string, challenge: Challenge) {
		super(
			`Failed to scrape ${url}: a bot challenge (${challenge.name}) stays on screen, and this service does not solve CAPTCHAs`,
		);
		this.url = url;
	}
}

const POLL_INTERVAL_MS = 500;

/** How long a challenge may take to go away: most that do need about five seconds. */
const SELF_RESOLVING_WAIT_MS = 15_000;

/** Enough for a challenge that was recognised while the page behind it was already arriving. */
const STUBBORN_WAIT_MS = 2_000;

/**
 * Reads a page, waiting first for a challenge on it to go away by itself. Nothing is done to pass a
 * challenge beyond being a browser: CAPTCHAs are not solved.
 * @param url the address asked for, for the error
 * @throws ChallengeError
 */
export async function takeSnapshotBehindChallenge(
	opened: OpenPage,
	url: string,
): Promise<PageSnapshot> {
	const startMs = Date.now();
	for (;;) {
		const snapshot = await takeSnapshot(opened);
		const { httpStatus: status, headers } = opened.traffic;
		const challenge = detectChallenge(snapshot, { status, headers });
		if (challenge === undefined) return snapshot;
		const waitMs = challenge.resolvesItself ? SELF_RESOLVING_WAIT_MS : STUBBORN_WAIT_MS;
		if (Date.now() - startMs >= waitMs) throw new ChallengeError(url, challenge);
		await delay(POLL_INTERVAL_MS, undefined, { signal: opened.signal });
		await opened.settle();
	}
}

/** A screen that stands between the reader and the page until the reader proves to be human. */
interface Challenge {
	/** Who put it there, such as `Cloudflare`; `bot check` when that cannot be told. */
	name: string;
	/** Whether such screens go away by themselves in an ordinary browser. */
	resolvesItself: boolean;
}

interface ChallengeRule extends Challenge {
	/** Words of the title. Like those of the text they need a second sign: see {@link confirms}. */
	title?: RegExp;
	/** Words of the visible text. */
	text?: RegExp;
	/** Words that manuals use for other things, too: on a page that was answered well they say nothing. */
	isCommon?: boolean;
	/** Any of these in the HTML of a bare page is enough. */
	marks?: readonly string[];
}

/** How the server answered with a page. */
export interface PageAnswer {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
}

/** A page with more visible text than this is read for what it says, whatever its HTML mentions. */
const LONGEST_CHALLENGE_CHARACTERS = 1500;

/**
 * Only on a page that shows next to nothing else is a vendor's mark in the HTML a challenge: the same
 * scripts and widgets stand on pages that are read well, too.
 */
const BARE_PAGE_CHARACTERS = 300;

/** Screens of challenges that say nothing of who put them there have a sentence or two. */
const SENTENCE_CHARACTERS = 200;

/** What the screen of a challenge asks with, or goes away by. */
const MEANS_OF_CHECKING = /<(?:script|iframe|form)\b|http-equiv=["']?refresh/i;

/** A page that leads elsewhere, or asks for a login or an address, is there for more than a check. */
const OTHER_PURPOSE = /<a\s|<(?:article|main|nav)\b/i;
const FIELDS = /\btype=["']?(?:email|password|tel)\b/i;

/** How challenges are answered. */
const REFUSALS: ReadonlySet<number> = new Set([403, 405, 429, 503]);

/** Headers that name their answer a challenge. */
const HEADERS: ReadonlyArray<Challenge & { header: string; values: readonly string[] }> = [
	{ name: 'Cloudflare', resolvesItself: true, header: 'cf-mitigated', values: ['challenge'] },
	{ name: 'Vercel', resolvesItself: true, header: 'x-vercel-mitigated', values: ['challenge'] },
	{
		name: 'AWS WAF',
		resolvesItself: true,
		header: 'x-amzn-waf-action',
		values: ['challenge', 'captcha'],
	},
];

/** Challenges are small; no more of a page's HTML is looked at. */
const SEARCHED_HTML_CHARACTERS = 65_536;

/** First match wins, so the names come before the general words. */
const RULES: readonly ChallengeRule[] = [
	{
		name: 'Cloudflare',
		resolvesItself: true,
		title:
			/^(?:just a moment|un momento|einen moment(?:, bitte)?|un instant)(?:\.{3}|…)?$|^attention required! \| cloudflare/i,
		marks: ['_cf_chl_opt', 'cf-browser-verification', 'challenge-error-text'],
	},
	{ name: 'DataDome', resolvesItself: false, marks: ['captcha-delivery.com'] },
	{
		name: 'HUMAN',
		resolvesItself: false,
		title: /^access to this page has been denied/i,
		marks: ['id="px-captcha"', 'captcha.px-cdn.net', 'px-captcha-error'],
	},
	{
		name: 'Imperva',
		resolvesItself: true,
		title: /^pardon our interruption/i,
		text: /incapsula incident id/i,
		marks: ['_Incapsula_Resource?SWUDNSAI', 'onProtectionInitialized'],
	},
	{
		name: 'Akamai',
		resolvesItself: true,
		text: /https?:\/\/errors\.edgesuite\.net\//i,
		marks: ['sec-if-cpt-container'],
	},
	{
		name: 'AWS WAF',
		resolvesItself: true,
		title: /^human verification$/i,
		marks: ['awsWafCookieDomainList', 'AwsWafIntegration.'],
	},
	{ name: 'Sucuri', resolvesItself: true, marks: ['sucuri_cloudproxy_js'] },
	{ name: 'DDoS-Guard', resolvesItself: true, title: /^ddos-guard$/i },
	{ name: 'Vercel', resolvesItself: true, title: /^vercel security checkpoint$/i },
	{
		name: 'Anubis',
		resolvesItself: true,
		title: /^making sure you('|&#39;|’)re not a bot/i,
		marks: ['id="anubis_challenge"', '/.within.website/x/cmd/anubis/'],
	},
	{ name: 'Imunify360', resolvesItself: true, title: /^one moment, please\.{3}$/i },
	{ name: 'SiteGround', resolvesItself: true, marks: ['/.well-known/sgcaptcha/'] },
	{ name: 'StackPath', resolvesItself: true, marks: ['/sbbi/?sbbpg='] },
	{ name: 'Amazon', resolvesItself: false, marks: ['/errors/validateCaptcha'] },
	{ name: 'Yandex', resolvesItself: false, marks: ['action="/checkcaptcha'] },
	{
		name: 'CAPTCHA',
		resolvesItself: false,
		isCommon: true,
		text: /(select|click|pick) (each|all|every) (the )?(images?|pictures?|squares?) (with|that)|solve (this|the) (captcha|puzzle)|enter the characters you see|gib die zeichen ein|complete (the|this) captcha/i,
	},
	{
		name: 'bot check',
		resolvesItself: false,
		text: /(verify|confirm|prove|check)( that)? (you are|you're|you’re|if you are|whether you are|you) (a )?(human|not a (ro)?bot)|unusual (traffic|activity) from your (computer )?(network|ip|device)|bestätigen sie, dass sie (ein mensch|kein roboter)|vérifi(ez|er) que vous êtes (un )?humain|verifi(que|ca) que eres (un )?humano/i,
	},
	{
		name: 'bot check',
		resolvesItself: true,
		text: /checking (your browser|if the site connection is secure)|enable javascript and cookies to continue|ddos protection by/i,
	},
	{
		name: 'bot check',
		resolvesItself: false,
		isCommon: true,
		text: /are you (a )?(human|(ro)?bot)\?|press (&|and) hold/i,
	},
	{
		name: 'bot check',
		resolvesItself: true,
		isCommon: true,
		text: /(complete|performing|pass) (a |the |this )?security (check|verification)|please (wait|stand by)[^.]{0,40}(verif|check)/i,
	},
];

/** What is seen of a page that may be a challenge. */
type Screen = Pick<PageSnapshot, 'title' | 'textSample' | 'textLength' | 'html'>;

/**
 * Recognises a bot challenge by what the page shows and how it was answered. Words alone never decide:
 * manuals and help pages say the same. Pages with much text are never one, and a CAPTCHA inside a page
 * that shows something else (a comment form) is not one either.
 */
export function detectChallenge(screen: Screen, answer: PageAnswer): Challenge | undefined {
	const { textLength } = screen;
	if (textLength > LONGEST_CHALLENGE_CHARACTERS) return undefined;
	const named = HEADERS.find(({ header, values }) => values.includes(answer.headers[header] ?? ''));
	if (named !== undefined) return toChallenge(named);
	const html = screen.html.slice(0, SEARCHED_HTML_CHARACTERS);
	const marked = RULES.find(({ marks }) => marks?.some((mark) => html.includes(mark)));
	const shown = RULES.find((rule) => isShown(rule, screen));
	if (shown !== undefined) {
		const isConfirmed = marked !== undefined || confirms({ ...screen, html }, shown, answer);
		if (isConfirmed) return toChallenge(shown);
	}
	if (textLength >= BARE_PAGE_CHARACTERS) return undefined;
	return marked === undefined ? detectByMarks(html, textLength, answer) : toChallenge(marked);
}

function isShown({ title, text }: ChallengeRule, screen: Screen): boolean {
	return title?.test(shownTitle(screen)) === true || text?.test(shownText(screen)) === true;
}

const shownTitle = ({ title }: Screen): string =>
	title.slice(0, LONGEST_CHALLENGE_CHARACTERS).trim();

const shownText = ({ textSample }: Screen): string =>
	textSample.slice(0, LONGEST_CHALLENGE_CHARACTERS);

/** Whether there is a second sign beside the words: how the page was answered, or that nothing else is on it. */
function confirms(screen: Screen, rule: ChallengeRule, { status }: PageAnswer): boolean {
	if (REFUSALS.has(status)) return true;
	const { html, textLength } = screen;
	if (rule.isCommon || textLength > SENTENCE_CHARACTERS) return false;
	if (!MEANS_OF_CHECKING.test(html) || OTHER_PURPOSE.test(html)) return false;
	return rule.title?.test(shownTitle(screen)) === true || startsSentence(rule, screen);
}

/** Help pages quote the words, or ask about them; challenges address the reader. */
function startsSentence({ text }: ChallengeRule, screen: Screen): boolean {
	const shown = shownText(screen);
	const start = text?.exec(shown)?.index ?? 0;
	const before = shown.slice(0, start).trim();
	return (
		/(?:^|[.!?:\n]|\b(?:please|bitte|veuillez|por favor))$/i.test(before) ||
		shown[start - 1] === '\n'
	);
}

function toChallenge({ name, resolvesItself }: Challenge): Challenge {
	return { name, resolvesItself };
}

/** Challenges that show little or nothing: a widget, or the script of a vendor. */
function detectByMarks(
	html: string,
	textLength: number,
	{ status }: PageAnswer,
): Challenge | undefined {
	if (hasWidget(html)) {
		// Forms to sign in or write to somebody have such a widget, too.
		const isForm = !REFUSALS.has(status) && FIELDS.test(html);
		return isForm ? undefined : { name: 'CAPTCHA', resolvesItself: false };
	}
	const vendor = textLength > 0 ? undefined : findVendor(html);
	return vendor && toChallenge(vendor);
}
