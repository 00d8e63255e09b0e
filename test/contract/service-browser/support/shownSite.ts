/** What only the browser knows of a page: each as the body of its HTML, and the Markdown that is right. */
export const SHOWN_PAGES: Readonly<Record<string, { body: string; markdown: string }>> = {
	'answers that a script slides open': {
		body: `<style>.q { cursor: pointer } .a { display: none }</style><h3 class="q">Is it safe?</h3><div class="a"><p>Up to 65 degrees.</p></div><h3 class="q">Who made it?</h3><div class="a"><p>A potter in Ulm.</p></div>`,
		markdown: '### Is it safe?\n\nUp to 65 degrees.\n\n### Who made it?\n\nA potter in Ulm.',
	},
	'answers and tabs that only a style sheet opens': {
		body: `<style>.a input { opacity: 0 } .a p { display: none } .a input:checked ~ p { display: block } .t input, .t section { display: none } #one:checked ~ div #b1, #two:checked ~ div #b2 { display: block } .off { display: none }</style><div class="a"><input type="checkbox" id="q"><label for="q">Is it safe?</label><p>Up to 65 degrees.</p></div><div class="t"><input type="radio" name="t" id="one" checked><label for="one">Size</label> <input type="radio" name="t" id="two"><label for="two">Box</label><div><section id="b1">40 cm</section><section id="b2">Two cables</section></div></div><input type="checkbox" id="ok"><label for="ok">I agree</label><p class="off">You must agree.</p>`,
		markdown: 'Is it safe?\n\nUp to 65 degrees.\n\nSize Box\n\n40 cm\n\nTwo cables\n\nI agree',
	},
	'answers behind links to scripts': {
		body: `<style>.off { display: none }</style><a href="javascript:void(0)" onclick="show('x')">Who made it?</a><div class="off" id="x">A potter in Ulm.</div>`,
		markdown: 'Who made it?\n\nA potter in Ulm.',
	},
	'an initial, words of code beside each other': {
		body: `<style>.cap { float: left } code span { display: flex } .g, .g span { display: grid } .g span { grid-template-columns: 2em 1fr }</style><p><span class="cap">T</span>here was a mill.</p><pre><code><span><b>if</b><i> x:</i></span><span><b>  go()</b></span></code></pre><pre><code class="g"><span><i>1</i><b>one()</b></span><span><i>2</i><b>two()</b></span></code></pre>`,
		markdown: 'There was a mill.\n\n```\nif x:\n  go()\n```\n\n```\none()\ntwo()\n```',
	},
	'tabs that buttons change': {
		body: `<style>.pane { display: none } .pane.on { display: block }</style><div><button>Details</button><button>Shipping</button></div><div><div class="pane on"><p>Holds 300 ml.</p></div><div class="pane"><p>Ships in 4 days.</p></div></div>`,
		markdown: 'Details Shipping\n\nHolds 300 ml.\n\nShips in 4 days.',
	},
	'words that a style sheet hides': {
		body: `<style>.off { display: none } .unseen { visibility: hidden }</style><p><span class="off">In stock</span><span>Sold out</span></p><p>Price: <span class="unseen">99.00</span> <b>12.50</b></p><p class="off">Your cart is empty</p><div hidden style="display: block">Open today</div>`,
		markdown: 'Sold out\n\nPrice: **12.50**\n\nOpen today',
	},
	'prices that a style sheet crosses out': {
		body: `<style>.x1 { text-decoration: line-through } .x2 { color: red }</style><p><span class="x1">20 €</span> <span class="x2">15 €</span></p><p><s>30 €</s> 25 € <del class="x1">9 €</del></p>`,
		markdown: '~~20 €~~ 15 €\n\n~~30 €~~ 25 € ~~9 €~~',
	},
	'a message that waits behind a button': {
		body: `<style>.off { display: none } .card { cursor: pointer }</style><div class="card"><b>Mug</b><span class="off">Sale</span></div><button>Buy</button><div class="off">It is in your cart.</div>`,
		markdown: '**Mug**\n\nBuy',
	},
	'lines of code that a style sheet makes': {
		body: `<style>.l { display: block } code.c { display: block; white-space: pre }</style><pre><code><span class="l">one()</span><span class="l">two()</span></code></pre><code class="c">three()\n  four()</code>`,
		markdown: '```\none()\ntwo()\n```\n\n```\nthree()\n  four()\n```',
	},
	'a table that a style sheet makes': {
		body: `<style>.t { display: table } .r { display: table-row } .r > * { display: table-cell }</style><div class="t"><div class="r"><b>Bolt</b><span></span><span>0.40</span></div><div class="r"><b>Nut</b><span>12</span><span>0.10</span></div></div>`,
		markdown: '|  |  |  |\n| --- | --- | --- |\n| Bolt |  | 0.40 |\n| Nut | 12 | 0.10 |',
	},
	'letters that are set one by one': {
		body: `<style>.w, .w i { display: inline-block; font-style: normal }</style><h1><div class="w"><div class="w">W</div><div class="w">i</div><div class="w">n</div></div> <div class="w">now</div></h1>`,
		markdown: '# Win now',
	},
	'a list that a style sheet numbers in letters': {
		body: `<style>ol { list-style-type: lower-alpha }</style><ol><li>first</li><li>second</li></ol>`,
		markdown: '- a. first\n- b. second',
	},
	'what fields hold that nobody can type over': {
		body: `<style>.off { display: none }</style><p>Size <select id="s"><option>S<option>M</select> <select class="off"><option>Hidden</select></p><p>Sum <input readonly id="r"> <input id="t"> <input type="password" readonly id="p"></p><p><textarea disabled id="a">old</textarea> <input type="submit" value="Order"> <input type="submit" class="off" value="Cancel"></p><script>s.selectedIndex = 1; r.value = '12.50'; t.value = 'typed'; p.value = 'secret'; a.value = 'Ring the bell'</script>`,
		markdown: 'Size M\n\nSum 12.50\n\nRing the bell Order',
	},
	'what stands in for objects that cannot be shown': {
		body: `<object data="/none-such.bin" type="application/x-none"><p>The price is 5 EUR.</p></object><object data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>" type="image/svg+xml"><p>Not drawn</p></object><p>End</p>`,
		markdown: 'The price is 5 EUR.\n\nEnd',
	},
	'numbers behind headings and of items that are no list': {
		body: `<style>body { counter-reset: part } h2 { counter-increment: part } h2::after { content: ' (' counter(part) ')' } .i { display: list-item; list-style: decimal inside } ol { list-style: none } li::before { content: counters(list-item, '.') ' ' }</style><h2>Scope</h2><h2>Terms</h2><div><div class="i">Mix</div><div class="i">Bake</div></div><ol start="3"><li>Cut</li><li>Pack</li></ol>`,
		markdown: '## Scope (1)\n\n## Terms (2)\n\n1\\. Mix\n\n2\\. Bake\n\n- 3 Cut\n- 4 Pack',
	},
	'numbers of headings and steps that a style sheet counts': {
		body: `<style>body { counter-reset: part } h2 { counter-increment: part; counter-reset: point } h2::before { content: counter(part, upper-roman) '. ' } h3 { counter-increment: point } h3::before { content: counter(part) '.' counter(point) } ol { list-style: none; counter-reset: step 2 } li { counter-increment: step } li::before { content: 'Step ' counter(step) ':' } .off { display: none; counter-increment: part }</style><h2>Scope</h2><h3>Who</h3><h3>What</h3><p class="off">Not counted</p><h2>Terms</h2><h3>When</h3><ol><li>Mix</li><li>Bake</li></ol>`,
		markdown:
			'## I. Scope\n\n### 1.1 Who\n\n### 1.2 What\n\n## II. Terms\n\n### 2.1 When\n\n- Step 3: Mix\n- Step 4: Bake',
	},
	'words and signs that a style sheet writes': {
		body: `<style>.must::after { content: ' (required)' } .euro::before { content: '€' } .kg::after { content: '\\00a0kg' } [data-name]::before { content: attr(data-name) ':' } .yes::before { content: '✓' / 'yes' } li.law::marker { content: '§ 3 ' }</style><p class="must">Name</p><p><b class="euro">12.50</b> for <span class="kg">3</span></p><p data-name="Colour">red</p><p>Washable: <span class="yes"></span></p><ul><li class="law">Fees</li></ul>`,
		markdown:
			'Name (required)\n\n**€12.50** for 3 kg\n\nColour: red\n\nWashable: yes\n\n- § 3 Fees',
	},
	'ornaments that a style sheet draws': {
		body: `<style>.home::before { content: '\\f015' } .more::after { content: ' →' } .tip::after { content: 'Copied'; opacity: 0 } .l::before { content: counter(l); counter-increment: l } .set { font-family: 'My Icons' } .set::before { content: 'a' }</style><p class="home">Home <a class="more" href="https://bakery.example/more">More</a></p><p class="tip set">Link</p><pre><code><span class="l">one()</span></code></pre>`,
		markdown: 'Home [More](https://bakery.example/more)\n\nLink\n\n```\none()\n```',
	},
	'an address that a style sheet turns round': {
		body: `<style>b { unicode-bidi: bidi-override; direction: rtl; font-weight: normal }</style><p>Write to <b>elpmaxe.yrekab@nna</b>.</p>`,
		markdown: 'Write to **ann@bakery.example**.',
	},
	'hidden words in a web component': {
		body: `<x-card></x-card><script>customElements.define('x-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<style>.off { display: none }</style><p>New <span class="off">old</span></p>'; } })</script>`,
		markdown: 'New',
	},
	'a page that hides itself while it loads': {
		body: `<style>body { visibility: hidden }</style><p>Shown</p>`,
		markdown: 'Shown',
	},
};

