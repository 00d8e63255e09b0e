import { a, html, nameOf, numbers, numbersOf, prose, slugOf, ul } from './words.mjs';

/** @typedef {import('./words.mjs').Site} Site */

/**
 * A forum with an address for each post, answers, flags, profiles behind a sign-in, and long topics.
 * @returns {Site}
 */
export function boardOfGardens() {
	const topics = numbers(26).map((n) => ({
		n,
		name: nameOf(`topic ${n}`),
		pages: n % 3 === 0 ? 2 : 1,
	}));
	const postsOf = (/** @type {number} */ n, /** @type {number} */ page) =>
		numbers(4).map((at) => n * 100 + page * 10 + at);
	const menu = [a('/', 'Board'), a('/new', 'Latest'), a('/session/enter', 'Enter')];
	const wall = html({
		title: 'Enter',
		menu,
		body: '<p>You must enter the board before you can do that.</p>',
	});
	/** @param {number} id */
	const post = (id) =>
		`<article><p>${prose(`post ${id}`, 2)}</p>${a(`/u/member${id % 17}`, `member${id % 17}`)} ${a(`/t/post/${id}`, `#${id}`)} ${a(`/t/post/${id}/answer`, 'Answer')} ${a(`/t/post/${id}/flag`, 'Flag')}</article>`;
	return {
		name: 'forum',
		half: 'make',
		contents: 1 + 26 + 8,
		contentOf({ pathname, searchParams }) {
			if (pathname === '/') return '/';
			const [, n] = /^\/t\/(\d+)-/.exec(pathname) ?? [];
			const last = searchParams.has('goto') && Number(n) % 3 === 0 ? 2 : 1;
			return n === undefined ? undefined : `${n} ${searchParams.get('side') ?? last}`;
		},
		read({ pathname, searchParams }) {
			if (pathname === '/' || pathname === '/new') {
				const shown = pathname === '/' ? topics : topics.slice(0, 10).toReversed();
				return html({
					title: 'Garden board',
					menu,
					body: ul(
						shown.map(
							({ n, name }) =>
								`${a(`/t/${n}-${slugOf(name)}`, name)} ${3 + n} answers ${a(`/t/${n}-${slugOf(name)}?goto=last`, 'last')}`,
						),
					),
				});
			}
			if (pathname.startsWith('/u/') || pathname.startsWith('/session')) return wall;
			const [, id, act] = /^\/t\/post\/(\d+)(\/\w+)?$/.exec(pathname) ?? [];
			if (act !== undefined) return wall;
			const number =
				id === undefined
					? Number(/^\/t\/(\d+)-/.exec(pathname)?.[1])
					: Math.floor(Number(id) / 100);
			const topic = topics.find(({ n }) => n === number);
			if (topic === undefined) return undefined;
			const { n, name, pages } = topic;
			const page =
				id === undefined
					? Number(searchParams.get('side') ?? (searchParams.has('goto') ? pages : 1))
					: Math.floor((Number(id) % 100) / 10);
			const sides =
				pages > 1
					? numbers(pages).map((side) => a(`/t/${n}-${slugOf(name)}?side=${side}`, String(side)))
					: [];
			return html({
				title: name,
				menu,
				body: postsOf(n, page).map(post).join('') + sides.join(' '),
			});
		},
	};
}

/**
 * A forum of scripts: threads, posts as parameters, replies, prints, members and reports.
 * @returns {Site}
 */
