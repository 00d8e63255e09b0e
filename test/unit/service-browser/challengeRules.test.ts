import { detectChallenge } from '../../../service/src/browser/challenges/detectChallenge.ts';
import { growthOf, LINEAR } from '../../support/growth';

interface Screen {
	title?: string;
	text?: string;
	html?: string;
	status?: number;
	headers?: Record<string, string>;
	url?: string;
}

const detect = ({
	title = '',
	text = '',
	html = '',
	status = 200,
	headers = {},
	url = '',
}: Screen) =>
	detectChallenge(
		{
			title,
			url,
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
		[
			'BunkerWeb’s screen behind inline fonts',
			{
				title: 'Bot Detection',
				text: 'Please wait while we check if you are a Human This website is protected with BunkerWeb',
				html: `<main><style>@font-face{src:url(data:font/otf;base64,${'A'.repeat(90_000)})}</style><form method="POST"></form><script>check()</script><a href="https://github.com/bunkerity/bunkerweb">BunkerWeb</a></main>`,
			},
		],
		[
			'Cloudflare’s long screen in another language',
			{
				title: 'Cierpliwości…',
				text: 'shop.example musi sprawdzić bezpieczeństwo połączenia. '.repeat(8),
				html: '<script>window._cf_chl_opt = {cvId: "3"}</script><a href="https://www.cloudflare.com">Cloudflare</a>',
			},
		],
		...[
			'Bitte bestätigen Sie, dass Sie kein Roboter sind.',
			'Bitte warten Sie, während wir überprüfen, ob Sie ein Mensch sind',
			'Veuillez confirmer que vous êtes humain',
			'Por favor, verifique que es un humano',
			'Conferma di non essere un robot',
			'Confirme que é humano',
			'Bevestig dat u geen robot bent',
			'请确认您是真人',
			'ロボットではないことを確認してください',
		].map((text): [string, Screen] => [text, { text, html: '<form></form><script></script>' }]),
		['Alibaba', { text: 'Slide to verify', html: '<script src="/_____tmd_____/punish"></script>' }],
		['Kasada', { html: '<script>window.KPSDK={};</script>' }],
		['a slider', { text: 'Bitte warten', html: '<altcha-widget></altcha-widget>' }],
	])('recognises a check: %s', (_name, screen) => {
		expect(detect(screen)).toBeDefined();
		expect(detect(screen)?.kind).toBeUndefined();
	});

	it.each<[string, Screen]>([
		[
			'F5',
			{
				title: 'Request Rejected',
				text: 'The requested URL was rejected. Please consult with your administrator.\n\nYour support ID is: 4045204596866416688\n\n[Go Back]',
				html: "<a href='javascript:history.back();'>[Go Back]</a>",
			},
		],
		['F5', { text: 'The requested URL was rejected. Please consult with your administrator.' }],
		['', { text: 'Die angeforderte URL wurde abgelehnt. Ihre Support-ID: 1234567890123456789' }],
		['', { text: 'La solicitud fue rechazada.\nSu ID de soporte es: 9108677460373260626' }],
		['', { text: 'Accès refusé\nRéférence : 18.2f5c1cb8.1701234567.3ab12cd' }],
		['', { text: 'Accesso bloccato. Numero di riferimento: 8f14e45fceea167a' }],
		['', { title: 'Error', text: 'Access denied\nReference #18.2f5c1cb8.1701234567.3ab12cd' }],
		['', { text: 'Sorry, you have been blocked. Incident number 8812345678' }],
	])('recognises a refusal of a firewall (%s): %j', (name, screen) => {
		expect(detect(screen)).toEqual({ name, resolvesItself: false, kind: 'refusal' });
	});

	it.each<[string, Screen]>([
		['Queue-it', { text: 'You are in line', url: 'https://shop.queue-it.net/?c=shop&e=sale' }],
		[
			'Queue-it',
			{
				text: 'You are now in line. '.repeat(30),
				html: '<div id="queue-it_log"></div><script>window.queueViewModel = {}</script>',
			},
		],
		[
			'',
			{
				title: 'Waiting Room',
				text: 'You are now in line.\nThank you for your patience.\nYour estimated wait time is 12 minutes.',
				html: '<meta http-equiv="refresh" content="20"><a href="https://www.cloudflare.com/waiting-room/">Cloudflare</a>',
			},
		],
		[
			'',
			{
				text: 'Sie befinden sich in der Warteschlange. Geschätzte Wartezeit: 5 Minuten',
				html: '<script>setInterval(ask, 5000)</script>',
			},
		],
		[
			'',
			{
				text: 'Vous êtes dans la file d’attente. Temps d’attente estimé : 3 min',
				headers: { refresh: '30' },
			},
		],
		[
			'',
			{
				text: 'Estás en la sala de espera. Tiempo estimado: 8 minutos',
				html: '<script src="/queue.js"></script>',
			},
		],
	])('recognises a waiting room (%s): %j', (name, screen) => {
		expect(detect(screen)).toEqual({ name, resolvesItself: true, kind: 'queue' });
	});

	it.each<[string, Screen]>([
		[
			'a help page about a refusal',
			{
				title: 'Request rejected: what to do',
				text: 'Access denied? Write to us with the reference number 8812345678.',
				html: '<a href="/contact">Contact</a>',
			},
		],
		[
			'a manual of F5',
			{
				title: 'Response pages',
				text: 'The default page says: "The requested URL was rejected. Please consult with your administrator. Your support ID is: 4045204596866416688".',
				html: `${SCRIPT}<nav><a href="/">Start</a></nav>`,
			},
		],
		[
			'an order that was refused',
			{ text: 'Your order 8812345678 was not accepted by the bank.', html: SCRIPT },
		],
		['a short notice', { text: 'Access denied for dogs. Ask at the desk.', html: SCRIPT }],
		[
			'the waiting room of a surgery',
			{
				title: 'Waiting room',
				text: 'Our waiting room has ten chairs. The waiting time is about 20 minutes.',
				html: `${SCRIPT}<a href="/doctors">Doctors</a>`,
			},
		],
		[
			'a surgery without links',
			{ text: 'Our waiting room has ten chairs. The waiting time is short.', html: SCRIPT },
		],
		[
			'a manual that quotes the code of a check',
			{
				title: 'How challenges work',
				text: 'A page with window._cf_chl_opt in its code is a challenge. '.repeat(8),
				html: SCRIPT,
			},
		],
		[
			'a shop whose pages have a queue before them',
			{
				text: 'The shop opens at nine.',
				html: '<script src="https://static.queue-it.net/script/queueclient.min.js"></script>',
			},
		],
		['a host that is called alike', { text: 'We sell tickets.', url: 'https://my-queue-it.net/' }],
		[
			'an article in another language',
			{
				title: 'Captchas',
				text: 'Warum fragen Websites, ob Sie ein Mensch sind? Sie prüfen, ob ein Mensch davor sitzt.',
				html: SCRIPT,
			},
		],
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
		'data:a;',
		'<a href="',
		'<a ',
		'<meta ',
		'id 1 ',
		'access ',
	])('takes time in proportion to HTML that repeats %s', async (part) => {
		const marks = 'window._pxAppId _fs-ch- h-captcha ';
		const growth = await growthOf((size) => {
			const title = part.repeat(size / 100);
			const page = {
				title,
				textSample: part.repeat(100),
				textLength: 0,
				html: marks + part.repeat(size / part.length),
			};
			return () => detectChallenge(page, { status: 200, headers: {} });
		}, 100_000);
		expect(growth).toBeLessThan(LINEAR);
	});
});
