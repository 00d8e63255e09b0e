import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, pageOf, rules, untilDone } from './fixtures.ts';

const ASKED = { title: 'string', author: 'string', published_date: 'string' };
const TEXT = `<p>${'The council has approved the new line after a long debate. '.repeat(4)}</p>`;

async function ask(html: string) {
	const page = pageOf(html);
	const { content } = await extract(
		[page],
		{ schema: objectOf(ASKED), output: 'json' },
		rules,
		untilDone,
	);
	return content;
}

describe('who wrote a page, and when', () => {
	it.each([
		['<p>By <a href="/ann">Ann Lee</a> · Published May 4, 2024 · 5 min read</p>', 'May 4, 2024'],
		[
			'<div class="byline">By Ann Lee</div><time datetime="2024-05-04">last Saturday</time>',
			'2024-05-04',
		],
		['<p>By Ann Lee on 4 May 2024</p>', '4 May 2024'],
		['<p>Written by Ann Lee Updated 4 May 2024</p>', '4 May 2024'],
		[
			'<div class="author">Editor <b class="author-name">Ann Lee</b></div><i>4 May 2024</i>',
			'4 May 2024',
		],
		['<span class="author">Ann Lee</span>, <span class="when">4 May 2024</span>', '4 May 2024'],
	])('stands between the title and the text: %s', async (line, date) => {
		expect(await ask(`<h1>New line</h1>${line}${TEXT}`)).toEqual({
			title: 'New line',
			author: 'Ann Lee',
			published_date: date,
		});
	});

	it('also ends where the text has links in it', async () => {
		const text = TEXT.replaceAll('council', '<a href="/council">council</a>');
		const line = '<p>By <a href="/ann">Ann Lee</a> · May 4, 2024</p>';

		expect(await ask(`<h1>New line</h1>${line}${text}`)).toEqual({
			title: 'New line',
			author: 'Ann Lee',
			published_date: 'May 4, 2024',
		});
	});

	it('is the day above the first post of a thread, not that on which its author joined', async () => {
		const post = (name: string, day: string) =>
			`<div class="post"><div class="user"><a>${name}</a> <span>Joined: 2 Jan 2012</span></div><span class="day">${day}</span><div>${TEXT}</div></div>`;
		const thread = `<h1>Which line?</h1>${post('ann', '30 March 2025')}${post('bob', '2 April 2025')}`;

		expect(await ask(thread)).toMatchObject({ published_date: '30 March 2025' });
	});

	it('is not in a form, and not among names without a day', async () => {
		const form = '<form><span class="username">User name</span> <input> 4 May 2024</form>';
		const review = '<span class="author">Bob C.</span>';
		const nobody = { title: 'New line', author: null, published_date: null };

		expect(await ask(`<h1>New line</h1>${form}${TEXT}`)).toEqual(nobody);
		expect(await ask(`<h1>New line</h1>${review}${TEXT}`)).toEqual(nobody);
	});

	it('is not that of an entry of a list', async () => {
		const card = (title: string, name: string, day: string) =>
			`<div class="card"><h2><a href="/${name}">${title}</a></h2><p>By ${name} on ${day}</p>${TEXT}</div>`;
		const list = `<h1>News</h1>${card('Tram', 'Ann Lee', '4 May 2024')}${card('Bus', 'Bob Ray', '5 May 2024')}`;

		expect(await ask(list)).toMatchObject({ author: null, published_date: null });
	});

	it('is a name, not the address of a profile that the page declares', async () => {
		const head = '<meta property="article:author" content="https://social.example/ann">';
		const line = '<p>By Ann Lee, 4 May 2024</p>';

		expect(await ask(`${head}<h1>New line</h1>${line}${TEXT}`)).toMatchObject({
			author: 'Ann Lee',
		});
	});
});

it('has the name of its publisher, not the address of a profile', async () => {
	const head =
		'<meta property="article:publisher" content="https://social.example/valley"><meta property="og:site_name" content="Valley News">';
	const { content } = await extract(
		[pageOf(`${head}<h1>New line</h1>${TEXT}`)],
		{ schema: objectOf({ publisher: 'string' }) },
		rules,
		untilDone,
	);
	expect(content).toEqual({ publisher: 'Valley News' });
});
