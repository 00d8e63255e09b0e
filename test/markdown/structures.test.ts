import { convertPage } from '../../packages/page/src/convertPage.ts';

const convert = (html: string): string =>
	convertPage({ html, url: 'https://bakery.example/', contentOnly: false }).markdown;

const fenced = (...lines: string[]): string => ['```', ...lines, '```'].join('\n');

type Cases = ReadonlyArray<readonly [name: string, html: string, markdown: string]>;

describe('Lines of code', () => {
	const cases: Cases = [
		['blocks', '<pre><code><div>a</div><div>b</div></code></pre>', fenced('a', 'b')],
		['paragraphs', '<pre><p>a</p><p>b</p></pre>', fenced('a', 'b')],
		['items of a list', '<pre><ol><li>a</li><li>b</li></ol></pre>', fenced('a', 'b')],
		[
			'rows of a table with empty places for numbers',
			'<pre><code><table><tr><td class="hljs-ln-numbers"></td><td>a</td></tr><tr><td class="hljs-ln-numbers"></td><td>  b</td></tr></table></code></pre>',
			fenced('a', '  b'),
		],
		[
			'rows of a table with numbers',
			'<pre><table><tr><td>1</td><td>let a = 1;</td></tr><tr><td>2</td><td>let b = 2;</td></tr></table></pre>',
			fenced('let a = 1;', 'let b = 2;'),
		],
		[
			'blocks with numbers',
			'<pre><div class="line"><span>9</span>alpha()</div><div class="line"><span>10</span>beta()</div></pre>',
			fenced('alpha()', 'beta()'),
		],
		['numbers that are the code', '<pre><div>1</div><div>3</div></pre>', fenced('1', '3')],
		[
			'blocks that end in line breaks of their own',
			'<pre><div>a\n</div><div>\n</div><div>b<br></div><div></div><div>c</div></pre>',
			fenced('a', '', 'b', '', 'c'),
		],
		[
			'lines that a style sheet makes',
			'<pre><code><span data-rendered-as="block">one()</span><span data-rendered-as="block">two()</span></code></pre>',
			fenced('one()', 'two()'),
		],
		[
			'inline parts of one line',
			'<pre><code><span>let</span> <b>a</b> = <i>1</i>\nnext</code></pre>',
			fenced('let a = 1', 'next'),
		],
		[
			'a table that sets numbers beside code',
			'<table><tr><td><pre>1\n2</pre></td><td><pre><code class="language-js">a\nb</code></pre></td></tr></table>',
			'```js\na\nb\n```',
		],
		[
			'a button to copy it, which goes',
			'<div><div><span>js</span><button>Copy code</button></div><pre><code>a</code></pre></div><p>Text that is long enough to be no label.</p>',
			`js\n\n${fenced('a')}\n\nText that is long enough to be no label.`,
		],
	];

	it.each(cases)('stay apart when they are %s', (_name, html, markdown) => {
		expect(convert(html)).toBe(markdown);
	});
});

