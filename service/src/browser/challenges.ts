import { setTimeout as delay } from 'node:timers/promises';
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
		const challenge = await detectChallenge(snapshot);
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
	/** Any of these in the title is enough. */
	title?: RegExp;
	/** Any of these in the visible text is enough. */
	text?: RegExp;
	/** Any of these in the HTML of a bare page is enough; what is-antibot does not know, or not all of. */
	marks?: readonly string[];
}

/** A page with more visible text than this is read for what it says, whatever its HTML mentions. */
const LONGEST_CHALLENGE_CHARACTERS = 1500;

/**
 * Only on a page that shows next to nothing else is a vendor's mark in the HTML a challenge: the same
 * scripts and widgets stand on pages that are read well, too.
 */
const BARE_PAGE_CHARACTERS = 300;

/** Challenges are small; no more of a page's HTML is looked at. */
const SEARCHED_HTML_CHARACTERS = 65_536;

/** First match wins, so the names come before the general words. */
const RULES: readonly ChallengeRule[] = [
	{
		name: 'Cloudflare',
		resolvesItself: true,
		title: /^(just a moment|un momento|einen moment|un instant|attention required! \| cloudflare)/i,
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
		text: /incapsula incident id/i,
		marks: ['_Incapsula_Resource?SWUDNSAI'],
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
	{ name: 'Anubis', resolvesItself: true, title: /^making sure you('|&#39;|’)re not a bot/i },
	{
		name: 'CAPTCHA',
		resolvesItself: false,
		text: /(select|click|pick) (each|all|every) (the )?(images?|pictures?|squares?) (with|that)|solve (this|the) (captcha|puzzle)|enter the characters you see|gib die zeichen ein|complete (the|this) captcha/i,
	},
	{
		name: 'bot check',
		resolvesItself: false,
		text: /(verify|confirm|prove|check)( that)? (you are|you're|you’re|if you are|whether you are|you) (a )?(human|not a (ro)?bot)|are you (a )?(human|(ro)?bot)\?|unusual (traffic|activity) from your (computer )?(network|ip|device)|press (&|and) hold|bestätigen sie, dass sie (ein mensch|kein roboter)|vérifi(ez|er) que vous êtes (un )?humain|verifi(que|ca) que eres (un )?humano/i,
	},
	{
		name: 'bot check',
		resolvesItself: true,
		text: /checking (your browser|if the site connection is secure)|enable javascript and cookies to continue|(complete|performing|pass) (a |the |this )?security (check|verification)|please (wait|stand by)[^.]{0,40}(verif|check)|ddos protection by/i,
	},
];

/** It takes widgets for a challenge on refused pages only; a bare page with one is as good as that. */
const REFUSED = 403;

/** What is-antibot calls those whose screens an ordinary browser passes by waiting. */
const SELF_RESOLVING = new Set(['javascript', 'cookie']);

/**
 * Recognises a bot challenge by what the page shows. Pages with much text are never one, and a
 * CAPTCHA inside a page that shows something else (a comment form) is not one either.
 */
export async function detectChallenge(
	snapshot: Pick<PageSnapshot, 'title' | 'textSample' | 'textLength' | 'html'>,
): Promise<Challenge | undefined> {
	const { textLength } = snapshot;
	if (textLength > LONGEST_CHALLENGE_CHARACTERS) return undefined;
	const title = snapshot.title.slice(0, LONGEST_CHALLENGE_CHARACTERS).trim();
	const text = snapshot.textSample.slice(0, LONGEST_CHALLENGE_CHARACTERS);
	const shown = RULES.find(
		(rule) => rule.title?.test(title) === true || rule.text?.test(text) === true,
	);
	if (shown !== undefined) return toChallenge(shown);
	if (textLength >= BARE_PAGE_CHARACTERS) return undefined;
	const html = snapshot.html.slice(0, SEARCHED_HTML_CHARACTERS);
	const marked = RULES.find(({ marks }) => marks?.some((mark) => html.includes(mark)));
	return marked === undefined ? askLibrary(html, textLength) : toChallenge(marked);
}

function toChallenge({ name, resolvesItself }: Challenge): Challenge {
	return { name, resolvesItself };
}

async function askLibrary(html: string, textLength: number): Promise<Challenge | undefined> {
	// Few pages come this far, and its 270 files would be loaded at every start.
	const { default: isAntibot } = await import('is-antibot');
	const { detected, provider, technique } = isAntibot({
		html: keepFirstTitle(html),
		statusCode: REFUSED,
	});
	if (!detected || provider === null) return undefined;
	if (technique === 'captcha') return { name: 'CAPTCHA', resolvesItself: false };
	// Their scripts also stand on pages that are only short.
	if (textLength > 0) return undefined;
	return { name: provider, resolvesItself: SELF_RESOLVING.has(technique ?? '') };
}

/**
 * Patterns of is-antibot look from every title on for its end: one title is left to them, or a page of
 * nothing but titles would take seconds.
 */
function keepFirstTitle(html: string): string {
	const first = html.search(/<title/i);
	return html.slice(0, first + 1) + html.slice(first + 1).replace(/<title/gi, '');
}
