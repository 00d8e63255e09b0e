import { isLinkChosen, readInstruction } from '../../../service/src/crawl/links/instruction.ts';

const read = (instruction: string, base = 'https://example.com/') =>
	readInstruction(instruction, base);

describe('a crawl instruction without a model', () => {
	it.each([
		'all pages',
		'Follow all pages',
		'every page on this site',
		'Follow everything',
		'follow every link you find',
		'Follow all internal links',
		'Follow all the pages you can find.',
		'Crawl the entire website',
		'the whole site',
		'all subpages',
		'Follow all sub-pages of the site',
		'Crawl up to 20 pages',
		'Crawl all',
		'Everything',
		'crawl',
		'*',
		'Visit example.com',
		'Follow the links',
		'all pages, max depth 2',
		'Crawl all pages, limit 20',
		'Scrape all pages and extract the title',
		'Visit every page, then summarize it.',
		'Extract title and author from every page',
	])('follows everything for "%s"', (instruction) => {
		expect(read(instruction)).toMatchObject({ follows: 'all', wantsPagination: false });
		expect(read(instruction).exceptions).toEqual({ words: [], phrases: [], paths: [] });
	});

	it.each([
		'only this page',
		'Do not follow any links',
		"don't follow links",
		'Just the start page.',
		'No links',
		'Only the home page',
	])('follows nothing for "%s"', (instruction) => {
		expect(read(instruction).follows).toBe('none');
	});

	it.each([
		['Follow the links to blog posts', ['blog', 'post']],
		['all blog posts', ['blog', 'post']],
		['all product pages', ['product']],
		['Follow all links to products', ['product']],
		['all pages about pricing', ['price']],
		['products about chairs', ['product', 'chair']],
		['all pages of the blog', ['blog']],
		['the whole blog', ['blog']],
		['Find contact and imprint pages', ['contact', 'imprint']],
		['Get all articles from 2024', ['articl', '2024']],
		['Follow links to every country page', ['countri']],
		['the category pages', ['categori']],
		['blog categories', ['blog', 'categori']],
		['Follow product pages and extract name and price', ['product']],
		['pages that mention prices', ['price']],
	])('follows by words for "%s"', (instruction, words) => {
		expect(read(instruction)).toMatchObject({ follows: 'terms', terms: { words } });
	});

	it('takes "all pages of the documentation" for all pages when the base is the documentation', () => {
		const instruction = 'all pages of the documentation';
		expect(read(instruction, 'https://docs.example.com/').follows).toBe('all');
		expect(read(instruction).terms.words).toEqual(['doc']);
	});

	it('takes "all pages of the blog" for all pages when the base is the blog', () => {
		expect(read('all pages of the blog', 'https://example.com/blog').follows).toBe('all');
	});

	it.each([
		['Follow product pages but not reviews', 'terms', ['product'], ['review']],
		['all pages except the blog', 'all', [], ['blog']],
		['Follow product pages. Skip the cart.', 'terms', ['product'], ['cart']],
		['Do not follow the login page, but follow product pages', 'terms', ['product'], ['login']],
		['Follow pages about chairs, but ignore tables', 'terms', ['chair'], ['tabl']],
		['do not follow links to the shop', 'all', [], ['shop']],
		['Everything\nexcept careers', 'all', [], ['career']],
		['all pages and extract titles, but not the blog', 'all', [], ['blog']],
		['Follow product pages and extract names except reviews', 'terms', ['product'], ['review']],
	])('reads the exceptions of "%s"', (instruction, follows, words, exceptions) => {
		expect(read(instruction)).toMatchObject({
			follows,
			terms: { words },
			exceptions: { words: exceptions },
		});
	});

	it('reads paths, alone and as exceptions', () => {
		const rule = read('Only follow links under /docs/* except /docs/old');

		expect(rule).toMatchObject({ follows: 'terms', terms: { words: [] } });
		const isChosen = (path: string) =>
			isLinkChosen(rule, { url: `https://example.com${path}`, text: '' });
		expect(['/docs/new', '/docs/old', '/news'].filter(isChosen)).toEqual(['/docs/new']);
	});

	it('reads quoted phrases', () => {
		expect(read('links that say "Read more" or “Full story”')).toMatchObject({
			follows: 'terms',
			terms: { phrases: ['read more', 'full story'] },
		});
	});

	it.each([
		['Follow pagination', []],
		['blog posts and the next pages', ['blog', 'post']],
	])('wants next pages for "%s"', (instruction, words) => {
		expect(read(instruction)).toMatchObject({
			follows: 'terms',
			terms: { words },
			wantsPagination: true,
		});
	});
});