describe('Formulas', () => {
	const cases: Cases = [
		['a fraction', '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', '`\\frac{1}{2}`'],
		['a power', '<math><msup><mn>10</mn><mn>3</mn></msup></math>', '`10^{3}`'],
		['a root', '<math><mroot><mi>z</mi><mn>3</mn></mroot></math>', '`\\sqrt[3]{z}`'],
		[
			'an index among other things',
			'<math><msub><mi>x</mi><mn>1</mn></msub><mo>&lt;</mo><mtext>a</mtext></math>',
			'`x_{1} < \\text{a}`',
		],
		[
			'what MathJax 3 draws',
			'<mjx-container><mjx-math><mjx-c></mjx-c></mjx-math><mjx-assistive-mml><math><mfrac><mn>3</mn><mn>4</mn></mfrac></math></mjx-assistive-mml></mjx-container>',
			'`\\frac{3}{4}`',
		],
		[
			'what MathJax 4 draws, by its source',
			'<mjx-container data-latex="x^2"><mjx-math data-latex="x^2"><mjx-mi data-latex="x"></mjx-mi></mjx-math></mjx-container>',
			'`x^2`',
		],
		[
			'what MathJax 3 draws with style sheets alone',
			'<mjx-container><mjx-math><mjx-munderover limits="false"><mjx-mo><mjx-c class="mjx-c2211"></mjx-c></mjx-mo><mjx-script><mjx-mi><mjx-c class="mjx-c1D45B TEX-I"></mjx-c></mjx-mi><mjx-spacer></mjx-spacer><mjx-mn><mjx-c class="mjx-c31"></mjx-c></mjx-mn></mjx-script></mjx-munderover><mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut><mjx-mi><mjx-c class="mjx-c1D44E TEX-I"></mjx-c></mjx-mi></mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut><mjx-msqrt><mjx-sqrt><mjx-surd></mjx-surd><mjx-box><mjx-mn><mjx-c class="mjx-c32"></mjx-c></mjx-mn></mjx-box></mjx-sqrt></mjx-msqrt></mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac></mjx-math></mjx-container>',
			'`\\sum_{1}^{n} \\frac{a}{\\sqrt{2}}`',
		],
		[
			'what KaTeX draws without its source',
			'<span class="katex"><span class="katex-html"><span class="base"><span class="strut"></span><span class="mord"><span class="mord">x</span><span class="msupsub"><span class="vlist-t"><span class="vlist-r"><span class="vlist"><span style="top:-3.1em"><span class="pstrut"></span><span class="mord">2</span></span></span></span></span></span></span><span class="mrel">=</span><span class="mfrac"><span class="vlist-t vlist-t2"><span class="vlist-r"><span class="vlist"><span style="top:-2.3em"><span class="pstrut"></span><span class="mord">4</span></span><span style="top:-3.2em"><span class="frac-line"></span></span><span style="top:-3.7em"><span class="mord">3</span></span></span></span></span></span></span></span></span>',
			'`x^{2} = \\frac{3}{4}`',
		],
		[
			'the letters of what nobody can read otherwise',
			'<span class="katex"><span class="katex-html"><span class="mord accent"><span class="vlist-t"><span class="vlist-r"><span class="vlist"><span style="top:-3em">y</span></span></span></span></span></span></span>',
			'y',
		],
		[
			'what MathJax 2 draws, once',
			'<span class="MathJax_Preview">y</span><span class="MathJax"><nobr>y2</nobr><span><math><msup><mi>y</mi><mn>2</mn></msup></math></span></span><script type="math/tex">y^2</script>',
			'`y^2`',
		],
		['LaTeX that nothing has drawn', '$$a_{i} \\(b_c\\)_d$$', '$$a_{i} \\(b_c\\)_d$$'],
	];

	it.each(cases)('keep their meaning: %s', (_name, html, markdown) => {
		expect(convert(`<p>${html}</p>`)).toBe(markdown);
	});
});

describe('What is hidden', () => {
	const SHOWN = '<p>Shown</p>';
	const kept: ReadonlyArray<readonly [name: string, html: string]> = [
		[
			'named by a control',
			'<p><button aria-controls="a">Open</button></p><p>between</p><div id="a" hidden>Answer</div>',
		],
		[
			'named by a toggle of a library',
			'<a data-bs-toggle="collapse" href="#c">More</a><p>between</p><div id="c" style="display: none">Answer</div>',
		],
		['a panel of tabs', '<div role="tabpanel" hidden>Answer</div>'],
		[
			'behind something that expands',
			'<h3><button aria-expanded="false">Question</button></h3><div style="color:red;display:none">Answer</div>',
		],
		[
			'behind something that can be clicked',
			'<div data-rendered-as="control">Question</div><div data-rendered-as="none">Answer</div>',
		],
		[
			'behind a button in a row of them',
			'<button class="q">One</button><div hidden>Answer</div><button class="q">Two</button><div hidden>Other</div>',
		],
		[
			'a tab that one of as many links shows',
			'<ul><li><a href="#">A</a></li><li><a href="#">B</a></li></ul><div><div>First</div><div style="display:none">Answer</div></div>',
		],
	];
	const left: ReadonlyArray<readonly [name: string, html: string]> = [
		['nothing opens', '<p hidden>Secret</p>'],
		['a style sheet does not show', '<p><span data-rendered-as="none">Secret</span></p>'],
		['a message waits behind a button for', '<button>Buy</button><div hidden>Secret</div>'],
		[
			'is a dialog',
			'<button aria-controls="d">Open</button><div id="d" role="dialog" hidden>Secret</div>',
		],
	];

	it.each(kept)('is kept where the page opens it: %s', (_name, html) => {
		expect(convert(SHOWN + html)).toContain('Answer');
	});

	it.each(left)('is left out where %s', (_name, html) => {
		expect(convert(SHOWN + html)).not.toContain('Secret');
	});

	it('is shown where the browser shows it all the same', () => {
		const html = `<div data-rendered-as="drawn"><p hidden>In stock</p>${SHOWN}</div>`;
		expect(convert(html)).toBe('In stock\n\nShown');
	});

	it('is read when the page shows nothing else', () => {
		const story = 'The ferry leaves at noon and comes back with the tide. '.repeat(12).trim();
		expect(convert(`<p>Loading</p><div style="display:none">${story}</div>`)).toBe(
			`Loading\n\n${story}`,
		);
	});
});