/** Whose style is that of their whole page. */
export const SHOWN_ALONE = Object.keys(SHOWN_PAGES).filter((name) =>
	SHOWN_PAGES[name]?.body.startsWith('<style>body'),
);

/** All others: what they show does not depend on what stands beside them. */
export const SHOWN_TOGETHER = Object.keys(SHOWN_PAGES).filter(
	(name) => !SHOWN_ALONE.includes(name),
);

/** The page with {@link SHOWN_TOGETHER}, each with a style of its own, and a line between them. */
export const SHOWN_BODY = SHOWN_TOGETHER.map((name, at) => {
	const body = SHOWN_PAGES[name]?.body ?? '';
	const styled = body.replace(/^<style>(.*?)<\/style>/, `<style>.of-${at} { $1 }</style>`);
	return `<div class="of-${at}">${styled}</div>`;
}).join('<hr>');

/** A page in another's frame, at an address of its own. */
export const FRAMED_PAGE = `<title>Title of the frame</title><style>.off { display: none }</style><p>Inner text <span class="off">hidden</span><a href="next.html">go on</a> <a href="#part">part</a> <img src="pic.png" srcset="small.png 1x, large.png 2x" alt="pic"></p>`;

/**
 * A page with everything that pages are made of, which notes what the browser shows of it: its own
 * `innerText`, in an attribute.
 */
