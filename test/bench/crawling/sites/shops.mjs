import { a, html, nameOf, numbers, numbersOf, prose, slugOf, ul } from './words.mjs';

/** @typedef {import('./words.mjs').Site} Site */

/**
 * A shop with facets in its query, paged lists, a comparison, a basket and a sign-in.
 * @returns {Site}
 */
export function lampShop() {
	const lamps = numbers(32).map((n) => ({ n, name: `${nameOf(`lamp ${n}`)} ${n}` }));
	/** @type {Record<string, string[]>} */
	const facets = {
		shade: ['linen', 'glass', 'paper', 'brass'],
		height: ['low', 'mid', 'tall'],
		socket: ['e14', 'e27', 'gu10'],
	};
	const names = Object.keys(facets);
	const menu = [
		a('/', 'Home'),
		a('/lamps', 'Lamps'),
		a('/help/delivery', 'Delivery'),
		a('/basket', 'Basket'),
		a('/account/sign-in?back=%2F', 'Sign in'),
	];
	/** @param {number} n @param {string} name */
	const valueOf = (n, name) => facets[name]?.[numbersOf(`${name} ${n}`)(facets[name].length)];
	const slug = (/** @type {{ n: number, name: string }} */ lamp) => slugOf(lamp.name);
	return {
		name: 'shop with facets',
		half: 'make',
		contents: 32 + 4 + 1,
		contentOf({ pathname, searchParams }) {
			const query = [...searchParams.keys()];
			if (pathname === '/lamps' && query.every((name) => name === 'p'))
				return `list ${searchParams.get('p') ?? 1}`;
			if (pathname.startsWith('/lamp/') && query.length === 0) return pathname;
			return pathname === '/help/delivery' ? pathname : undefined;
		},
		read(url) {
			const { pathname, searchParams } = url;
			if (pathname === '/')
				return html({ title: 'Lamp house', menu, body: a('/lamps', 'All lamps') });
			if (pathname === '/help/delivery')
				return html({ title: 'Delivery', menu, body: `<p>${prose('delivery')}</p>` });
			if (pathname === '/basket' || pathname === '/compare')
				return html({
					title: pathname.slice(1),
					menu,
					body: '<p>Nothing is in here yet. Continue shopping.</p>',
				});
			if (pathname === '/account/sign-in')
				return html({
					title: 'Sign in',
					menu,
					body: `<p>Please sign in to continue to ${searchParams.get('back')}.</p><form><input name=mail></form>`,
				});
			const lamp = lamps.find((one) => pathname === `/lamp/${slug(one)}`);
			if (lamp !== undefined) {
				const { n, name } = lamp;
				const like = [1, 2]
					.map((by) => lamps[(n + by * 5) % 32])
					.flatMap((one) => (one ? [a(`/lamp/${slug(one)}`, one.name)] : []));
				return html({
					title: name,
					menu,
					body: `<p>${prose(`lamp ${n}`)}</p><p>${9 + n}.50 €</p>${a(`/basket?put=${n}`, 'Add to basket')} ${a(`/compare?add=${n}`, 'Compare')} ${a(`/account/sign-in?back=%2Flamp%2F${slug(lamp)}`, 'Save')}${ul(like)}`,
				});
			}
			if (pathname !== '/lamps') return undefined;
			const fitting = lamps.filter(({ n }) =>
				names.every(
					(name) => !searchParams.has(name) || searchParams.get(name) === valueOf(n, name),
				),
			);
			const page = Number(searchParams.get('p') ?? 1);
			const facetLinks = names.flatMap((name) =>
				(facets[name] ?? []).map((value) => {
					const query = new URLSearchParams(searchParams);
					query.delete('p');
					query.set(name, value);
					return a(`/lamps?${query}`, value);
				}),
			);
			const shown = fitting.slice((page - 1) * 8, page * 8);
			const pages = numbers(Math.ceil(fitting.length / 8)).map((number) => {
				const query = new URLSearchParams(searchParams);
				query.set('p', String(number));
				return a(`/lamps?${query}`, String(number));
			});
			return html({
				title: 'Lamps',
				menu,
				body: `<aside>${ul(facetLinks)}</aside>${ul(shown.map((one) => `${a(`/lamp/${slug(one)}`, one.name)} ${9 + one.n}.50 € ${a(`/compare?add=${one.n}`, 'Compare')}`))}${pages.join(' ')}`,
			});
		},
	};
}

/**
 * A shop of one script with bracketed filters, sort orders, variants of articles and a wish list.
 * @returns {Site}
 */