describe('Tables of other elements', () => {
	const TABLE = '| Part | Qty |\n| --- | --- |\n| Bolt |  |\n| Nut | 4 |';
	const cases: Cases = [
		[
			'a grid by roles',
			'<div role="grid"><div role="rowgroup"><div role="row"><div role="columnheader">Part</div><div role="columnheader">Qty</div></div></div><div><div role="row"><div role="gridcell">Bolt</div><div role="gridcell"></div></div><div role="row"><div role="gridcell">Nut</div><div role="gridcell">4</div></div></div></div>',
			TABLE,
		],
		[
			'a grid whose first column does not move, and that leaves out cells',
			'<div role="grid"><div><div role="row" aria-rowindex="1"><span role="columnheader" aria-colindex="1">Part</span></div><div role="row" aria-rowindex="2"><span role="gridcell" aria-colindex="1">Bolt</span></div><div role="row" aria-rowindex="3"><span role="gridcell" aria-colindex="1">Nut</span></div></div><div><div role="row" aria-rowindex="1"><span role="columnheader" aria-colindex="2">Qty</span></div><div role="row" aria-rowindex="3"><span role="gridcell" aria-colindex="2">4</span></div></div></div>',
			TABLE,
		],
		[
			'a table by style',
			'<div data-rendered-as="table"><div data-rendered-as="head"><div data-rendered-as="row"><div data-rendered-as="cell">Part</div><div data-rendered-as="cell">Qty</div></div></div><div data-rendered-as="row"><div data-rendered-as="cell">Bolt</div><div data-rendered-as="cell"></div></div><div data-rendered-as="row"><div data-rendered-as="cell">Nut</div><div data-rendered-as="cell">4</div></div></div>',
			TABLE,
		],
		[
			'the caption of a grid',
			'<div role="table">Stock<div role="row"><span role="columnheader">Part</span><span role="columnheader">Qty</span></div><div role="row"><span role="cell">Nut</span><span role="cell">4</span></div></div>',
			'Stock\n\n| Part | Qty |\n| --- | --- |\n| Nut | 4 |',
		],
		[
			'a page that style sets out in columns',
			'<div data-rendered-as="table"><div data-rendered-as="row"><div data-rendered-as="cell"><h2>News</h2></div><div data-rendered-as="cell">Menu</div></div></div>',
			'## News\n\nMenu',
		],
		[
			'a table of one column',
			'<table><tr><th>City</th></tr><tr><td>Oslo</td></tr><tr><td>Rome</td></tr></table>',
			'| City |\n| --- |\n| Oslo |\n| Rome |',
		],
	];

	it.each(cases)('are read as what they show: %s', (_name, html, markdown) => {
		expect(convert(html)).toBe(markdown);
	});
});

describe('Lines and marks', () => {
	const cases: Cases = [
		[
			'powers, and what is none',
			'x<sup>2n</sup>, a<sup>n+1</sup>, 10<sup>-3</sup>, 1<sup>st</sup>, 2<sup>e</sup>',
			'x^2n, a^n+1, 10^-3, 1st, 2e',
		],
		['lists that count down', '<ol reversed><li>a</li><li>b</li></ol>', '2. a\n1. b'],
		[
			'lists that count from below zero',
			'<ol start="-1"><li>a</li><li>b</li></ol>',
			'- -1. a\n0. b',
		],
		[
			'lists that count in letters',
			'<ol type="a" start="26"><li>x</li><li>y</li></ol>',
			'- z. x\n- aa. y',
		],
		[
			'lists that a style sheet counts in Roman numbers',
			'<ol data-rendered-as="upper-roman" start="4"><li>x</li><li>y</li></ol>',
			'- IV. x\n- V. y',
		],
		[
			'the words of pictures without an address',
			'<p>See <img src="data:image/png;base64,AA" alt="the plan"> here</p>',
			'See the plan here',
		],
		[
			'labels of fields',
			'<form><input type="radio">Small<input type="radio">Large</form>',
			'Small Large',
		],
		[
			'areas of a map',
			'<map><area href="/north" alt="North"><area href="/south" alt="South"></map>',
			'[North](https://bakery.example/north) [South](https://bakery.example/south)',
		],
		[
			'labels of a chart',
			'<p>Sales</p><svg><g><text>2023</text><text>2024</text></g></svg>',
			'Sales\n\n2023 2024',
		],
		[
			'labels of several lines, and what is drawn elsewhere only',
			'<svg><defs><text>glyph</text></defs><symbol><text>part</text></symbol><text>Q1<tspan x="0" dy="20">500</tspan><tspan dy="5">2</tspan></text></svg>',
			'Q1 5002',
		],
		[
			'letters that are set one by one',
			'<h1><div data-rendered-as="inline">W</div><div data-rendered-as="inline">i</div></h1><div><div data-rendered-as="inline">N</div><div data-rendered-as="inline">o</div></div>',
			'# Wi\n\nNo',
		],
		[
			'words of lines of their own',
			'<p>Total<span data-rendered-as="block">5</span><x-a>one</x-a><x-b>two</x-b></p>',
			'Total 5 one two',
		],
	];

	it.each(cases)('are kept as they are shown: %s', (_name, html, markdown) => {
		expect(convert(html)).toBe(markdown);
	});
});
