import type { RequestListener } from 'node:http';
import { SCROLLED_PAGES } from './scrolledSite';

const PRODUCTS_PER_PAGE = 3;
const PAGES = 3;
const PRODUCTS = Array.from({ length: PRODUCTS_PER_PAGE * PAGES }, (_, index) => index + 1);

const listPage = (page: number): number[] =>
	PRODUCTS.slice((page - 1) * PRODUCTS_PER_PAGE, page * PRODUCTS_PER_PAGE);

/** Products listed by the server, with links to their pages and to the next page. */
const shop = (page: number): string => `
	<nav><ul class="menu"><li><a href="/shop">Shop</a></li><li><a href="/login">Login</a></li></ul></nav>
	<main><h1>Kettles</h1>
	<ul class="products">${listPage(page)
		.map(
			(id) =>
				`<li class="product-card"><h2><a href="/product/${id}">Kettle ${id}</a></h2><b class="price">€ ${id}0</b><button onclick="cart.textContent='Kettle ${id} in the cart'">Add to cart</button></li>`,
		)
		.join('')}</ul>
	<p id="cart"></p>
	<a class="next ${page === PAGES ? 'disabled' : ''}" href="/shop?page=${page + 1}">Next page</a>
	<class="row"><class="row"><class="row">Markup that no selector can name</main>`;

/** A grid of cards in list items, each with a heading of its own, as shops of books have it. */
const BOOKS = `
	<div class="page"><h1>All products</h1><section><ol class="row">${[1, 2, 3, 4]
		.map(
			(
				id,
			) => `<li><article class="product_pod"><div class="image_container"><a href="/b/${id}"><img src="/b${id}.jpg" alt="Book ${id}"></a></div>
			<p class="star-rating"></p><h3><a href="/b/${id}" title="Book ${id}">Book ${id}</a></h3>
			<div class="product_price"><p class="price_color">£${id}0.00</p><p class="instock availability">In stock</p>
			<form><button type="submit">Add to basket</button></form></div></article></li>`,
		)
		.join('')}</ol></section></div>`;

/** Products drawn by script, with dialogs or pages behind a button, and pages without addresses. */
const drawnShop = (opens: 'dialog' | 'page'): string => `
	<main><h1>Kettles</h1><div id="list"></div><button class="next">Next</button><button class="more">Load more</button></main>
	<script>
	let page = 1;
	async function draw(isMore) {
		const ids = await (await fetch('/api/products?page=' + page + location.search.replace('?', '&'))).json();
		const cards = ids.map((id) => '<div class="card" id="k' + id + '"><h3>Kettle ' + id + '</h3><button class="details">Details</button></div>').join('');
		if (isMore) list.insertAdjacentHTML('beforeend', cards); else list.innerHTML = cards;
		for (const button of document.querySelectorAll('.next, .more')) button.disabled = page === ${PAGES};
	}
	document.querySelector('.next').onclick = () => { page++; draw(false); };
	document.querySelector('.more').onclick = () => { page++; draw(true); };
	list.onclick = (event) => {
		const card = event.target.closest('.details')?.parentElement;
		if (!card) return;
		const id = card.id.slice(1);
		if ('${opens}' === 'page') { location.href = '/product/' + id; return; }
		const dialog = document.createElement('div');
		dialog.setAttribute('role', 'dialog');
		dialog.innerHTML = '<button aria-label="Close">×</button><h2>Details of kettle ' + id + '</h2>';
		dialog.firstChild.onclick = () => dialog.remove();
		setTimeout(() => document.body.append(dialog), 100);
	};
	draw(false);
	</script>`;

const product = (id: string): string => `
	<nav>Navigation</nav><main><h1>Kettle ${id}</h1><p class="text">Kettle ${id} holds ${id} litres.</p>
	<p id="reviews"></p><button onclick="reviews.textContent='Review of kettle ${id}'">Show reviews</button></main>`;

const LOGIN = `
	<form onsubmit="event.preventDefault();out.textContent=['Hello',user.value,agree.checked,news.checked,size.value].join(' ')">
	<label>User <input id="user" value="old"></label><label><input id="agree" type="checkbox"> I agree to the terms</label>
	<label><input id="news" type="checkbox" style="display:none" checked><span>Send me the newsletter</span></label>
	<select id="size"><option value="s">Small</option><option value="m">Medium</option></select><button>Sign in</button></form>
	<p id="out"></p><a href="/shop" target="_blank">Open in a window</a><button onclick="window.open('/shop')">Open by script</button>`;