export function chairShop() {
	const rooms = ['kitchen', 'office', 'garden'];
	const chairs = numbers(30).map((n) => ({
		n,
		room: rooms[n % 3] ?? '',
		name: nameOf(`chair ${n}`),
	}));
	const menu = [
		a('/', 'Start'),
		...rooms.map((room) => a(`/${room}/`, room)),
		a('/about.html', 'About us'),
		a('/wishlist.php', 'Wish list'),
	];
	return {
		name: 'shop with facets',
		half: 'decide',
		contents: 30 + 3 + 1,
		contentOf({ pathname, searchParams }) {
			if (rooms.some((room) => pathname === `/${room}/`) && searchParams.size === 0)
				return pathname;
			if (pathname === '/item.php') return `item ${searchParams.get('no')}`;
			return pathname === '/about.html' ? pathname : undefined;
		},
		read({ pathname, searchParams }) {
			if (pathname === '/')
				return html({ title: 'Chairs', menu, body: `<p>${prose('chairs', 1)}</p>` });
			if (pathname === '/about.html')
				return html({ title: 'About us', menu, body: `<p>${prose('about chairs')}</p>` });
			if (pathname === '/wishlist.php')
				return html({ title: 'Wish list', menu, body: '<p>Your list is empty.</p>' });
			if (pathname === '/item.php') {
				const chair = chairs.find(({ n }) => String(n) === searchParams.get('no'));
				if (chair === undefined) return undefined;
				const { n, name } = chair;
				const variants = ['oak', 'ash', 'beech'].map((wood) =>
					a(`/item.php?no=${n}&wood=${wood}`, wood),
				);
				const wood = searchParams.get('wood') ?? 'oak';
				return html({
					title: name,
					menu,
					body: `${ul(variants)}<p>${prose(`chair ${n}`)}</p><p>Chosen: ${wood}</p>${a(`/wishlist.php?add=${n}`, 'Remember')} ${a(`/item.php?no=${n}&print=1`, 'Print')}`,
				});
			}
			const room = rooms.find((one) => pathname === `/${one}/`);
			if (room === undefined) return undefined;
			const orders = ['price', 'name', 'new'].map((by) => a(`/${room}/?order=${by}`, by));
			const filters = ['red', 'blue', 'green', 'black'].flatMap((colour) =>
				['1', '2'].map((arms) =>
					a(`/${room}/?f[colour]=${colour}&f[arms]=${arms}`, `${colour} ${arms}`),
				),
			);
			const own = chairs.filter((one) => one.room === room);
			const shown = searchParams.has('order')
				? own.toReversed()
				: own.filter(
						({ n }) =>
							!searchParams.has('f[arms]') || n % 2 === Number(searchParams.get('f[arms]')) % 2,
					);
			return html({
				title: `Chairs for the ${room}`,
				menu,
				body: `<p>${prose(room)}</p>${orders.join(' ')}${ul(filters)}${ul(shown.map(({ n, name }) => a(`/item.php?no=${n}`, name)))}`,
			});
		},
	};
}

/**
 * One list of 20 articles, and five facets of four values.
 * @param {'make' | 'decide'} half
 * @returns {Site}
 */
export function smallShop(half) {
	const isMake = half === 'make';
	const things = numbers(20).map((n) => ({ n, name: `${nameOf(`${half} thing ${n}`)}` }));
	const facets = isMake
		? ['hue', 'strap', 'size', 'brand', 'lining']
		: ['tint', 'fabric', 'cut', 'maker', 'season'];
	const list = isMake ? '/' : '/scarves';
	const pathOf = (/** @type {{ n: number, name: string }} */ { n, name }) =>
		isMake ? `/bag-${slugOf(name)}` : `/scarf/${n}`;
	return {
		name: 'small shop',
		half,
		start: list,
		contents: 21,
		contentOf: ({ pathname, searchParams }) => (searchParams.size === 0 ? pathname : undefined),
		read({ pathname, searchParams }) {
			const thing = things.find((one) => pathOf(one) === pathname);
			if (thing !== undefined)
				return html({
					title: thing.name,
					menu: [a(list, 'All')],
					body: `<p>${prose(`${half} ${thing.name}`, 3)}</p><p>${20 + thing.n} €</p>`,
				});
			if (pathname !== list) return undefined;
			const links = facets.flatMap((facet) =>
				numbers(4).map((value) => {
					const query = new URLSearchParams(searchParams);
					query.set(facet, `${facet}${value}`);
					return a(`${list}?${query}`, `${facet} ${value}`);
				}),
			);
			const shown = things.filter(({ n }) =>
				[...searchParams.values()].every(
					(value) => (n + value.length) % 4 === Number(value.slice(-1)) % 4,
				),
			);
			const [at, text] = isMake
				? [ul(links), ul(shown.map((one) => `${a(pathOf(one), one.name)} ${20 + one.n} €`))]
				: [
						`<form>${ul(links)}</form>`,
						`<table>${shown.map((one) => `<tr><td>${a(pathOf(one), one.name)}</td><td>${20 + one.n} €</td></tr>`).join('')}</table>`,
					];
			return html({
				title: isMake ? 'Bags' : 'Scarves',
				menu: [a(list, 'All')],
				body: `${at}${text}`,
			});
		},
	};
}