export function boardOfBoats() {
	const threads = numbers(33).map((n) => ({ n, name: nameOf(`boat ${n}`), section: n % 3 }));
	const menu = [a('/index.php', 'Index'), a('/search.php', 'Search'), a('/login.php', 'Log in')];
	return {
		name: 'forum',
		half: 'decide',
		start: '/index.php',
		contents: 1 + 3 + 33,
		contentOf({ pathname, searchParams }) {
			if (pathname === '/index.php') return pathname;
			if (pathname === '/forumdisplay.php') return `section ${searchParams.get('fid')}`;
			return pathname === '/showthread.php' ? `thread ${searchParams.get('tid')}` : undefined;
		},
		read({ pathname, searchParams }) {
			const section = Number(searchParams.get('fid'));
			if (pathname === '/index.php')
				return html({
					title: 'Boats',
					menu,
					body: ul(
						[0, 1, 2].map(
							(fid) =>
								`${a(`/forumdisplay.php?fid=${fid}`, nameOf(`section ${fid}`))} <p>${prose(`section ${fid}`, 1)}</p>`,
						),
					),
				});
			if (pathname === '/forumdisplay.php') {
				const orders = ['subject', 'starter', 'replies', 'views'].map((by) =>
					a(`/forumdisplay.php?fid=${section}&by=${by}&way=asc`, by),
				);
				return html({
					title: nameOf(`section ${section}`),
					menu,
					body:
						orders.join(' ') +
						ul(
							threads
								.filter((one) => one.section === section)
								.map(
									({ n, name }) =>
										`${a(`/showthread.php?tid=${n}`, name)} ${a(`/showthread.php?tid=${n}&action=lastpost`, 'last post')} ${a(`/member.php?uid=${n % 9}`, `sailor${n % 9}`)}`,
								),
						),
				});
			}
			const thread = threads.find(({ n }) => String(n) === searchParams.get('tid'));
			if (pathname === '/showthread.php' && thread !== undefined) {
				const { n, name } = thread;
				const posts = numbers(5).map(
					(at) =>
						`<div><p>${prose(`boat ${n} ${at}`, 2)}</p>${a(`/showthread.php?tid=${n}&pid=${n * 10 + at}`, `Post: #${at}`)} ${a(`/newreply.php?tid=${n}&replyto=${n * 10 + at}`, 'Reply')} ${a(`/report.php?pid=${n * 10 + at}`, 'Report')} ${a(`/member.php?uid=${(n + at) % 9}`, `sailor${(n + at) % 9}`)}</div>`,
				);
				return html({
					title: name,
					menu,
					body: `${posts.join('')}${a(`/printthread.php?tid=${n}`, 'Printable')} Viewed ${numbersOf(`views ${n} ${searchParams.size}`)(5000)} times`,
				});
			}
			if (pathname === '/printthread.php' && thread !== undefined)
				return html({
					title: `${thread.name} - printable`,
					body: numbers(5)
						.map((at) => `<p>${prose(`boat ${thread.n} ${at}`, 2)}</p>`)
						.join(''),
				});
			if (pathname === '/member.php')
				return html({
					title: `sailor${searchParams.get('uid')}`,
					menu,
					body: '<p>You do not have permission to see this profile.</p>',
				});
			const title = {
				'/newreply.php': 'New reply',
				'/report.php': 'Report',
				'/search.php': 'Search',
				'/login.php': 'Log in',
			}[pathname];
			return (
				title &&
				html({
					title,
					menu,
					body: `<p>You are either not logged in or have no permission. (${searchParams})</p>`,
				})
			);
		},
	};
}

/** @param {string} seed @param {number} count */
const linksOf = (seed, count) => {
	const next = numbersOf(`links ${seed}`);
	return numbers(4).map(() => 1 + next(count));
};

/**
 * A wiki with histories, revisions and an editor behind each article.
 * @returns {Site}
 */
export function wikiOfRivers() {
	const names = numbers(27).map((n) => nameOf(`river ${n}`).replace(' ', '_'));
	const menu = [a(`/w/${names[0]}`, 'Main'), a('/changes', 'Changes')];
	return {
		name: 'wiki',
		half: 'make',
		start: `/w/${names[0]}`,
		contents: 27,
		contentOf: ({ pathname, searchParams }) =>
			pathname.startsWith('/w/') && searchParams.size === 0 ? pathname : undefined,
		read({ pathname, searchParams }) {
			if (pathname === '/changes')
				return html({
					title: 'Changes',
					menu,
					body: ul(
						names
							.slice(0, 12)
							.map(
								(name, at) =>
									`${a(`/w/${name}`, name)} ${a(`/w/${name}?do=diff&rev=${at + 50}`, 'diff')} 2026-11-${10 + at} editor${at % 4}`,
							),
					),
				});
			const at = names.findIndex((name) => pathname === `/w/${name}`);
			if (at === -1) return undefined;
			const name = names[at] ?? '';
			const tabs = ['history', 'edit', 'source', 'backlinks']
				.map((act) => a(`/w/${name}?do=${act}`, act))
				.join(' ');
			const act = searchParams.get('do');
			const text = prose(`river ${at}`, 6);
			if (act === null) {
				const links = [
					...new Set([...linksOf(name, 27), ...(at === 0 ? [2, 3, 4, 5, 6, 7] : [at + 2])]),
				].flatMap((n) => names[n - 1] ?? []);
				return html({
					title: name.replace('_', ' '),
					menu,
					body: `${tabs}<p>${text}</p><p>See ${links.map((link) => a(`/w/${link}`, link.replace('_', ' '))).join(', ')}</p>`,
				});
			}
			if (act === 'history')
				return html({
					title: `${name}: history`,
					menu,
					body:
						tabs +
						ul(
							numbers(5).map(
								(rev) =>
									`2026-10-${10 + rev} 12:0${rev} editor${rev % 4} ${a(`/w/${name}?do=diff&rev=${at * 10 + rev}`, 'diff')} ${a(`/w/${name}?do=show&rev=${at * 10 + rev}`, 'show')} minor`,
							),
						),
				});
			const body = {
				edit: '<p>Sign in to edit.</p>',
				source: `<pre>${text}</pre>`,
				backlinks: ul(names.slice(at, at + 3).map((link) => a(`/w/${link}`, link))),
				diff: `<table><tr><td>- ${text.slice(0, 120)}</td><td>+ ${text.slice(0, 100)}</td></tr></table>`,
				show: `<p>An old revision.</p><p>${text}</p>`,
			}[act];
			return body && html({ title: `${name}: ${act}`, menu, body: tabs + body });
		},
	};
}

