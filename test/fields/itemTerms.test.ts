import { calendarMarkdown } from '../../packages/documents/src/calendar/calendar.ts';
import { contactsMarkdown } from '../../packages/documents/src/calendar/contactCards.ts';
import { extract } from '../../packages/fields/src/extract.ts';
import { listOf, objectOf, rules, untilDone } from './fixtures.ts';

async function fill(markdown: string, properties: Record<string, string | object>) {
	const source = { title: 'file', markdown, url: '' };
	const { content } = await extract([source], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}
const textsOf = (names: string) =>
	Object.fromEntries(names.split(' ').map((name) => [name, 'string']));
const texts = { type: 'array', items: { type: 'string' } };

const event = (summary: string, more = '') =>
	`BEGIN:VEVENT\nSUMMARY:${summary}\nDTSTART:20261201T100000Z\nDTEND:20261201T110000Z\nLOCATION:Pier 9\nORGANIZER;CN=Ada Moss:mailto:a@x.test\nATTENDEE;CN=Bo:mailto:b@x.test\nATTENDEE:mailto:c@x.test\n${more}END:VEVENT\n`;
const calendar = (entries: string) =>
	calendarMarkdown(`BEGIN:VCALENDAR\nVERSION:2.0\n${entries}END:VCALENDAR\n`);
const MAIL =
	'# Offer 5\n\n- **From:** Ada \\<a@x.test>\n- **To:** Bo \\<b@x.test>, c@x.test\n- **Date:** 2026-11-26T10:00:00.000Z\n\nHello Bo,\n\nTotal: 5 EUR';

describe('further names that schemas have', () => {
	it('for the facts of an invitation', async () => {
		const wanted = textsOf('summary location venue startDate end_time organiser description');
		await expect(fill(calendar(event('Dock visit')), wanted)).resolves.toEqual({
			summary: 'Dock visit',
			location: 'Pier 9',
			venue: 'Pier 9',
			startDate: '2026-12-01T10:00:00Z',
			end_time: '2026-12-01T11:00:00Z',
			organiser: 'Ada Moss <a@x.test>',
			description: null,
		});
		await expect(fill(calendar(event('Dock visit')), { participants: texts })).resolves.toEqual({
			participants: ['Bo <b@x.test>', 'c@x.test'],
		});
	});

	it('for each entry of a calendar; what differs has none for the whole', async () => {
		const markdown = calendar(event('One', 'DESCRIPTION:Plans\n') + event('Two'));
		await expect(
			fill(markdown, {
				summary: 'string',
				events: listOf({ summary: 'string', location: 'string', description: 'string' }),
			}),
		).resolves.toEqual({
			summary: null,
			events: [
				{ summary: 'One', location: 'Pier 9', description: 'Plans' },
				{ summary: 'Two', location: 'Pier 9', description: null },
			],
		});
	});

	it('for a task and a contact', async () => {
		const task = calendar('BEGIN:VTODO\nSUMMARY:Paint\nDUE:20261203\nEND:VTODO\n');
		await expect(fill(task, textsOf('task deadline'))).resolves.toEqual({
			task: 'Paint',
			deadline: '2026-12-03',
		});
		const card = contactsMarkdown(
			'BEGIN:VCARD\nVERSION:3.0\nFN:Ada Moss\nTITLE:Captain\nTEL;TYPE=work:1 23\nTEL;TYPE=cell:4 56\nEMAIL:a@x.test\nEND:VCARD',
		);
		await expect(
			fill(card, textsOf('name title jobTitle mobile workPhone phone email')),
		).resolves.toEqual({
			name: 'Ada Moss',
			title: 'Captain',
			jobTitle: 'Captain',
			mobile: '4 56',
			workPhone: '1 23',
			phone: null,
			email: 'a@x.test',
		});
	});

	it('for a mail, its text and what is attached to it', async () => {
		const wanted = textsOf('subject sender sentAt body location');
		const mail = {
			subject: 'Offer 5',
			sender: 'Ada <a@x.test>',
			sentAt: '2026-11-26T10:00:00.000Z',
			body: 'Hello Bo, Total: 5 EUR',
		};
		await expect(fill(MAIL, wanted)).resolves.toEqual({ ...mail, location: null });
		const invitation = calendar(event('Dock visit')).replace('# ', '## ');
		await expect(fill(`${MAIL}\n\n${invitation}`, wanted)).resolves.toEqual({
			...mail,
			location: 'Pier 9',
		});
		await expect(fill(`${MAIL}\n\n## More\n\nText`, textsOf('body'))).resolves.toEqual({
			body: null,
		});
		await expect(fill(MAIL, { recipients: texts })).resolves.toEqual({
			recipients: ['Bo <b@x.test>', 'c@x.test'],
		});
		const turned = MAIL.replace('Bo \\<b@x.test>, c@x.test', 'c@x.test, Reed, Bo \\<b@x.test>');
		await expect(fill(turned, { recipients: texts })).resolves.toEqual({
			recipients: ['c@x.test', 'Reed, Bo <b@x.test>'],
		});
	});

	it('for no other list of facts', async () => {
		const trip = '# Trip\n\n- **From:** Kiel\n- **To:** Oslo\n- **Date:** 3 May 2026\n\nBy ship.';
		await expect(fill(trip, textsOf('sender subject body'))).resolves.toEqual({
			sender: null,
			subject: null,
			body: null,
		});
		const race = '# Race\n\n- **Place:** 3rd\n- **Start:** 9 a.m.';
		await expect(fill(race, textsOf('location summary'))).resolves.toEqual({
			location: null,
			summary: null,
		});
	});
});
