/**
 * What the HTML of challenges contains, by vendor. The marks are those of is-antibot (MIT) that can be
 * seen in the page itself, and those that vendors document; the package itself would add a
 * native module that is built at install time.
 */

/** CAPTCHA widgets. On a page that shows little else they are its purpose. */
const WIDGETS: readonly RegExp[] = [
	/\bgrecaptcha\s*[.(]|\b__grecaptcha_cfg\b|g-recaptcha/i,
	/hcaptcha\.com|\bh-captcha(?!-response)/i,
	/arkoselabs\.com|\bfuncaptcha\.\w/i,
	/\bgeetest\.\w/i,
	/cf-turnstile|challenges\.cloudflare\.com\/turnstile/i,
	/frc-captcha|friendlyChallenge/i,
	/captchaeu/i,
	/TencentCaptcha|turing\.captcha/i,
	/x5secdata|csm-captcha-instrumentation|\bAWSC\.use\b|AliyunCaptcha/i,
	/<(?:altcha|cap)-widget\b|\bmcaptcha__|smartcaptcha\.yandexcloud|\bprocaptcha\b/i,
];

/** Whether a page contains a CAPTCHA widget. */
export function hasWidget(html: string): boolean {
	return WIDGETS.some((widget) => widget.test(html));
}

/** A vendor whose scripts alone fill a blank page while they check the browser. */
interface Vendor {
	name: string;
	/** Any of these in the HTML, in lower case. */
	marks: readonly string[];
	/** Whether the check clears without interaction in an ordinary browser. */
	resolvesItself: boolean;
}

const VENDORS: readonly Vendor[] = [
	{
		name: 'Akamai',
		marks: ['bmak.sensor_data', '?bm-verify=', '/_sec/verify?provider='],
		resolvesItself: true,
	},
	{ name: 'F5', marks: ['window["bobcmn"]', '/tspd/'], resolvesItself: true },
	{ name: 'HUMAN', marks: ['_pxaction'], resolvesItself: true },
	{ name: 'Shape Security', marks: ['shapesecurity.'], resolvesItself: true },
	{
		name: 'Kasada',
		marks: ['__kasada', 'kasada.js', 'kpsdk.now', 'window.kpsdk'],
		resolvesItself: true,
	},
	{ name: 'Imperva', marks: ['_incapsula_resource?'], resolvesItself: true },
	{
		name: 'Reblaze',
		marks: ['protected by reblaze', 'window.rbzns', 'var rbzns'],
		resolvesItself: false,
	},
	{ name: 'CHEQ', marks: ['cheqsdk', 'cheqzone.com'], resolvesItself: true },
	{ name: 'Sucuri', marks: ['sucuri website firewall'], resolvesItself: false },
	{ name: 'AWS WAF', marks: ['gokuprops', 'awswaf.com', '/awswaf/'], resolvesItself: true },
	{ name: 'FullStory', marks: ['_fs-ch-'], resolvesItself: true },
	{ name: 'Radware', marks: ['perfdrive.com', 'ssjsinternal'], resolvesItself: true },
	{ name: 'Qrator', marks: ['/__qrator/'], resolvesItself: true },
	{ name: 'Hostinger', marks: ['/hcdn-cgi/jschallenge'], resolvesItself: true },
];

/**
 * The vendor of the check on a page without any visible text. On pages that show something the same
 * scripts only watch.
 */
export function findVendor(html: string): Omit<Vendor, 'marks'> | undefined {
	const text = html.toLowerCase();
	return VENDORS.find(({ marks }) => marks.some((mark) => text.includes(mark)));
}
