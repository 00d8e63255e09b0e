import { convertPage } from '../../packages/page/src/convertPage.ts';

const url = 'https://example.com/list';
const LIST = `<ul>${[1, 2, 3, 4, 5].map((entry) => `<li><a href="/${entry}">Entry ${entry}</a>`).join('')}</ul>`;

function warnings(body: string): string[] {
	const html = `<!doctype html><body><main><h1>List</h1>${body}</main>`;
	return convertPage({ html, url, contentOnly: false }).warnings;
}

describe('a list that goes on behind a control without an address', () => {
	it.each([
		['Load more', '<button>Load more</button>'],
		['LOAD 20 MORE', '<button><span>LOAD 20</span> MORE</button>'],
		['Show more results', '<div role="button">Show more\n results</div>'],
		['Load more jobs', `<a href="${url}#">Load more jobs</a>`],
		['Page suivante', '<a href="javascript:go(2)">Page suivante</a>'],
		['Next page', '<form method="post"><input type="submit" value="Next page"></form>'],
		['Nästa sida', '<button>Nästa sida</button>'],
		['次のページ', '<button>次のページ</button>'],
		['Show more', `${LIST}<div></div><div><button>Show more</button></div>`],
		['Mehr anzeigen', `<div>${LIST}</div><a href="#">Mehr anzeigen</a>`],
		['もっと見る', `${LIST}<button>もっと見る</button>`],
		['Next', '<div class="pagination"><button disabled>1</button><button>Next</button></div>'],
		['Load more', '<a href="/p/123">A mug</a><button>Load more</button>'],
		['View all 240 results', `${LIST}<button>View all 240 results</button>`],
		['2', `<a href="javascript:__doPostBack('grid','Page$2')">2</a>`],
		[
			'Next',
			'<form method="post"><input type="hidden" name="page" value="2"><button>Next</button></form>',
		],
		['2', '<nav aria-label="Pagination"><span>1</span><a href="#">2</a></nav>'],
		[
			'Go to next page',
			'<p>1–10 of 57</p><button aria-label="Go to next page"><svg></svg></button>',
		],
		['Next', '<div>Showing 1 to 10 of 57 entries</div><div><a href="#">Next</a></div>'],
		['›', '<div><span>11-20 von 1.240</span> <button>›</button></div>'],
		['Suivant', '<div>21 à 40 sur 312 <button>Suivant</button></div>'],
		['Next', '<footer-bar><span>1 - 25 of about 4,000</span><button>Next</button></footer-bar>'],
		['»', '<form method="post"><ul class="pager"><li><button aria-label="»"></button></ul></form>'],
	])('is named: %s', (label, body) => {
		expect(warnings(body)).toEqual([
			`The list goes on behind a button without an address ("${label}"), and only what the page showed was read. Read Whole List reads on (in the API: forEach with pagination).`,
		]);
	});

	it.each([
		['the last entries', '<div>51 to 57 of 57 entries <button>Next</button></div>'],
		['a span of years', '<div>From 1990 to 2020 <button>Next</button></div>'],
		['a step', '<div>Step 1 of 3 <button>Next</button></div>'],
		[
			'a range far away',
			`<p>1–10 of 57</p><p>${'Many words. '.repeat(20)}</p><button>Next</button>`,
		],
		['a score', '<div>3 - 1 <button>Next</button></div>'],
		['a link with an address', '<a href="/list?page=2">Next page</a>'],
		['links beside it', '<div class="pager"><a href="?page=2">2</a><button>Next</button></div>'],
		['links elsewhere', '<button>Load more</button><p><a href="/list/page/2">Older</a></p>'],
		['a link in its head', '<link rel="next" href="?from=b"><button>Load more</button>'],
		['a button that does nothing', '<button disabled>Load more</button>'],
		['a button that is hidden', '<div style="display: none"><button>Load more</button></div>'],
		['pictures', '<div class="carousel"><button>Next page</button></div>'],
		['reviews', `<div class="reviews">${LIST}<button>Show more</button></div>`],
		['steps', '<form><button>Next</button></form>'],
		[
			'further questions',
			'<form><input type="hidden" name="page" value="1"><input type="radio"><button>Next</button></form>',
		],
		['a sentence', '<button>Load more coal into the oven</button>'],
		['more of a text', '<p>The oven is hot.</p><button>Show more</button>'],
		['more of the page', `${LIST}<button aria-expanded="false">Show more</button>`],
		['another question', '<button>Read more</button>'],
	])('is not: %s', (_what, body) => {
		expect(warnings(body)).toEqual([]);
	});
});