export const WHOLE_PAGE = `<style>.flex { display: flex } .grid { display: grid } .off { display: none } .up { text-transform: none } .cell { display: inline-block }</style>
<header><a href="/"><img src="/logo.png" alt=""> Harbour Bakery</a><nav><ul><li><a href="/bread">Bread</a></li><li><a href="/cakes">Cakes</a><ul><li><a href="/cakes/plum">Plum</a></li></ul></li></ul></nav></header>
<main><h1>Our <em>daily</em> bread</h1><p>Baked at <time>five</time>, sold<br>until noon. <strong>Cash</strong> only: 3 &lt; 4 &amp; 2*2=4, a_b_c, C:\\dir, [x](y), #1.</p>
<div class="flex"><span>Rye</span><span>4.20</span></div><div class="grid"><div>Spelt</div><div>5.10</div></div>
<dl><dt>Weight</dt><dd>750 g</dd><dt>Crust</dt><dd><p>Dark</p><p>Thick</p></dd></dl>
<table><caption>Hours</caption><thead><tr><th>Day</th><th colspan="2">Open</th></tr></thead><tbody><tr><td>Monday</td><td>6</td><td></td></tr><tr><td rowspan="2">Weekend</td><td>7</td><td>11</td></tr><tr><td>8</td><td>12</td></tr></tbody></table>
<table role="presentation"><tr><td><p>Left column</p></td><td><p>Right column</p></td></tr></table>
<blockquote><p>Best in town.</p><footer>Ann</footer></blockquote>
<pre><code><div>let flour = 500;</div><div>let water = 350;</div></code></pre>
<details open><summary>Allergens</summary><p>Gluten, milk.</p></details>
<figure><img src="/loaf.png" alt="A loaf"><figcaption>Loaf of the week</figcaption></figure>
<ol start="3"><li>Knead</li><li>Rest<ul><li>two hours</li></ul></li></ol><ul><li><label><input type="checkbox" checked> ordered</label></li></ul>
<form><fieldset><legend>Order</legend><label>Name <input value="x"></label><input type="radio"> Small<input type="radio"> Large <button>Send</button></fieldset></form>
<div role="grid"><div role="row"><div role="columnheader">Part</div><div role="columnheader">Qty</div></div><div role="row"><span role="gridcell">Bun</span><span role="gridcell"></span></div></div>
<a href="/card"><h2>Card</h2><p>Opens soon</p></a><section><h2><a href="/x">Linked</a> heading</h2>text without a paragraph<div>and <b>bold</b></div></section>
<p><ruby>漢<rt>kan</rt></ruby> <q>quoted</q> H<sub>2</sub>O x<sup>nd</sup> <kbd>Ctrl</kbd> <mark>marked</mark> <del>old</del> <ins>new</ins> <abbr title="x">abbr</abbr></p><address>Quay 4</address><svg><text>Chart label</text></svg><p class="off">Not shown</p></main>
<aside><p>Advertisement</p></aside><footer><p>Imprint 2024 © Harbour</p></footer>
<script>addEventListener('load', () => document.body.setAttribute('data-said', document.body.innerText))</script>`;
