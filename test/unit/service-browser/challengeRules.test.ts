import { detectChallenge } from '../../../service/src/browser/challenges.ts';

interface Screen {
	title?: string;
	text?: string;
	html?: string;
	status?: number;
	headers?: Record<string, string>;
}

const detect = ({ title = '', text = '', html = '', status = 200, headers = {} }: Screen) =>
	detectChallenge(
		{
			title,
			textSample: text.slice(0, 4000),
			textLength: text.length,
			html: `<html><head><title>${title}</title></head><body>${text}${html}</body></html>`,
		},
		{ status, headers },
	);

const SCRIPT = '<script src="/statistics.js"></script>';
const ARTICLE = 'The library lends books and garden tools to everyone in town. '.repeat(40);

describe('detectChallenge', () => {
	it.each<[string, boolean, Screen]>([
		['Cloudflare', true, { title: 'Just a moment...', status: 403 }],
		['Cloudflare', true, { title: 'Attention Required! | Cloudflare', status: 403 }],
		[
			'Cloudflare',
			true,
			{ title: 'Nur einen Moment…', html: '<script>window._cf_chl_opt={}</script>' },
		],
		[
			'DataDome',
			false,
			{ html: '<iframe src="https://geo.captcha-delivery.com/captcha/"></iframe>' },
		],
		[
			'HUMAN',
			false,
			{ title: 'Access to this page has been denied', text: 'Press & Hold', status: 403 },
		],
		[
			'Imperva',
			true,
			{
				text: 'Request unsuccessful. Incapsula incident ID: 123-456',
				html: '<iframe src="/_Incapsula_Resource?SWUDNSAI=9"></iframe>',
			},
		],
		['AWS WAF', true, { html: '<script>window.awsWafCookieDomainList = [];</script>' }],
		['Sucuri', true, { html: '<script>sucuri_cloudproxy_js=1</script>' }],
		['DDoS-Guard', true, { title: 'DDoS-Guard', html: '<script src="/check.js"></script>' }],
		['Vercel', true, { title: 'Vercel Security Checkpoint', status: 429 }],
		[
			'Anubis',
			true,
			{ title: "Making sure you're not a bot!", html: '<script id="anubis_challenge"></script>' },
		],
		['CAPTCHA', false, { text: 'Select all images with traffic lights', status: 403 }],
		[
			'CAPTCHA',
			false,
			{ text: 'One more step', html: '<div class="g-recaptcha" data-sitekey="x"></div>' },
		],
		[
			'CAPTCHA',
			false,
			{ html: '<iframe src="https://newassets.hcaptcha.com/captcha/v1"></iframe>' },
		],
		[
			'bot check',
			false,
			{
				text: 'Please verify you are human to continue',
				html: '<form><button>Go on</button></form>',
			},
		],
		['bot check', false, { text: 'Verify that you are not a robot', status: 403 }],
		[
			'bot check',
			false,
			{ text: 'We noticed unusual traffic from your computer network', status: 429 },
		],
		['bot check', false, { text: 'Bitte bestätigen Sie, dass Sie ein Mensch sind', status: 403 }],
		[
			'bot check',
			true,
			{
				text: 'Checking your browser before accessing shop.example',
				html: '<meta http-equiv="refresh" content="5">',
			},
		],
		['bot check', true, { text: 'Enable JavaScript and cookies to continue', status: 503 }],
		['bot check', true, { text: 'Please complete the security check', status: 403 }],
		['Cloudflare', true, { text: 'Bitte warten', headers: { 'cf-mitigated': 'challenge' } }],
		['AWS WAF', true, { headers: { 'x-amzn-waf-action': 'captcha' }, status: 405 }],
		[
			'Cloudflare',
			true,
			{
				title: 'Just a moment...',
				text: 'Ray ID: 8'.repeat(40),
				html: '<script>window._cf_chl_opt={}</script>',
			},
		],
		['CAPTCHA', false, { html: '<div class="cf-turnstile"></div>', status: 503 }],
		['CAPTCHA', false, { text: 'Security', html: '<script>new TencentCaptcha()</script>' }],
		['CAPTCHA', false, { html: '<script src="https://client-api.arkoselabs.com/v2/x"></script>' }],
		[
			'CAPTCHA',
			false,
			{
				html: '<form><input type="email"><div class="g-recaptcha"></div></form>',
				status: 403,
			},
		],
		['Kasada', true, { html: '<script>window.__kasada = {}</script>', status: 429 }],
		[
			'Anubis',
			true,
			{
				title: 'Please wait',
				text: 'Loading… The administrator of this website has set up a check against the scraping of its pages.',
				html: '<script id="anubis_challenge" type="application/json">{}</script>',
			},
		],
		[
			'Akamai',
			true,
			{ html: '<script>xhr.open("POST", "/_sec/verify?provider=interstitial")</script>' },
		],
		['F5', true, { html: '<script src="/TSPD/08ab?type=10"></script>' }],
		[
			'Imunify360',
			true,
			{
				title: 'One moment, please...',
				text: 'Please wait while your request is being verified...',
				html: '<script>setTimeout(() => location.reload(), 3000)</script>',
			},
		],
		[
			'Amazon',
			false,
			{
				text: 'Click the button below to continue shopping',
				html: '<form action="/errors/validateCaptcha"><button>Continue</button></form>',
			},
		],
		['Yandex', false, { text: 'Вы не робот?', html: '<form action="/checkcaptcha?key=1"></form>' }],
		[
			'SiteGround',
			true,
			{ html: '<iframe src="/.well-known/sgcaptcha/?r=%2F"></iframe>', status: 202 },
		],
		[
			'Imperva',
			true,
			{
				title: 'Pardon Our Interruption',
				text: 'As you were browsing something about your browser made us think you were a bot. '.repeat(
					6,
				),
				html: '<script>window.onProtectionInitialized = () => {}</script>',
			},
		],
		['Akamai', true, { html: '<script>bmak.sensor_data = 1</script>' }],
		['FullStory', true, { title: 'Client Challenge', html: '<script src="/_fs-ch-1/s.js">' }],
		['AWS WAF', true, { html: '<script>window.gokuProps = {}</script>', status: 202 }],
	])('recognises %s (goes away by itself: %s) in %j', (name, resolvesItself, screen) => {
		expect(detect(screen)).toEqual({ name, resolvesItself });
	});

	it.each<[string, Screen]>([
		['an ordinary page', { title: 'Library', text: ARTICLE }],
		['an empty page', {}],
		[
			'an article about bot checks',
			{ title: 'Just a moment...', text: `Verify you are human. ${ARTICLE}` },
		],
		[
			'a comment form with a CAPTCHA',
			{ text: ARTICLE.slice(0, 900), html: '<div class="g-recaptcha"></div>' },
		],
		[
			'a page behind Cloudflare',
			{
				text: 'Welcome to the shop',
				html: '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
			},
		],
		[
			'a short page that mentions vendors and holds their scripts',
			{
				title: 'Our comparison of bot checks',
				text: 'We compared DataDome, hCaptcha and Cloudflare Turnstile. '.repeat(7),
				html: '<script src="https://js.hcaptcha.com/1/api.js"></script><a href="https://captcha-delivery.com">DataDome</a><p class="cf-turnstile"></p>',
			},
		],
		[
			'a short page with the sensor of a vendor',
			{ text: 'The shop opens at nine.', html: '<script>bmak.sensor_data = 1</script>' },
		],
		[
			'a page behind F5',
			{ text: 'The shop opens at nine.', html: '<script src="/TSPD/08ab?type=10"></script>' },
		],
		[
			'an article with a title of a check',
			{ title: 'Pardon our interruption', text: ARTICLE.slice(0, 900), html: SCRIPT },
		],
		[
			'the manual of a router',
			{ title: 'Reset', text: 'Press and hold the reset button for ten seconds.', html: SCRIPT },
		],
		[
			'advice for passengers',
			{ title: 'Airport', text: 'Please complete the security check by 10:40.', html: SCRIPT },
		],
		['an essay', { title: 'Are you a robot?', text: 'Are you a robot? Read on.', html: SCRIPT }],
		['a puzzle for children', { text: 'Click all pictures that show a boat.', html: SCRIPT }],
		[
			'the manual of a protection',
			{ text: 'The screen says "Checking your browser" while it works. '.repeat(5), html: SCRIPT },
		],
		[
			'a short question and answer',
			{
				title: 'Just a moment... what is that?',
				text: 'Why do sites say "Verify you are human"? Because they guard against robots.',
				html: SCRIPT,
			},
		],
		[
			'a short page that leads elsewhere',
			{ text: 'Verify you are human. How?', html: `${SCRIPT}<a href="/help">Help</a>` },
		],
		['a sentence without anything to check with', { text: 'Verify that you are not a robot' }],
		[
			'a blank page with a script that measures',
			{ html: '<script src="/meetrics.js"></script><div id="root"></div>' },
		],
		['an answer of an earlier CAPTCHA', { html: '<input name="h-captcha-response">' }],
		[
			'a form to sign in with a CAPTCHA',
			{
				text: 'Sign in Password',
				html: '<form><input type="password"><div class="g-recaptcha"></div></form>',
			},
		],
	])('lets %s pass', (_name, screen) => {
		expect(detect(screen)).toBeUndefined();
	});

	it.each([
		'<iframe ',
		'behavioral-content ',
		'class="',
		'<iframe src="',
		'_Incapsula_Resource?a=',
		'<title ',
		'window._pxAppId',
		'shapesecurity.a',
		' id="captcha-form"',
	])('takes no time over HTML that repeats %s', (part) => {
		const marks = 'window._pxAppId _fs-ch- h-captcha ';
		const html = `${marks}${part.repeat(1_000_000 / part.length)}`;
		const startMs = performance.now();
		detectChallenge(
			{ title: part.repeat(10_000), textSample: part.repeat(100), textLength: 0, html },
			{ status: 200, headers: {} },
		);
		expect(performance.now() - startMs).toBeLessThan(5_000);
	});
});
