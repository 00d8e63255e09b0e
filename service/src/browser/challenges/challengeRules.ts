import type { Challenge } from './challenge.ts';

/** Recognises the screens of bot challenges by what they say and contain, and where they are. */

/** Words and marks of a kind of challenge. */
export interface CheckRule extends Challenge {
	/** Words of the title. Like those of the text they need a second sign. */
	title?: RegExp;
	/** Words of the visible text. */
	text?: RegExp;
	/** Words that manuals use for other things, too: on a successful response they mean nothing. */
	isCommon?: boolean;
	/** In the HTML of a page with little text, any of these is enough: only challenges have them. */
	ownMarks?: readonly string[];
	/** Any of these in the HTML of a bare page is enough. */
	marks?: readonly string[];
}

/** Headers that mark their response as a challenge. */
export const HEADERS: ReadonlyArray<Challenge & { header: string; values: readonly string[] }> = [
	{ name: 'Cloudflare', resolvesItself: true, header: 'cf-mitigated', values: ['challenge'] },
	{ name: 'Vercel', resolvesItself: true, header: 'x-vercel-mitigated', values: ['challenge'] },
	{
		name: 'AWS WAF',
		resolvesItself: true,
		header: 'x-amzn-waf-action',
		values: ['challenge', 'captcha'],
	},
];

/** Hosts, subdomains included, that serve only such screens. */
export const HOSTS: ReadonlyArray<Challenge & { host: string }> = [
	{ name: 'Queue-it', resolvesItself: true, kind: 'queue', host: 'queue-it.net' },
	{ name: 'Radware', resolvesItself: false, host: 'validate.perfdrive.com' },
	{ name: 'DataDome', resolvesItself: false, host: 'captcha-delivery.com' },
];

/** First match wins, so the names come before the general words. */
export const CHECKS: readonly CheckRule[] = [
	{
		name: 'Cloudflare',
		resolvesItself: true,
		title:
			/^(?:just a moment|(?:nur )?einen moment(?:, bitte)?|un instant|un momento|um momento|een moment(?: geduld)?|cierpliwości|один момент|bir dakika lütfen|请稍候|請稍候|しばらくお待ちください|잠시만 기다리십시오)(?:\.{3}|…)?$|^attention required! \| cloudflare/i,
		ownMarks: ['_cf_chl_opt', 'cf-browser-verification', 'challenge-error-text'],
	},
	{ name: 'DataDome', resolvesItself: false, marks: ['captcha-delivery.com'] },
	{
		name: 'HUMAN',
		resolvesItself: false,
		title: /^access to this page has been denied/i,
		ownMarks: ['id="px-captcha"', 'px-captcha-error', 'px-captcha-container'],
		marks: ['captcha.px-cdn.net', 'captcha.px-cloud.net', 'captcha.perimeterx.net'],
	},
	{
		name: 'Imperva',
		resolvesItself: true,
		title: /^pardon our interruption/i,
		text: /incapsula incident id/i,
		ownMarks: ['_Incapsula_Resource?SWUDNSAI'],
		marks: ['onProtectionInitialized'],
	},
	{
		name: 'Akamai',
		resolvesItself: true,
		text: /https?:\/\/errors\.edgesuite\.net\//i,
		ownMarks: ['sec-if-cpt-container'],
	},
	{
		name: 'AWS WAF',
		resolvesItself: true,
		title: /^human verification$/i,
		ownMarks: ['awsWafCookieDomainList', 'gokuProps'],
		marks: ['AwsWafIntegration.', 'AwsWafCaptcha.'],
	},
	{ name: 'Sucuri', resolvesItself: true, ownMarks: ['sucuri_cloudproxy_js'] },
	{
		name: 'DDoS-Guard',
		resolvesItself: true,
		title: /^ddos-guard$/i,
		ownMarks: ['/.well-known/ddos-guard/js-challenge', 'check.ddos-guard.net'],
	},
	{ name: 'Vercel', resolvesItself: true, title: /^vercel security checkpoint$/i },
	{
		name: 'Anubis',
		resolvesItself: true,
		title: /^making sure you('|&#39;|’)re not a bot/i,
		ownMarks: ['id="anubis_challenge"'],
		marks: ['/.within.website/x/cmd/anubis/'],
	},
	{ name: 'Imunify360', resolvesItself: true, title: /^one moment, please\.{3}$/i },
	{ name: 'SiteGround', resolvesItself: true, marks: ['/.well-known/sgcaptcha/'] },
	{ name: 'StackPath', resolvesItself: true, ownMarks: ['/sbbi/?sbbpg='] },
	{ name: 'Amazon', resolvesItself: false, marks: ['/errors/validateCaptcha'] },
	{ name: 'Yandex', resolvesItself: false, marks: ['action="/checkcaptcha'] },
	{ name: 'Alibaba', resolvesItself: false, ownMarks: ['_____tmd_____', 'acw_sc__v2'] },
	{ name: 'EdgeOne', resolvesItself: true, ownMarks: ['EO_Bot_Ssid'] },
	{ name: 'BunnyShield', resolvesItself: true, ownMarks: ['/.bunny-shield/'] },
	{
		name: 'Queue-it',
		resolvesItself: true,
		kind: 'queue',
		ownMarks: ['queue-it_log', 'queueViewModel', 'queueit-overlay'],
	},
	{
		name: 'CAPTCHA',
		resolvesItself: false,
		isCommon: true,
		text: /(select|click|pick) (each|all|every) (the )?(images?|pictures?|squares?) (with|that)|solve (this|the) (captcha|puzzle)|enter the characters you see|gib die zeichen ein|complete (the|this) captcha/i,
	},
	{
		name: 'bot check',
		resolvesItself: false,
		text: /(verify|confirm|prove|check)(ing)?( that)? (you are|you're|you’re|if you are|whether you are|you) (a )?(human|not a (ro)?bot)|unusual (traffic|activity) from your (computer )?(network|ip|device)/i,
	},
	{
		name: 'bot check',
		resolvesItself: false,
		text: /(?:bestätig|(?:über)?prüf|verifizier)[^.!?\n]{0,40}(?:ein mensch|kein (?:ro)?bot)|(?:vérifi|confirm|prouve)[^.!?\n]{0,40}(?:humain|(?:un|pas un) robot)|(?:verifi|comprob|confirm)[^.!?\n]{0,40}(?:un humano|humano|robot)|(?:verific|conferm|dimostr)[^.!?\n]{0,40}(?:umano|un robot)|(?:verifi|confirm|comprov)[^.!?\n]{0,40}(?:humano|um robô)|(?:controleer|verifi|bevestig)[^.!?\n]{0,40}(?:een mens|geen robot)|(?:sprawdz|potwierdź|zweryfikuj)[^.!?\n]{0,40}(?:człowiek|robot)|(?:подтверд|провер)[^.!?\n]{0,40}(?:человек|не робот)|(?:验证|驗證|确认|確認)[^。\n]{0,12}(?:真人|人类|人類|机器人|機器人)|(?:人間|ロボット)(?:であること|ではないこと)[^。\n]{0,12}(?:確認|証明)/i,
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
