import type { PageSnapshot } from './pageSnapshot.ts';

/** A screen that stands between the reader and the page until the reader proves to be human. */
export interface Challenge {
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
	/** Any of these in the HTML is enough. */
	html?: RegExp;
}

/** A page with more visible text than this is read for what it says, whatever its HTML mentions. */
const LONGEST_CHALLENGE_CHARACTERS = 1500;

/** First match wins, so the names come before the general words. */
const RULES: readonly ChallengeRule[] = [
	{
		name: 'Cloudflare',
		resolvesItself: true,
		title: /^(just a moment|un momento|einen moment|un instant|attention required! \| cloudflare)/i,
		html: /_cf_chl_opt|cf-browser-verification|challenge-error-text/,
	},
	{
		name: 'DataDome',
		resolvesItself: false,
		html: /(geo|ct|interstitial)\.captcha-delivery\.com/,
	},
	{
		name: 'HUMAN',
		resolvesItself: false,
		title: /^access to this page has been denied/i,
		html: /id="px-captcha"|captcha\.px-cdn\.net|px-captcha-error/,
	},
	{
		name: 'Imperva',
		resolvesItself: true,
		text: /incapsula incident id/i,
		html: /_Incapsula_Resource\?SWUDNSAI|<iframe[^>]+_Incapsula_Resource/,
	},
	{
		name: 'Akamai',
		resolvesItself: true,
		text: /reference\s*#[\da-f.]+\s*https?:\/\/errors\.edgesuite\.net/i,
		html: /sec-if-cpt-container|behavioral-content.*scf-akamai/,
	},
	{
		name: 'AWS WAF',
		resolvesItself: true,
		title: /^human verification$/i,
		html: /awsWafCookieDomainList|AwsWafIntegration\.(saveReferrer|checkForceRefresh)/,
	},
	{ name: 'Sucuri', resolvesItself: true, html: /sucuri_cloudproxy_js/ },
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

/** Widgets that ask for a human; alone on an otherwise empty page they are the page. */
const CAPTCHA_WIDGET =
	/class="[^"]*\b(h-captcha|g-recaptcha|cf-turnstile|frc-captcha|geetest_)|<iframe[^>]+src="[^"]*(hcaptcha\.com|\/recaptcha\/(api2|enterprise)|challenges\.cloudflare\.com)/;
const WIDGET_PAGE_CHARACTERS = 300;

/**
 * Recognises a bot challenge by what the page shows. Pages with much text are never one, and a
 * CAPTCHA inside a page that shows something else (a comment form) is not one either.
 */
export function detectChallenge(
	snapshot: Pick<PageSnapshot, 'title' | 'textSample' | 'textLength' | 'html'>,
): Challenge | undefined {
	if (snapshot.textLength > LONGEST_CHALLENGE_CHARACTERS) return undefined;
	const rule = RULES.find(
		({ title, text, html }) =>
			title?.test(snapshot.title.trim()) === true ||
			text?.test(snapshot.textSample) === true ||
			html?.test(snapshot.html) === true,
	);
	if (rule !== undefined) return { name: rule.name, resolvesItself: rule.resolvesItself };
	const isWidgetPage =
		snapshot.textLength < WIDGET_PAGE_CHARACTERS && CAPTCHA_WIDGET.test(snapshot.html);
	return isWidgetPage ? { name: 'CAPTCHA', resolvesItself: false } : undefined;
}
