import {
	around,
	card,
	cards,
	linkOf,
	type ListShape,
	nameEntries,
	page,
	portion,
	priceOf,
	type ShapeRequest,
} from './listShape';

interface Paged {
	name: string;
	title: string;
	noun: string;
	count: number;
	size: number;
	/** The number of the page that is asked for. */
	pageOf: (request: ShapeRequest) => number;
	/** Its controls. */
	behind: (at: number, pages: number) => string;
	head?: (at: number, pages: number) => string;
	before?: string;
	draw?: (names: readonly string[], page: number) => string;
}

/** A list whose pages the server makes. */
function pagedShape(shape: Paged): ListShape {
	const { name, title, count, size, pageOf, behind, draw } = shape;
	const entries = nameEntries(shape.noun, count);
	const pages = Math.ceil(count / size);
	const list = draw ?? ((names: readonly string[]) => `<ul class="list">${cards(names)}</ul>`);
	return {
		name,
		entries,
		pages,
		surroundings: around(title),
		serve(request) {
			const at = pageOf(request);
			if (!(at >= 1 && at <= pages)) return undefined;
			const body = `${shape.before ?? ''}${list(portion(entries, at, size), at)}${behind(at, pages)}`;
			return page(title, body, shape.head?.(at, pages));
		},
	};
}

const byQuery =
	(key: string, size = 1) =>
	({ query }: ShapeRequest): number =>
		size === 1 ? Number(query.get(key) ?? 1) : Number(query.get(key) ?? 0) / size + 1;

const pageNumbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

const numbered = (at: number, pages: number, to: (page: number) => string): string =>
	`<nav class="pager">${pageNumbers(pages)
		.map((each) => (each === at ? `<strong>${each}</strong>` : `<a href="${to(each)}">${each}</a>`))
		.join(' ')}</nav>`;

/** A list that scripts page through without another address. */
function drawnShape(shape: {
	name: string;
	title: string;
	noun: string;
	count: number;
	size: number;
	controls: (pages: number) => string;
}): ListShape {
	const { name, title, count, size, controls } = shape;
	const entries = nameEntries(shape.noun, count);
	const pages = Math.ceil(count / size);
	return {
		name,
		entries,
		pages,
		surroundings: around(title),
		serve: ({ path, query }) =>
			path === 'part'
				? cards(portion(entries, Number(query.get('page')), size))
				: page(
						title,
						`<ul id="list">${cards(portion(entries, 1, size))}</ul><script>let at=1;const pages=${pages};async function show(to){const html=await(await fetch('part?page='+to)).text();at=to;list.innerHTML=html;typeof drawn==='function'&&drawn()}</script>${controls(pages)}`,
					),
	};
}

const advert = `<li class="card sponsored"><a href="/forbidden/advert"><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="300" height="80"></a><small>Anzeige</small></li>`;

