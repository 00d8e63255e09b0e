import { convertPage } from '../../packages/page/src/convertPage.ts';
import { parseDuration } from '../../packages/page/src/metadata/pageMetadata.ts';

const HEAD = `
<title> The rye report </title>
<meta name="description" content="All about rye.">
<meta property="og:site_name" content="The Oven">
<meta property="og:image" content="/rye.jpg">
<meta property="og:image:alt" content="A field">
<link rel="canonical" href="/rye">
<script type="application/ld+json">{"@graph":[
	{"@type":"NewsArticle","author":[{"@type":"Person","name":"Ann"}],"datePublished":"2026-03-04"},
	{"@type":"VideoObject","name":"Milling","embedUrl":"https://v.example/e/1","duration":"PT1H2M3S",
	 "thumbnailUrl":["/t.jpg"],"uploadDate":"2026-01-01"}]}</script>
<script type="application/ld+json">{ broken</script>`;

const convert = (head: string, body: string) =>
	convertPage({
		html: `<!doctype html><html lang="en-GB"><head>${head}</head><body>${body}</body></html>`,
		url: 'https://oven.example/news/1',
		contentOnly: false,
	});

describe('What a page says about itself', () => {
	it('is read from its head and its data for machines', () => {
		const { metadata } = convert(HEAD, '');
		expect(metadata).toMatchObject({
			title: 'The rye report',
			language: 'en-GB',
			description: 'All about rye.',
			canonicalUrl: 'https://oven.example/rye',
			siteName: 'The Oven',
			author: 'Ann',
			publishedAt: '2026-03-04',
			imageUrl: 'https://oven.example/rye.jpg',
			isArticle: true,
		});
	});

	it('has the name of its author, not the address of a profile', () => {
		const profile = '<meta property="article:author" content="https://social.example/ann">';
		expect(
			convert(profile + HEAD.replace(/<meta name="author"[^>]*>/u, ''), '').metadata.author,
		).toBe('Ann');
	});

	it('lists its videos with their facts, players without any too', () => {
		const { metadata } = convert(
			HEAD,
			'<iframe src="https://www.youtube.com/embed/x" title="Rye"></iframe><iframe src="/ad"></iframe>',
		);
		expect(metadata.videos).toEqual([
			{
				url: 'https://v.example/e/1',
				title: 'Milling',
				durationSeconds: 3723,
				thumbnailUrl: 'https://oven.example/t.jpg',
				publishedAt: '2026-01-01',
			},
			{ url: 'https://www.youtube.com/embed/x', title: 'Rye' },
		]);
	});

	it('lists pictures that show something, once each, the preview first', () => {
		const { metadata } = convert(
			HEAD,
			`<img src="/icon.png" width="16" height="16"><figure><img src="/mill.jpg"><figcaption>The
			mill</figcaption></figure><img src="/mill.jpg" alt="again"><img src="data:image/gif;base64,AA">`,
		);
		expect(metadata.images).toEqual([
			{ url: 'https://oven.example/rye.jpg', text: 'A field' },
			{ url: 'https://oven.example/mill.jpg', text: 'The mill' },
		]);
	});

	it('leaves out what is not there', () => {
		const { metadata } = convert('', '<p>Nothing</p>');
		expect(metadata).toMatchObject({ title: '', description: undefined, images: [], videos: [] });
		expect(metadata.isArticle).toBe(false);
	});
});

describe('Links of a page', () => {
	it('are absolute, listed once, with their longest text, and keep nofollow', () => {
		const { links } = convert(
			'<base href="https://cdn.example/deep/">',
			`<a href="a">A</a><a href="a">A longer name</a><a href="#top">Top</a><a href="mailto:x@y.example">M</a>
			<a href="javascript:go()">J</a><a rel="NOFOLLOW noopener" href="//other.example/"><img src="/i" alt="Logo"></a>`,
		);
		expect(links).toEqual([
			{ url: 'https://cdn.example/deep/a', text: 'A longer name', isNoFollow: false },
			{ url: 'https://cdn.example/deep/#top', text: 'Top', isNoFollow: false },
			{ url: 'https://other.example/', text: 'Logo', isNoFollow: true },
		]);
	});

	it('are found in cards and image maps, and not where the page hides them', () => {
		const { links } = convert(
			'',
			`<a href="/card" class="overlay"></a><map><area href="/north" alt="North"></map>
			<div hidden><a href="/a">A</a></div><p style="display: none"><a href="/b">B</a></p>`,
		);
		expect(links.map(({ url, text }) => [new URL(url).pathname, text])).toEqual([
			['/card', ''],
			['/north', 'North'],
		]);
	});

	it.each([
		['<meta name="ROBOTS" content="noindex, NoFollow">', true],
		['<meta name="robots" content="none">', true],
		['<meta name="robots" content="index,follow">', false],
		['<meta name="robots" content="index, follow, max-image-preview:none">', false],
		['<meta name="WebDataExtraction" content="nofollow">', true],
		['<meta name="googlebot" content="nofollow">', false],
		['<meta name="googlebot, webdataextraction" content="noindex, nofollow">', true],
		['<meta name="robots" content="follow"><meta name="robots" content="nofollow">', true],
		['<meta property="robots" content="nofollow">', false],
	])('are followed or not as the page asks with %s', (head, isNoFollow) => {
		expect(convert(head, '<a href="/a">A</a>').links[0]).toMatchObject({ isNoFollow });
	});

	it('are followed when one of two to the same address asks nothing', () => {
		const { links } = convert(
			'',
			'<a rel="nofollow" href="/a">A longer name</a><a href="/a">A</a>',
		);
		expect(links).toEqual([expect.objectContaining({ text: 'A longer name', isNoFollow: false })]);
	});
});

describe('parseDuration', () => {
	it.each([
		['PT90S', 90],
		['P1DT1H', 90_000],
		['PT1M0.6S', 61],
		['1:30', undefined],
	])('reads %s as %s seconds', (text, seconds) => {
		expect(parseDuration(text)).toBe(seconds);
	});
});