const FAQ = `
	<main><h1>Help</h1><div class="faq">${[1, 2]
		.map(
			(number) =>
				`<div class="question"><button aria-expanded="false" onclick="this.nextElementSibling.hidden=false">Question ${number}?</button><p hidden>Answer ${number}.</p></div>`,
		)
		.join('')}</div>
	<div role="tablist" class="tabs">${[1, 2]
		.map(
			(number) =>
				`<button role="tab" onclick="panel.textContent='Panel ${number}'">Tab ${number}</button>`,
		)
		.join('')}</div><div id="panel">Nothing yet</div>
	<table class="rates"><thead><tr><th>City</th><th>Rate</th></tr></thead><tbody><tr><td>Graz</td><td>1</td></tr><tr><td>Linz</td><td>2</td></tr></tbody></table>
	<ul class="files"><li><a href="/report.pdf">Report</a></li><li><a href="/missing">Old report</a></li></ul></main>`;

const COVERED = `
	<div style="position:fixed;inset:0" id="banner">We use cookies <button onclick="banner.remove()">Accept all</button></div>
	<button onclick="out.textContent='The price is 5'">Show price</button><p id="out"></p>`;

const LAZY = `
	<div id="rows">${'<p style="height:90px">Row</p>'.repeat(30)}</div><div id="end">End</div>
	<script>new IntersectionObserver(([entry]) => {
		if (entry.isIntersecting && !rows.textContent.includes('Late')) fetch('/api/products?page=1').then(() => rows.insertAdjacentHTML('beforeend', '<p>Late row</p>'));
	}).observe(end)</script>`;

/** Answers after more than a second, in two steps, while a clock ticks that was there before. */
const SLOW = `
	<button onclick="setTimeout(() => { out.textContent = 'One moment'; setTimeout(() => (out.textContent = 'The price is 7'), 700); }, 700)">Show price</button>
	<p id="out"></p><p id="late"></p><p id="clock"></p><i id="count"></i>
	<button id="next" onclick="count.textContent = Number(count.textContent) + 1">Next</button>
	<script>
	setTimeout(() => (late.textContent = 'Drawn late'), 1500);
	const tick = () => { clock.title = new Date().toISOString(); setTimeout(tick, 100); };
	if (location.search === '?ticking') tick();
	</script>`;

/** Longer than a page is given after an action. */
const LATER = `<p id="hits"></p><p class="draft" hidden>Draft</p>
	<script>setTimeout(() => (hits.textContent = 'Four hits'), 6000)</script>`;

const TEMPLATES: Record<string, string> = {
	'/drawn-dialogs': drawnShop('dialog'),
	'/drawn-pages': drawnShop('page'),
	'/login': LOGIN,
	'/help': FAQ,
	'/books': BOOKS,
	'/covered': COVERED,
	'/lazy': LAZY,
	'/slow': SLOW,
	'/later': LATER,
};

/** A list that a button opens, beside a note that closes when anything is scrolled. */
const openedBy = (name: string): string | undefined =>
	SCROLLED_PAGES[name] === undefined
		? undefined
		: `<button onclick="document.body.append(kept.content.cloneNode(true))">Open the list</button>
	<button onclick="note.hidden = false; window.addEventListener('scroll', () => (note.hidden = true), true)">Open the note</button>
	<p id="note" hidden>Closed when scrolled</p><template id="kept">${SCROLLED_PAGES[name]}</template>`;

/** A shop for browser actions: lists over pages, dialogs, forms, folded answers. */
export const serveShop: RequestListener = (request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.invalid');
	const page = Number(searchParams.get('page') ?? 1);
	const send = (body: string, status = 200): void => {
		response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
		response.end(
			`<!doctype html><html><head><title>Shop</title></head><body>${body}</body></html>`,
		);
	};
	const template = TEMPLATES[pathname] ?? openedBy(searchParams.get('opens') ?? '');
	if (template !== undefined) send(template);
	else if (pathname === '/shop') send(shop(page));
	else if (pathname.startsWith('/product/')) send(product(pathname.slice('/product/'.length)));
	else if (pathname === '/report.pdf') {
		response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4');
	} else if (pathname === '/api/products' && searchParams.has('stuck') && page > 1) {
		// It never answers.
		response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
	} else if (pathname === '/api/products') {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(listPage(page)));
	} else send('<h1>Not found</h1>', 404);
};
