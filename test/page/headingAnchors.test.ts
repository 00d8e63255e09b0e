import { convertPage } from '../../packages/page/src/convertPage.ts';

const TEXT = `<p>${'Words of the guide. '.repeat(30)}</p>`;

function anchorsOf(body: string, contentOnly = false) {
	const html = `<!doctype html><html><head><title>Guide</title></head><body>${body}</body></html>`;
	return convertPage({ html, url: 'https://x.example/guide', contentOnly }).anchors;
}

describe('the headings of a page that an address leads to', () => {
	const BODY = `<main id="content"><h1>Guide</h1>${TEXT}
		<h2 id="install">Install <a href="#install">¶</a></h2>${TEXT}
		<section id="use"><h2>Use</h2>${TEXT}</section>
		<a name="old"></a><h2>Old way</h2>${TEXT}
		<h3><a id="inner"></a>Inner</h3>${TEXT}
		<h3 id="zwei Wörter">Two words</h3>${TEXT}<h3>Without</h3></main>`;
	const ANCHORS = [
		{ heading: 'Install ¶', anchor: '#install' },
		{ heading: 'Use', anchor: '#use' },
		{ heading: 'Old way', anchor: '#old' },
		{ heading: 'Inner', anchor: '#inner' },
		{ heading: 'Two words', anchor: '#zwei%20W%C3%B6rter' },
	];

	it.each([true, false])('are those with a name, of a section that they begin too (%s)', (only) => {
		expect(anchorsOf(BODY, only)).toEqual(ANCHORS);
	});

	it('are at most 2,000', () => {
		expect(anchorsOf('<h2 id="a">A</h2>'.repeat(2_100))).toHaveLength(2_000);
	});
});