/**
 * A wiki of one script with old versions, differences and special pages.
 * @returns {Site}
 */
export function wikiOfTools() {
	const names = numbers(30).map((n) => nameOf(`tool ${n}`).replace(' ', '_'));
	const to = (/** @type {string} */ name, more = '') => `/index.php?title=${name}${more}`;
	const menu = [
		a(to('Main_Page'), 'Main page'),
		a(to('Special:Random'), 'Random'),
		a(to('Special:RecentChanges'), 'Recent changes'),
	];
	return {
		name: 'wiki',
		half: 'decide',
		start: to('Main_Page'),
		contents: 31,
		contentOf({ searchParams }) {
			const title = searchParams.get('title') ?? '';
			return searchParams.size === 1 && !title.startsWith('Special:') ? title : undefined;
		},
		read({ pathname, searchParams }) {
			if (pathname !== '/index.php') return undefined;
			const title = searchParams.get('title') ?? 'Main_Page';
			if (title === 'Main_Page' && searchParams.size <= 1)
				return html({
					title: 'Main page',
					menu,
					body: ul(names.slice(0, 12).map((name) => a(to(name), name))),
				});
			if (title.startsWith('Special:'))
				return html({
					title,
					menu,
					body: `<p>Recent changes of ${title}.</p>${ul(names.slice(0, 5).map((name) => a(to(name), name)))}`,
				});
			const at = names.indexOf(title);
			if (at === -1) return undefined;
			const tabs = [
				a(to(title, '&action=edit'), 'Edit'),
				a(to(title, '&action=history'), 'History'),
				a(to(title, '&action=info'), 'Information'),
				a(to(`Special:WhatLinksHere/${title}`), 'What links here'),
			].join(' ');
			const text = prose(`tool ${at}`, 5);
			const action = searchParams.get('action');
			if (action === 'history')
				return html({
					title: `${title}: Revision history`,
					menu,
					body:
						tabs +
						ul(
							numbers(6).map(
								(rev) =>
									`${a(to(title, `&oldid=${at * 60 + rev}`), `${rev + 1} May 2025`)} ${a(to(title, `&diff=prev&oldid=${at * 60 + rev}`), 'prev')} Worker${rev % 3} (${300 + rev * 7} bytes)`,
							),
						),
				});
			if (action === 'info')
				return html({
					title: `Information for ${title}`,
					menu,
					body: `${tabs}<table><tr><td>Page ID</td><td>${at + 900}</td></tr><tr><td>Page length</td><td>${text.length}</td></tr></table>`,
				});
			if (action === 'edit')
				return html({
					title: `View source for ${title}`,
					menu,
					body: `${tabs}<p>You do not have permission to edit.</p><pre>${text}</pre>`,
				});
			if (searchParams.has('diff'))
				return html({
					title: `${title}: Difference between revisions`,
					menu,
					body: `${tabs}<p>Line ${at}:</p><p>${text.slice(30, 150)}</p>`,
				});
			if (searchParams.has('oldid'))
				return html({ title, menu, body: `${tabs}<p>This is an old revision.</p><p>${text}</p>` });
			const links = [...new Set([...linksOf(title, 30), at + 2])].flatMap(
				(n) => names[n - 1] ?? [],
			);
			return html({
				title: title.replace('_', ' '),
				menu,
				body: `${tabs}<p>${text}</p>${ul(links.map((name) => a(to(name), name)))}`,
			});
		},
	};
}
