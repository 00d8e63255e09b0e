import { convertPage } from '../../packages/page/src/convertPage.ts';

const HEAD = '<h1>Our guests</h1><p>What they said about the harbour.</p>';

function convert(body: string): string {
	const html = `<html data-rendered-as="drawn"><body>${HEAD}${body}</body></html>`;
	const request = { html, url: 'https://example.com/', contentOnly: false };
	return convertPage(request).markdown;
}

const countOf = (text: string, word: string): number => text.split(word).length - 1;

/** Slides of one kind, of which the first is shown. */
const slides = (start: string, end: string, hides = 'data-rendered-as="none"'): string =>
	['One', 'Two', 'Three']
		.map((word, at) => `${start.replace('>', at === 0 ? '>' : ` ${hides}>`)}Said${word}${end}`)
		.join('');

describe('slides that a carousel does not show at the moment', () => {
	test.each<[string, string]>([
		[
			'of Bootstrap, with arrows only',
			`<div id="c" class="carousel slide"><div class="carousel-inner">${slides('<div class="carousel-item">', '</div>')}</div><button data-bs-target="#c">Next</button></div>`,
		],
		[
			'made by hand, after a lesson',
			`<div class="slideshow-container">${slides('<div class="mySlides fade">', '</div>', 'style="display: none"')}<a class="prev">❮</a></div>`,
		],
		['in a list', `<ul class="flexslider">${slides('<li>', '</li>')}</ul>`],
		[
			'described to screen readers',
			`<section aria-roledescription="carousel"><div aria-live="polite">${slides('<div role="group">', '</div>')}</div></section>`,
		],
	])('are read once each: %s', (_name, body) => {
		const text = convert(body);
		for (const word of ['SaidOne', 'SaidTwo', 'SaidThree']) expect(countOf(text, word)).toBe(1);
	});

	test.each<[string, string]>([
		['siblings without a carousel', `<div class="box">${slides('<p>', '</p>')}</div>`],
		[
			'a message beside slides',
			'<div class="slider"><div class="slide">Said</div><p class="error" data-rendered-as="none">SaidTwo</p></div>',
		],
		[
			'the menu of a page',
			`<nav class="slider"><ul>${slides('<li class="slide">', '</li>')}</ul></nav>`,
		],
		[
			'what arrows show in turn, such as months',
			`<div>${slides('<p>', '</p>')}<button>‹</button><button>›</button></div>`,
		],
	])('are not mistaken: %s', (_name, body) => {
		expect(convert(body)).not.toContain('SaidTwo');
	});
});

describe('copies that carousels make of their slides', () => {
	test.each<[string, string]>([
		[
			'shown beside the slides',
			'<div class="slick-track"><div class="slick-slide slick-cloned">SaidTwo</div><div class="slick-slide">SaidOne</div><div class="slick-slide">SaidTwo</div></div>',
		],
		[
			'hidden beside the slides',
			'<div class="swiper-wrapper"><div class="swiper-slide">SaidOne</div><div class="swiper-slide" data-rendered-as="none">SaidTwo</div><div class="swiper-slide" data-rendered-as="none">SaidTwo</div></div>',
		],
		[
			'of a whole row, kept from screen readers',
			'<div class="marquee"><ul class="row"><li>SaidOne by the lighthouse</li><li>SaidTwo</li></ul><ul class="row" aria-hidden="true"><li>SaidOne by the lighthouse</li><li>SaidTwo</li></ul></div>',
		],
	])('are left out: %s', (_name, body) => {
		const text = convert(body);
		expect([countOf(text, 'SaidOne'), countOf(text, 'SaidTwo')]).toEqual([1, 1]);
	});

	it('that are the only ones of their text are read', () => {
		expect(convert('<div><p class="clone">SaidOne</p><p>SaidTwo</p></div>')).toContain('SaidOne');
	});
});
