import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, pageOf, rules, texts, untilDone } from './fixtures.ts';

const FOOTER =
	'<footer><address>12 Main St<br>10115 Berlin</address><a href="https://www.linkedin.com/company/bell">in</a> <a href="https://x.com/bell">X</a> <a href="https://www.facebook.com/sharer/sharer.php?u=1">Share</a></footer>';
const SEVERAL =
	'<p>Write to <a href="mailto:sales@b.example?subject=Hi">Sales</a>, <a href="mailto:jobs@b.example">Jobs</a>.</p>';
const PLAIN = '<p>Telefon: 030 1234567<br>E-Mail: info@b.example</p>';

async function ask(body: string, question: object) {
	const page = pageOf(`<h1>Bell Ltd</h1>${body}`);
	return await extract([page], { output: 'json', ...question }, rules, untilDone);
}

describe('contact details of a page', () => {
	it.each(['contact details', 'Extract the contact information', 'Kontaktdaten', 'coordonnées'])(
		'are all of them for the prompt "%s"',
		async (prompt) => {
			const { content, warnings } = await ask(PLAIN + SEVERAL + FOOTER, { prompt });
			expect(content).toEqual({
				emails: ['sales@b.example', 'jobs@b.example', 'info@b.example'],
				phones: ['030 1234567'],
				address: '12 Main St, 10115 Berlin',
				socialMediaLinks: ['https://www.linkedin.com/company/bell', 'https://x.com/bell'],
			});
			expect(warnings).toEqual([]);
		},
	);

	it('are read by kind: profiles are no links that share, and belong to a site', async () => {
		const schema = objectOf({ email: 'string', linkedin: 'string', twitterUrl: 'string' });
		const { content } = await ask(PLAIN + FOOTER, { schema });
		expect(content).toEqual({
			email: 'info@b.example',
			linkedin: 'https://www.linkedin.com/company/bell',
			twitterUrl: 'https://x.com/bell',
		});
	});

	it('have numbers whose word for calling is in the line above', async () => {
		const { content } = await ask('<p><strong>Call Us:</strong><br>(512) 555-0116</p>', {
			schema: objectOf({ phone: 'string' }),
		});
		expect(content).toEqual({ phone: '(512) 555-0116' });
	});

	it('of which there are several are no single one, and that is said', async () => {
		const { content, warnings } = await ask(SEVERAL, {
			schema: objectOf({ name: 'string', email: 'string' }),
		});
		expect(content).toEqual({ name: 'Bell Ltd', email: null });
		expect(warnings).toContain(`Not sure: 'email' may be "sales@b.example" or "jobs@b.example".`);
		const all = await ask(SEVERAL, { schema: objectOf({ emails: texts }) });
		expect(all.content).toEqual({ emails: ['sales@b.example', 'jobs@b.example'] });
	});

	it('are never the address of the page', async () => {
		const schema = objectOf({ address: 'string', socialLinks: texts });
		const { content } = await ask('<p>Welcome to our bell foundry.</p>', { schema });
		expect(content).toEqual({ address: null, socialLinks: [] });
	});

	it('of two elements are not glued to what is beside them', async () => {
		const table = '<table><tr><th>E-mail</th><td>hi@h.example</td><td>Phone</td></tr></table>';
		const { content } = await ask(table, { schema: objectOf({ email: 'string' }) });
		expect(content).toEqual({ email: 'hi@h.example' });
	});
});

describe('contact details of a document', () => {
	it('are read from plain text', async () => {
		const markdown = 'Bell Ltd\n\nTel.: 030 1234567\nE-Mail: k@example.de\n';
		const source = { url: '', title: 'a.txt', markdown };
		const schema = objectOf({ email: 'string', phone: 'string', emails: texts });
		const { content } = await extract([source], { schema }, rules, untilDone);
		expect(content).toEqual({
			email: 'k@example.de',
			phone: '030 1234567',
			emails: ['k@example.de'],
		});
	});
});

describe('a date with words behind it', () => {
	it.each([
		['03.08.1991 in Erfurt', '03.08.1991'],
		['4 May 1991 in Leeds', '4 May 1991'],
		['03.08.1991', '03.08.1991'],
		['spring 1991 in Erfurt', 'spring 1991 in Erfurt'],
	])('%s is %s for a field of a date', async (text, date) => {
		const source = { url: '', title: 'a.txt', markdown: `Geburtsdatum: ${text}\n` };
		const schema = objectOf({ geburtsdatum: 'string' });
		const { content } = await extract([source], { schema }, rules, untilDone);
		expect(content).toEqual({ geburtsdatum: date });
	});

	it('is that date where the schema wants one', async () => {
		const source = { url: '', title: 'a.txt', markdown: 'Geburtsdatum: 03.08.1991 in Erfurt\n' };
		const schema = objectOf({ geburtsdatum: { type: 'string', format: 'date' } });
		const { content } = await extract([source], { schema }, rules, untilDone);
		expect(content).toEqual({ geburtsdatum: '1991-08-03' });
	});
});
