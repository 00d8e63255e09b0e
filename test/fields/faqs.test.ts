import { extract } from '../../packages/fields/src/extract.ts';
import { listOf, objectOf, pageOf, rules, untilDone } from './fixtures.ts';

const ASKED = ['How do I pay?', 'Can I cancel my order?', 'Do you ship abroad?'];
const answerTo = (question: string): string =>
	`This is what we say to "${question.slice(0, -1)}", in a sentence or two that are long enough for everybody.`;
const ROWS = ASKED.map((question) => ({ question, answer: answerTo(question) }));
const BESIDE =
	'<ul><li><h3>Fast delivery</h3><p>We bring it to you within two days, wherever you live in this country.</p></li><li><h3>Free returns</h3><p>Send it back within a month, and get your money without any further questions.</p></li></ul>';

const page = (write: (question: string, answer: string) => string): string =>
	`<h1>Shop</h1>${BESIDE}<h2>Frequently asked questions</h2>${ASKED.map((one) => write(one, answerTo(one))).join('')}`;

async function ask(html: string, names: Record<string, string>) {
	const request = { schema: objectOf({ faqs: listOf(names) }), output: 'json' as const };
	const { content } = await extract([pageOf(html)], request, rules, untilDone);
	return Object(content).faqs;
}

describe('questions and answers of a page', () => {
	it.each([
		['headings', page((asked, said) => `<h3>${asked}</h3><p>${said}</p>`)],
		[
			'details',
			page((asked, said) => `<details><summary>${asked}</summary><p>${said}</p></details>`),
		],
		[
			'buttons in headings',
			page(
				(asked, said) => `<div><h3><button>${asked}</button></h3><div><p>${said}</p></div></div>`,
			),
		],
		[
			'buttons in a row',
			page((asked, said) => `<button>${asked}</button><div><p>${said}</p></div>`),
		],
		[
			'buttons that open',
			page(
				(asked, said) =>
					`<div class="item"><button aria-expanded="false">${asked}</button><div><p>${said}</p></div></div>`,
			),
		],
		[
			'terms',
			`${page(() => '')}<dl>${ASKED.map((one) => `<dt>${one}</dt><dd>${answerTo(one)}</dd>`).join('')}</dl>`,
		],
	])('are rows, in %s', async (_name, html) => {
		expect(await ask(html, { question: 'string', answer: 'string' })).toEqual(ROWS);
	});

	it.each([
		'questions and answers',
		'Extract all FAQs with question and answer',
		'question, answer',
	])('are rows for the prompt "%s"', async (prompt) => {
		const html = page((asked, said) => `<h3>${asked}</h3><p>${said}</p>`);
		const { content } = await extract([pageOf(html)], { prompt, output: 'json' }, rules, untilDone);

		expect(Object.values(Object(content))).toEqual([ROWS]);
	});

	it('are found in other languages', async () => {
		const html = page((asked, said) => `<h3>${asked}</h3><p>${said}</p>`);
		const rows = ROWS.map(({ question, answer }) => ({ Frage: question, Antwort: answer }));

		expect(await ask(html, { Frage: 'string', Antwort: 'string' })).toEqual(rows);
	});

	it('are the titles of a list in which only some have a mark', async () => {
		const titles = ['How to sort a list?', 'Sorting fails', 'A loop is slow', 'The build fails'];
		const list = titles.map(
			(title, at) =>
				`<li><h3><a href="/q/${at}">${title}</a></h3><span class="votes">${at + 3}</span></li>`,
		);
		const rows = await ask(`<h1>Newest</h1><ul>${list.join('')}</ul>`, {
			question: 'string',
			votes: 'integer',
		});

		expect(rows).toEqual(titles.map((question, at) => ({ question, votes: at + 3 })));
	});

	it('are not the titles of something else', async () => {
		const rows = await ask(`<h1>Your questions</h1>${BESIDE}`, {
			question: 'string',
			answer: 'string',
		});
		expect(rows).toEqual([]);
	});
});
