import { randomUUID } from 'node:crypto';
import {
	type Answer,
	html,
	links,
	own,
	page,
	pages,
	type Part,
	redirect,
	send,
	textOf,
} from './entry.ts';

/** As forums write it: another one for each visit. */
const sessionLink = (path: string): string =>
	`<a href="${path}?sid=${randomUUID().replaceAll('-', '')}">More</a>`;

/** Other addresses of a page: each of them may be the one that is read. */
const others = (path: string, ...addresses: string[]): Part =>
	Object.fromEntries(
		addresses.map((address) => [address, ['duplicate', send(own(path))] as const]),
	);

const canonical = (address: string): string => `<link rel="canonical" href="${address}">`;

const ROUTES: Readonly<Record<string, string>> = {
	'': '/forms/hash',
	one: '/forms/hash#/one',
	two: '/forms/hash#!/two',
};

/** One document, whose fragment names what it shows. */
const ROUTED: Answer = send(
	html(
		`${links(['#/one', '#!/two', '#place'])}<p id="view">Loading…</p><script>
		const texts = ${JSON.stringify(Object.fromEntries(Object.entries(ROUTES).map(([name, path]) => [name, `${textOf(path)}.`])))};
		const name = location.hash.replace(/^#!?[/]/, '');
		setTimeout(() => (view.textContent = texts[name]), 150);</script>`,
	),
);

const MARKS = ['mid*star', 'one%20space', 'plus+sign', 'semi;colon', '%E2%9C%93', 'name.xyz'];

/** The forms of addresses: those of one page, those of several, and those that lead on. */
export const FORMS: Part = {
	...page(
		'/forms/',
		links([
			...['refresh', 'refresh-late', 'canonical/a', 'out', 'circle/1', 'Case', 'case'],
			...['slash', 'slash/', 'folder/', 'folder/index.html', 's', 's;jsessionid=A1B2'],
			...['s;jsessionid=C3D4', 'track?utm_source=a&amp;gclid=b', 'track', 'order?b=2&amp;a=1'],
			...['order?a=1&amp;b=2', 'part#one', 'part#two', 'hash', 'canonical-away', 'canonical-gone'],
			...['canonical-other', 'private/x', 'old.php', 'old.php?x=1', 'list?page=2', 'list?page=02'],
			...[...MARKS, 'spaced out', 'a//b', './dot', 'up/../upper', '\\forms\\back'],
		]) + sessionLink('thread'),
	),
	// Known by where they lead.
	'/forms/refresh': [
		'unseen',
		send(html('On you go.', '<meta http-equiv="refresh" content="0;url=/forms/refreshed">')),
	],
	'/forms/refresh-late': [
		'unseen',
		send(html('On you go.', `<meta http-equiv="refresh" content="2; URL='refreshed-late'">`)),
	],
	...pages('/forms/refreshed', '/forms/refreshed-late'),
	// A circle of three: the last one is read, as what the other two call the real one.
	'/forms/canonical/a': ['duplicate', send(own('/forms/a', '', canonical('/forms/canonical/b')))],
	'/forms/canonical/b': ['duplicate', send(own('/forms/b', '', canonical('/forms/canonical/c')))],
	...page('/forms/canonical/c', '', canonical('/forms/canonical/a')),
	'/forms/out': ['elsewhere', redirect('/elsewhere')],
	'/forms/circle/1': ['failed', redirect('/forms/circle/2')],
	'/forms/circle/2': ['unseen', redirect('/forms/circle/1')],
	...pages('/forms/Case', '/forms/case', '/forms/slash', '/forms/folder/', '/forms/s'),
	...others('/forms/folder/', '/forms/folder/index.html'),
	...pages('/forms/track', '/forms/order?b=2&a=1', '/forms/part'),
	...Object.fromEntries(Object.values(ROUTES).map((path) => [path, ['read', ROUTED] as const])),
	...page('/forms/canonical-away', '', canonical('https://elsewhere.invalid/page')),
	...page('/forms/canonical-gone', '', canonical('/forms/never-there')),
	'/forms/never-there': ['failed', send(html('Gone'), {}, 404)],
	'/forms/canonical-other': [
		'duplicate',
		send(own('/forms/canonical-other', '', canonical('canonical-target'))),
	],
	...pages('/forms/canonical-target', '/forms/list?page=2', '/forms/list?page=02'),
	'/forms/private/x': ['robots', send(own('/forms/private/x'))],
	'/forms/old.php': ['robots', send(own('/forms/old.php'))],
	...pages('/forms/old.php?x=1', ...MARKS.map((name) => `/forms/${name}`)),
	...pages('/forms/spaced%20out', '/forms/a/b', '/forms/dot', '/forms/upper', '/forms/back'),
	'/forms/thread': [
		'read',
		(request, response, count) =>
			send(own('/forms/thread', sessionLink('/forms/thread') + sessionLink('/forms/answer')))(
				request,
				response,
				count,
			),
	],
	'/forms/answer': [
		'read',
		(request, response, count) =>
			send(own('/forms/answer', sessionLink('/forms/thread')))(request, response, count),
	],
};