/** Lists on several pages, by their number in the table of shapes. */
export const PAGED_SHAPES: Record<number, ListShape> = {
	5: pagedShape({
		...{ name: 'numbers, some of them left out', title: 'Books', noun: 'Book', count: 30, size: 6 },
		pageOf: byQuery('page'),
		behind: (at, pages) =>
			`<div class="pager">${pageNumbers(pages)
				.filter((each) => each === 1 || each === pages || Math.abs(each - at) < 2)
				.map((each) => (each === at ? `<b>${each}</b>` : `<a href="?page=${each}">${each}</a>`))
				.join('<i>…</i>')}</div>`,
	}),
	6: pagedShape({
		...{ name: 'numbers in the path', title: 'Plants', noun: 'Plant', count: 16, size: 6 },
		pageOf: ({ path }) => Number(/^page\/(\d+)$/.exec(path)?.[1] ?? (path === '' ? 1 : 0)),
		behind: (at, pages) =>
			`<div class="pager">${at > 1 ? `<a href="BASE/page/${at - 1}">&laquo;</a>` : ''}${numbered(at, pages, (to) => `BASE/page/${to}`)}${at < pages ? `<a href="BASE/page/${at + 1}">&raquo;</a>` : ''}</div>`,
	}),
	7: pagedShape({
		...{ name: 'rel=next', title: 'Archiv', noun: 'Bericht', count: 15, size: 5 },
		pageOf: ({ path }) => Number(/^seite-(\d+)\.html$/.exec(path)?.[1] ?? (path === '' ? 1 : 0)),
		head: (at, pages) => (at < pages ? `<link rel="next" href="seite-${at + 1}.html">` : ''),
		behind: (at, pages) =>
			`<p>${at > 1 ? `<a href="seite-${at - 1}.html">Zurück</a> ` : ''}${at < pages ? `<a rel="next" href="seite-${at + 1}.html">Weiter</a>` : ''}</p>`,
	}),
	8: pagedShape({
		...{ name: 'arrows', title: 'Shoes', noun: 'Shoe', count: 28, size: 10 },
		pageOf: byQuery('start', 10),
		behind: (at, pages) =>
			`<div class="arrows"><a ${at === 1 ? 'class="disabled" aria-disabled="true"' : `href="?start=${(at - 2) * 10}"`}>‹</a> <a ${at === pages ? 'class="disabled" aria-disabled="true"' : `href="?start=${at * 10}"`}>›</a></div>`,
	}),
	9: pagedShape({
		...{ name: 'form that is sent by GET', title: 'Coins', noun: 'Coin', count: 14, size: 5 },
		pageOf: byQuery('p'),
		behind: (at, pages) =>
			`<form method="get">${at < pages ? `<input type="hidden" name="p" value="${at + 1}"><input type="submit" value="Volgende">` : '<input type="submit" value="Volgende" disabled>'}</form>`,
	}),
	10: pagedShape({
		...{ name: 'form that posts back', title: 'Grants', noun: 'Grant', count: 17, size: 6 },
		pageOf: ({ form }) => Number(/^Page\$(\d+)$/.exec(form.get('__EVENTARGUMENT') ?? '')?.[1] ?? 1),
		draw: (names, at) =>
			`<form method="post" id="aspnetForm" action="./"><input type="hidden" name="__EVENTTARGET" value=""><input type="hidden" name="__EVENTARGUMENT" value=""><input type="hidden" name="__VIEWSTATE" value="wEPDwUK"><table class="grid"><tr><th>Name</th><th>Price</th></tr>${names.map((name) => `<tr><td><a href="${linkOf(name)}">${name}</a></td><td>€ ${priceOf(name)}</td></tr>`).join('')}<tr class="pgr"><td colspan="2"><table><tr>${pageNumbers(
				3,
			)
				.map((each) =>
					each === at
						? `<td><span>${each}</span></td>`
						: `<td><a href="javascript:__doPostBack('grid','Page$${each}')">${each}</a></td>`,
				)
				.join('')}</tr></table></td></tr></table></form>`,
		behind: () =>
			`<script>function __doPostBack(target,argument){const f=document.forms.aspnetForm;f.__EVENTTARGET.value=target;f.__EVENTARGUMENT.value=argument;f.submit()}</script>`,
	}),
	13: drawnShape({
		...{ name: 'numbers, drawn by script', title: 'Cheeses', noun: 'Cheese', count: 16, size: 6 },
		controls: () =>
			`<div id="pager" class="pager"></div><script>function drawn(){pager.innerHTML=Array.from({length:pages},(_,i)=>'<button '+(i+1===at?'class="on" aria-current="page"':'')+' onclick="show('+(i+1)+')">'+(i+1)+'</button>').join('')}drawn()</script>`,
	}),
	14: drawnShape({
		...{ name: 'arrows, drawn by script', title: 'Kites', noun: 'Kite', count: 14, size: 6 },
		controls: () =>
			`<div><button id="back" onclick="show(at-1)">←</button><span id="where"></span><button id="forth" onclick="show(at+1)">→</button></div><script>function drawn(){back.disabled=at===1;forth.disabled=at===pages;where.textContent=at+' / '+pages}drawn()</script>`,
	}),
	15: pagedShape({
		...{
			name: 'adverts between, an entry on two pages',
			title: 'Bags',
			noun: 'Bag',
			count: 24,
			size: 8,
		},
		pageOf: byQuery('page'),
		draw: (names, at) =>
			`<ul class="list">${at > 1 ? card(`Bag ${String((at - 1) * 8).padStart(2, '0')}`) : ''}${names.map((name, index) => card(name) + (index === 3 ? advert : '')).join('')}</ul>`,
		behind: (at, pages) => numbered(at, pages, (to) => `?page=${to}`),
	}),
	17: pagedShape({
		...{ name: 'a way that leads round', title: 'Rings', noun: 'Ring', count: 18, size: 6 },
		pageOf: byQuery('page'),
		behind: (at, pages) =>
			`<div><a href="?page=${at === 1 ? pages : at - 1}">Previous</a> <a href="?page=${at === pages ? 1 : at + 1}">Next</a></div>`,
	}),
	21: pagedShape({
		...{
			name: 'beside pictures that can be turned',
			title: 'Boats',
			noun: 'Boat',
			count: 18,
			size: 6,
		},
		pageOf: byQuery('page'),
		before: `<div class="carousel"><div id="slide"><img alt="First picture" width="400" height="120" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div><button onclick="slide.innerHTML='<p>Second picture</p>'">Next</button></div>`,
		behind: (at, pages) =>
			`<ul class="pagination">${at < pages ? `<li><a href="?page=${at + 1}">Next</a></li>` : ''}</ul>`,
	}),
	22: pagedShape({
		...{ name: 'rows of a table', title: 'Rivers', noun: 'River', count: 50, size: 20 },
		pageOf: byQuery('offset', 20),
		draw: (names) =>
			`<table><thead><tr><th>Name</th><th>Length</th><th>Region</th></tr></thead><tbody>${names.map((name) => `<tr><td>${name}</td><td>${priceOf(name)} km</td><td>North</td></tr>`).join('')}</tbody></table>`,
		behind: (at, pages) =>
			`<div class="tools">${at > 1 ? `<a href="?offset=${(at - 2) * 20}">Newer</a>` : ''} ${at < pages ? `<a href="?offset=${at * 20}">Older</a>` : ''}</div>`,
	}),
	23: pagedShape({
		...{ name: 'beside links that sort', title: 'Chairs', noun: 'Chair', count: 21, size: 7 },
		pageOf: (request) =>
			request.query.has('sort') || request.query.has('color') ? 0 : byQuery('page')(request),
		before: '<p>Sort by <a href="?sort=price">price</a> <a href="?sort=name">name</a></p>',
		behind: (at, pages) =>
			`<div class="below"><span>Sort by</span> <a href="?sort=price">price</a> <a href="?sort=name">name</a> <a href="?color=2">blue</a>${at < pages ? `<a href="?page=${at + 1}">more chairs</a>` : ''}</div>`,
	}),
	27: pagedShape({
		...{
			name: 'pages of which a part appears late',
			title: 'Songs',
			noun: 'Song',
			count: 30,
			size: 10,
		},
		pageOf: byQuery('page'),
		draw: (names) =>
			`<ul id="list">${cards(names.slice(0, 5))}</ul><script>setTimeout(()=>list.insertAdjacentHTML('beforeend',${JSON.stringify(cards(names.slice(5)))}),900)</script>`,
		behind: (at, pages) => numbered(at, pages, (to) => `?page=${to}`),
	}),
	28: pagedShape({
		...{
			name: 'beside links to lists of other things',
			title: 'Hats',
			noun: 'Hat',
			count: 20,
			size: 8,
		},
		pageOf: ({ path, query }) => (path === '' ? Number(query.get('p') ?? 1) : 0),
		behind: (at, pages) =>
			`<div>${at < pages ? `<a href="?p=${at + 1}">Continua</a>` : ''}</div><section><h2>See also</h2><a href="BASE/category/2">Scarves</a> <a href="BASE/gloves/3">Gloves</a> <a href="/forbidden/2">Ties</a></section>`,
	}),
	29: pagedShape({
		...{ name: 'a mark instead of a number', title: 'Notes', noun: 'Note', count: 24, size: 8 },
		pageOf: ({ query }) => ['', 'bXk4', 'cTcx'].indexOf(query.get('after') ?? '') + 1,
		behind: (at, pages) =>
			`<div class="nav">${at < pages ? `<a href="?after=${['', 'bXk4', 'cTcx'][at]}">Siguiente</a>` : ''}</div>`,
	}),
	30: pagedShape({
		...{
			name: 'a number in the name of the file',
			title: 'Novels',
			noun: 'Novel',
			count: 26,
			size: 9,
		},
		pageOf: ({ path }) =>
			path === '' ? 1 : Number(/^catalogue\/page-(\d+)\.html$/.exec(path)?.[1] ?? 0),
		draw: (names) =>
			`<ol class="row">${names.map((name) => `<li><article class="card"><h3><a href="${linkOf(name)}">${name}</a></h3><p>£ ${priceOf(name)}</p><form><button type="submit">Add to basket</button></form></article></li>`).join('')}</ol>`,
		behind: (at, pages) =>
			`<ul class="pager">${at > 1 ? `<li class="previous"><a href="BASE/${at === 2 ? '' : `catalogue/page-${at - 1}.html`}">previous</a></li>` : ''}<li class="current">Page ${at} of ${pages}</li>${at < pages ? `<li class="next"><a href="BASE/catalogue/page-${at + 1}.html">next</a></li>` : ''}</ul>`,
	}),
	19: {
		...{ name: 'no list at all', entries: [], pages: 1, surroundings: ['A quiet afternoon'] },
		serve: () =>
			page(
				'A walk',
				`<article>${['A quiet afternoon', 'The path along the river', 'Back home before the rain'].map((first) => `<p>${first} ${'and the water went on as it always had, past the mill and the old bridge. '.repeat(6)}</p>`).join('')}</article>`,
			),
	},
	20: {
		...{
			name: 'one page, with controls that must not be pressed',
			entries: nameEntries('Desk', 8),
		},
		...{ pages: 1, surroundings: around('Desks') },
		serve: ({ method, form }) =>
			method === 'POST' && form.size >= 0
				? undefined
				: page(
						'Desks',
						`<ul class="list">${cards(nameEntries('Desk', 8))}</ul><div class="actions"><button onclick="fetch('/forbidden/order',{method:'POST',body:JSON.stringify({quantity:1})})">Tilaa kaikki</button><form method="post"><button name="buy" value="all">Buy all for € 99.00</button></form><form method="post" action="/forbidden/subscribe"><input name="email" type="email"><button>Subscribe</button></form><a class="button" href="/forbidden/login">Sign in to see more</a><button onclick="location.href='/forbidden/away'">View the catalogue</button><button onclick="window.open('/forbidden/window')">Open</button><button onclick="document.getElementById('d').showModal()">Ask us</button><button onclick="navigator.sendBeacon('/forbidden/beacon','x')">Like</button></div><dialog id="d"><p>How can we help?</p></dialog>`,
					),
	},
};
