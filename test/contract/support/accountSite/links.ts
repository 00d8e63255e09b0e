import { html, links, own, page, pages, type Part, send } from './entry.ts';

const MENUS = [
	'<details><summary>More</summary><a href="in-details">More</a></details>',
	'<nav hidden><a href="in-hidden">More</a></nav>',
	'<dialog><nav><a href="in-dialog">More</a></nav></dialog>',
	'<div popover><ul><li><a href="in-popover">More</a></li></ul></div>',
	'<nav style="visibility:hidden"><a href="in-unseen">More</a></nav>',
	'<nav style="opacity:0"><a href="in-clear">More</a></nav>',
];

const NO_LINKS = [
	'<template><a href="in-template">No</a></template>',
	'<noscript><a href="without-scripts">No</a></noscript>',
	'<!-- <a href="in-comment">No</a> -->',
	'<form action="of-form"><input name="q"><button>No</button></form>',
	'<div data-href="of-data">No</div>',
	`<button onclick="location.href = 'by-script' + 'ed'">No</button>`,
];

const PRESSED = [
	'<form action="of-form"><button formaction="of-button">More</button></form>',
	`<div onclick="location.href = 'by-click'">More</div>`,
	'<table><tr data-href="/links/of-row"><td>More</td></tr></table>',
];

const unseen = (...names: string[]): Part =>
	Object.fromEntries(
		names.map((name) => [`/links/${name}`, ['unseen', send(own(`/links/${name}`))] as const]),
	);

/** Where links stand, and what looks like one. */
export const LINKS: Part = {
	...page(
		'/links/',
		links(['based', 'framed', 'menus', 'shadow', 'area', 'drawing', 'next', 'none', 'pressed']),
	),
	...page('/links/based', links(['x']), '<base href="/links/deep/">'),
	...page(
		'/links/framed',
		`<iframe src="/links/inner/frame" width="300" height="200"></iframe>
		<iframe srcdoc="&lt;a href=/links/in-text>More&lt;/a>" width="300" height="200"></iframe>`,
	),
	'/links/inner/frame': ['unseen', send(html(links(['y']), '<base href="/links/other/">'))],
	...page('/links/menus', MENUS.join('')),
	...page(
		'/links/shadow',
		'<div><template shadowrootmode="open"><a href="in-shadow">More</a></template></div>',
	),
	...page(
		'/links/area',
		'<map name="m"><area href="of-area" alt="Region"></map><img usemap="#m" src="/x.png" width="9">',
	),
	...page(
		'/links/drawing',
		'<svg width="20" height="20"><a href="in-drawing"><text>More</text></a><a xlink:href="of-old-drawing"><text>More</text></a></svg>',
	),
	...page('/links/next', '', '<link rel="next" href="next-2">'),
	...page('/links/none', NO_LINKS.join('')),
	...page('/links/pressed', PRESSED.join('')),
	...pages('/links/of-button', '/links/by-click', '/links/of-row'),
	...pages(
		'/links/deep/x',
		'/links/other/y',
		'/links/in-text',
		'/links/in-shadow',
		'/links/of-area',
	),
	...pages('/links/in-details', '/links/in-hidden', '/links/in-dialog', '/links/in-popover'),
	...pages('/links/in-unseen', '/links/in-clear', '/links/in-drawing', '/links/of-old-drawing'),
	...pages('/links/next-2'),
	...unseen('in-template', 'without-scripts', 'in-comment', 'of-form', 'of-data'),
	...unseen('by-script', 'by-scripted'),
};
