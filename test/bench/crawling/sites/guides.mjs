import { a, html, nameOf, numbers, prose, slugOf, ul } from './words.mjs';

/** @typedef {import('./words.mjs').Site} Site */

/**
 * Documentation in two languages; each page links to its other language.
 * @param {'make' | 'decide'} half
 * @returns {Site}
 */
export function manual(half) {
	const isMake = half === 'make';
	const languages = isMake ? ['en', 'fr'] : ['it', 'nl'];
	const chapters = numbers(15).map((n) => ({ n, slug: slugOf(nameOf(`${half} chapter ${n}`)) }));
	const pathOf = (
		/** @type {string} */ language,
		/** @type {{ n: number, slug: string }} */ { n, slug },
	) => {
		if (n === 1) return `/${language}/`;
		return isMake ? `/${language}/${slug}` : `/${language}/part-${1 + (n % 3)}/${slug}.html`;
	};
	const all = languages.flatMap((language) =>
		chapters.map((chapter) => ({ language, chapter, path: pathOf(language, chapter) })),
	);
	return {
		name: 'documentation in two languages',
		half,
		start: `/${languages[0]}/`,
		contents: 30,
		contentOf: ({ pathname }) => pathname,
		read({ pathname }) {
			const page = all.find(({ path }) => path === pathname);
			if (page === undefined) return undefined;
			const { language, chapter } = page;
			const menu =
				isMake || chapter.n === 1
					? chapters.map((one) => a(pathOf(language, one), `${language} ${one.slug}`))
					: [];
			const others = languages
				.map((other) => a(`${pathOf(other, chapter)}${isMake ? '?from=menu' : ''}`, other))
				.join(' ');
			const next = chapters[chapter.n];
			return html({
				title: `${language}: ${chapter.slug}`,
				menu,
				body: `<p>${prose(`${half} ${language} ${chapter.n}`, 8)}</p>${next === undefined ? '' : a(pathOf(language, next), 'Next chapter')}`,
				foot: `${others} ${a(`/${language}/?theme=dark`, 'Dark')}`,
			});
		},
	};
}

/**
 * A club with a calendar that goes on for ever in both directions.
 * @param {'make' | 'decide'} half
 * @returns {Site}
 */
export function club(half) {
	const isMake = half === 'make';
	const news = numbers(14).map(
		(n) => `/${isMake ? 'news' : 'reports'}/${slugOf(nameOf(`${half} news ${n}`))}`,
	);
	const events = numbers(7).map((n) => `/${isMake ? 'event' : 'meeting'}/${n}`);
	const menu = [a('/', 'Club'), a(isMake ? '/when?m=2026-11' : '/agenda/2026/11', 'When')];
	const monthOf = (/** @type {URL} */ { pathname, searchParams }) => {
		const [, year, month] =
			/(\d{4})[-/](\d{1,2})$/.exec(
				isMake && pathname === '/when' ? (searchParams.get('m') ?? '') : pathname,
			) ?? [];
		return year === undefined ? undefined : Number(year) * 12 + Number(month) - 1;
	};
	const linkTo = (/** @type {number} */ at, /** @type {string} */ text) => {
		const [year, month] = [Math.floor(at / 12), String((at % 12) + 1).padStart(2, '0')];
		return a(isMake ? `/when?m=${year}-${month}` : `/agenda/${year}/${month}`, text);
	};
	return {
		name: 'calendar without end',
		half,
		contents: 1 + 14 + 7,
		contentOf: ({ pathname }) =>
			pathname === '/' || news.includes(pathname) || events.includes(pathname)
				? pathname
				: undefined,
		read(url) {
			const { pathname } = url;
			if (pathname === '/')
				return html({
					title: 'The club',
					menu,
					body: ul(news.map((path) => a(path, path.slice(path.lastIndexOf('/') + 1)))),
				});
			if (news.includes(pathname) || events.includes(pathname))
				return html({
					title: nameOf(pathname),
					menu,
					body: `<p>${prose(`${half} ${pathname}`, 5)}</p>`,
				});
			const at = monthOf(url);
			if (at === undefined) return undefined;
			const date = new Date(Date.UTC(Math.floor(at / 12), at % 12, 1));
			const name = date.toLocaleDateString(isMake ? 'en' : 'de', {
				month: 'long',
				year: 'numeric',
				timeZone: 'UTC',
			});
			const own = events.filter((_path, index) => 2026 * 12 + 9 + Math.floor(index / 2) === at);
			const days = isMake
				? numbers(28)
						.map((day) => `<td>${day}</td>`)
						.join('')
				: numbers(28)
						.map(
							(day) =>
								`<td>${a(`/agenda/${Math.floor(at / 12)}/${(at % 12) + 1}/${day}`, String(day))}</td>`,
						)
						.join('');
			return html({
				title: name,
				menu,
				body: `<table><tr>${days}</tr></table>${own.map((path) => a(path, nameOf(path))).join(' ') || '<p>Nothing is planned.</p>'}${linkTo(at - 1, 'earlier')} ${linkTo(at + 1, 'later')}`,
			});
		},
	};
}

/**
 * An application whose pages are routes behind `#`.
 * @param {'make' | 'decide'} half
 * @returns {Site}
 */
export function application(half) {
	const isMake = half === 'make';
	const routes = [
		'/',
		...numbers(15).map((n) =>
			isMake ? `/${slugOf(nameOf(`route ${n}`))}` : `/folder-${n % 4}/${n}`,
		),
	];
	const texts = Object.fromEntries(
		routes.map((route) => [
			route,
			{ title: nameOf(`${half} ${route}`), text: prose(`${half} ${route}`, 4) },
		]),
	);
	const mark = isMake ? '#' : '#!';
	return {
		name: 'hash routes',
		half,
		contents: 16,
		contentOf: ({ hash }) =>
			routes.includes(hash.replace(mark, '') || '/') ? hash.replace(mark, '') || '/' : undefined,
		read: ({ pathname }) =>
			pathname === '/'
				? `<!doctype html><title>App</title><div id="app"></div><script>
const texts = ${JSON.stringify(texts)};
const draw = () => {
	const route = location.hash.replace(${JSON.stringify(mark)}, '') || '/';
	const { title, text } = texts[route] || { title: 'Not found', text: 'There is no such view.' };
	const links = Object.keys(texts).slice(0, route === '/' ? 9 : 16).map((to) => '<li><a href="${mark}' + to + '">' + texts[to].title + '</a></li>').join('');
	document.getElementById('app').innerHTML = '<h1>' + title + '</h1><p>' + text + '</p><ul>' + links + '<li><a href="${mark}' + route + '?sort=up">Up</a></li></ul>';
};
addEventListener('hashchange', draw);
draw();
</script>`
				: undefined,
	};
}
