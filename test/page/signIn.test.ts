import { convertPage } from '../../packages/page/src/convertPage.ts';

const FORM =
	'<form><label>E-mail <input type="email"></label><label>Password <input type="password"></label><button>Sign in</button></form>';
const PROSE = '<p>The harbour of Ostrand was dug in 1874 and has been used ever since.</p>';

function isSignIn(body: string, { url = 'https://example.com/page', title = 'Page' } = {}) {
	const html = `<html><head><title>${title}</title></head><body>${body}</body></html>`;
	const { warnings } = convertPage({ html, url, contentOnly: false });
	return warnings.some((warning) => warning.startsWith('This looks like a sign-in page'));
}

it.each([
	['a form alone', FORM, {}],
	['a form below its name', `<h1>Log in</h1>${PROSE.repeat(8)}${FORM}`, {}],
	['a title in Japanese', `${PROSE.repeat(8)}${FORM}`, { title: 'ログイン' }],
	['an address', `${PROSE.repeat(8)}${FORM}`, { url: 'https://example.com/users/sign_in' }],
	[
		'a form that asks for the name first',
		'<form><input type="email" name="loginfmt"></form>',
		{ url: 'https://login.example.com/' },
	],
	[
		'a form that sends a link to sign in',
		'<h1>Welcome back</h1><p>We will send you a link.</p><form><input type="email"></form>',
		{ url: 'https://example.com/login' },
	],
	[
		'a form for a name, with the password on the next page',
		'<h1>Log in to your account</h1><form><label>Username <input name="user"></label></form>',
		{},
	],
])('%s makes a sign-in page', (_name, body, page) => {
	expect(isSignIn(body, page)).toBe(true);
});

it.each([
	['an article with a login in its header', `${FORM}${PROSE.repeat(8)}`, {}],
	['a long page about logging in', `<h1>How to log in</h1>${PROSE.repeat(40)}${FORM}`, {}],
	['a form that nobody sees', `<div hidden>${FORM}</div>${PROSE}`, { title: 'Login' }],
	[
		'a form that registers',
		'<form><input type="password" autocomplete="new-password"></form>',
		{ title: 'Sign up' },
	],
	['a page without a form', PROSE, { title: 'Sign in' }],
	['a page with little but a search', '<h1>Log in</h1><form><input name="q"></form>', {}],
	[
		'an answer about logging in with a newsletter below',
		`<h1>How do I log in?</h1>${PROSE.repeat(5)}<form><input type="email"></form>`,
		{},
	],
	['a form for a newsletter', '<form><input type="email"></form>', { title: 'News' }],
])('%s makes none', (_name, body, page) => {
	expect(isSignIn(body, page)).toBe(false);
});
