import {
	adding,
	around,
	card,
	cards,
	type ListShape,
	nameEntries,
	page,
	portion,
} from './listShape';

/** A list of which a control or scrolling adds more, on the same page. */
function addingShape(shape: {
	name: string;
	title: string;
	noun: string;
	count: number;
	size: number;
	/** What is behind the list, scripts included. */
	behind: (pages: number) => string;
	list?: (entries: string) => string;
	draw?: (names: readonly string[], page: number) => string;
}): ListShape {
	const { name, title, count, size, behind, draw = cards } = shape;
	const entries = nameEntries(shape.noun, count);
	const pages = Math.ceil(count / size);
	const list = shape.list ?? ((inner: string) => `<ul id="list">${inner}</ul>`);
	return {
		name,
		entries,
		pages,
		surroundings: around(title),
		serve: ({ path, query }) =>
			path === 'more'
				? draw(portion(entries, Number(query.get('page')), size), Number(query.get('page')))
				: page(title, `${list(draw(portion(entries, 1, size), 1))}${behind(pages)}`),
	};
}

const WATCHED = `<div id="end" style="height:30px"></div><script>function watch(){new IntersectionObserver(async(seen,o)=>{if(!seen.some(e=>e.isIntersecting))return;o.disconnect();await more();if(at<PAGES)watch()}).observe(end)}watch()</script>`;

const advert = (number: number): string =>
	`<li class="card ad"><iframe title="Advert" src="about:blank" width="200" height="60"></iframe><small>Advert ${number}</small></li>`;

/** Lists that grow in place, by their number in the table of shapes. */
export const ADDED_SHAPES: Record<number, ListShape> = {
	1: addingShape({
		...{ name: 'button, gone at the end', title: 'Lamps', noun: 'Lamp', count: 20, size: 8 },
		behind: (pages) =>
			`<div class="more"><button onclick="more()">Load more</button></div>${adding(pages, { after: "if(isLast)document.querySelector('.more').remove()" })}`,
	}),
	2: addingShape({
		...{ name: 'link to nowhere, in German', title: 'Stühle', noun: 'Stuhl', count: 18, size: 6 },
		behind: (pages) =>
			`<p><a href="#" class="link" onclick="event.preventDefault();if(!this.classList.contains('disabled'))more()">Mehr anzeigen</a></p>${adding(pages, { lateMs: 300, after: "if(isLast)document.querySelector('.link').className='link disabled'" })}`,
	}),
	3: addingShape({
		...{ name: 'part with a role, in Japanese', title: 'Teas', noun: 'Tea', count: 21, size: 7 },
		behind: (pages) =>
			`<div role="button" tabindex="0" onclick="more()">もっと見る</div>${adding(pages, { after: "if(isLast)document.querySelector('[role=button]').hidden=true" })}`,
	}),
	4: addingShape({
		...{
			name: 'part with a pointer, slow, in Turkish',
			title: 'Rugs',
			noun: 'Rug',
			count: 12,
			size: 4,
		},
		behind: (pages) =>
			`<div class="daha" style="cursor:pointer;padding:12px" onclick="this.textContent='Yükleniyor…';more()">Daha fazla göster</div>${adding(pages, { lateMs: 900, after: "const b=document.querySelector('.daha');b.textContent='Daha fazla göster';if(isLast)b.remove()" })}`,
	}),
	11: addingShape({
		...{ name: 'scrolling of the window', title: 'Clocks', noun: 'Clock', count: 24, size: 8 },
		behind: (pages) => `${adding(pages)}${WATCHED.replace('PAGES', String(pages))}`,
	}),
	12: addingShape({
		...{ name: 'scrolling of a box', title: 'Stamps', noun: 'Stamp', count: 27, size: 9 },
		list: (inner) =>
			`<div id="box" style="height:420px;overflow:auto"><ul id="list">${inner}</ul></div>`,
		behind: (pages) =>
			`${adding(pages, { lateMs: 200, after: 'busy=false' })}<script>let busy=false;box.onscroll=()=>{if(busy||box.scrollTop+box.clientHeight<box.scrollHeight-60)return;busy=true;more()}</script>`,
	}),
	16: addingShape({
		...{ name: 'button, with adverts between', title: 'Mugs', noun: 'Mug', count: 24, size: 8 },
		draw: (names, number) =>
			names
				.map((name, index) => (index === 4 ? advert(number) : '') + card(name))
				.join('')
				// The last entry of a portion comes once more with the next one.
				.replace(/^/, number > 1 ? card(`Mug ${String((number - 1) * 8).padStart(2, '0')}`) : ''),
		behind: (pages) =>
			`<button class="weiter" onclick="more()">Pokaż więcej</button>${adding(pages, { after: "if(isLast)document.querySelector('.weiter').disabled=true" })}`,
	}),
	18: addingShape({
		...{
			name: 'button that stays and adds nothing at the end',
			title: 'Pens',
			noun: 'Pen',
			count: 15,
			size: 5,
		},
		behind: (pages) => `<button onclick="more()">Show more results</button>${adding(pages)}`,
	}),
	24: addingShape({
		...{
			name: 'button beside one that orders everything',
			title: 'Knives',
			noun: 'Knife',
			count: 18,
			size: 6,
		},
		behind: (pages) =>
			`<div class="bar"><button onclick="fetch('/forbidden/order',{method:'POST',body:JSON.stringify({all:true})})">Order the whole set</button> <button class="plus" onclick="more()">Carica altri</button></div>${adding(pages, { after: "if(isLast)document.querySelector('.plus').remove()" })}`,
	}),
	25: addingShape({
		...{ name: 'scrolling, then a button', title: 'Maps', noun: 'Map', count: 28, size: 7 },
		behind: (pages) =>
			`${adding(pages, { after: 'if(at===3)button.hidden=false;if(isLast)button.remove()' })}<button id="button" hidden onclick="more()">Voir plus</button>${WATCHED.replace('PAGES', '3')}`,
	}),
	26: addingShape({
		...{
			name: 'cards in rows, a new container each time',
			title: 'Vases',
			noun: 'Vase',
			count: 18,
			size: 6,
		},
		list: (inner) => `<div id="list">${inner}</div>`,
		draw: (names) =>
			`<section class="portion">${[names.slice(0, 3), names.slice(3)]
				.map(
					(row) =>
						`<div class="row" style="display:flex">${row.map((name) => card(name).replace('<li', '<div').replace('</li>', '</div>').replace('class="card"', 'class="card" style="width:300px"')).join('')}</div>`,
				)
				.join('')}</section>`,
		behind: (pages) =>
			`<div style="text-align:center"><span role="link" tabindex="0" onclick="more()">↓</span></div>${adding(pages, { after: "if(isLast)document.querySelector('[role=link]').remove()" })}`,
	}),
};
