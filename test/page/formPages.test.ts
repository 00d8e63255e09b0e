import { convertPage } from '../../packages/page/src/convertPage.ts';

const read = (body: string, url = 'https://example.com/list?page=1') =>
	convertPage({ html: `<!doctype html><body><h1>List</h1>${body}`, url, contentOnly: false });

const addressesOf = (body: string) => read(body).links.map(({ url }) => url);

const at = (...paths: string[]) => paths.map((path) => `https://example.com${path}`);

describe('forms that ask for further pages', () => {
	it.each([
		[
			'a hidden number and a button',
			'<form><input type="hidden" name="page" value="2"><button>Next</button></form>',
			at('/list?page=2'),
		],
		[
			'with what was searched for',
			'<form method="GET" action="/find?old=1#top"><input name="q" value="red chair"><input type="hidden" name="pageNumber" value="2"><input type="checkbox" name="new" checked><input type="checkbox" name="used"><input type="submit" value="Next page »"></form>',
			at('/find?q=red+chair&pageNumber=2&new=on'),
		],
		[
			'numbers on buttons',
			'<form action="/list"><input type="hidden" name="sort" value="name"><button name="page" value="1" disabled>1</button><button name="page" value="2">2</button><button name="page" value="3">3</button></form>',
			at('/list?sort=name&page=2', '/list?sort=name&page=3'),
		],
		[
			'an offset, and a button without text',
			'<form action="more"><input type="hidden" name="offset" value="20"><button aria-label="Weiter"><svg></svg></button></form>',
			at('/more?offset=20'),
		],
		[
			'a list of numbers',
			'<form action="/list" method=""><select name="p"><option selected>1<option>2<option value="3">Page 3</select><select name="size"><option>10<option selected>20</select><button>Go</button></form>',
			at('/list?p=1&size=20', '/list?p=2&size=20', '/list?p=3&size=20'),
		],
		[
			'a list of addresses',
			'<select onchange="location = this.value"><option value="">Choose<option value="/a">A<option value="?page=2">2<option value="https://example.com/c">C</select>',
			at('/a', '/list?page=2', '/c'),
		],
	])('are links: %s', (_label, body, addresses) => {
		expect(addressesOf(body)).toEqual(addresses);
		expect(read(body).warnings).toEqual([]);
	});

	it.each([
		[
			'that change something',
			'<form method="post"><input type="hidden" name="page" value="2"><button>Next</button></form>',
		],
		[
			'for searching',
			'<form><input name="q"><input type="hidden" name="page" value="1"><button>Search</button></form>',
		],
		[
			'for something else',
			'<form action="/item"><input type="hidden" name="id" value="7"><input type="hidden" name="page" value="2"><button>Delete</button></form>',
		],
		['without a number', '<form><input name="name"><button>Next</button></form>'],
		[
			'to a page one has to type',
			'<form><input type="number" name="page"><button>Go</button></form>',
		],
		[
			'to choose what is shown',
			'<form><select name="size"><option>10<option>20</select><button>Go</button></form>',
		],
		[
			'that are hidden',
			'<div hidden><form><input type="hidden" name="page" value="2"><button>Next</button></form></div>',
		],
		[
			'with choices that are no addresses',
			'<select onchange="show(this.value)"><option value="a">A<option value="b">B</select>',
		],
	])('are not: %s', (_label, body) => {
		expect(addressesOf(body)).toEqual([]);
	});
});

it('names the neighbours of a page in its list, and the page in other languages after all others', () => {
	const head =
		'<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="application/rss+xml" href="/feed"><link rel="next" href="/3"><link rel="prev" href="/1">';
	expect(addressesOf(`${head}<a href="/a">A</a>`)).toEqual(at('/3', '/1', '/a', '/de'));
});
