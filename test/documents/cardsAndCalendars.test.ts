import { calendarMarkdown } from '../../packages/documents/src/calendar/calendar.ts';
import { contactsMarkdown } from '../../packages/documents/src/calendar/contactCards.ts';

const card = (version: string, ...lines: string[]): string =>
	['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n');

describe('a contact card', () => {
	it('has the labels that people gave, and what has none of ours under its own name', () => {
		const text = card(
			'3.0',
			'N:Lind;Marta;;;',
			'FN:Marta Lind',
			'item1.TEL;type=pref:+45 33 12 34',
			'item1.X-ABLabel:Warehouse',
			'item2.X-ABRELATEDNAMES;type=pref:Ole Lind',
			'item2.X-ABLabel:_$!<Spouse>!$_',
			'X-SOCIALPROFILE;type=twitter:https://x.example/marta',
			'BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-02',
			'TZ:Europe/Copenhagen',
			'X-LOCKER:77',
			'X-ABUID:AB-1',
		);
		expect(contactsMarkdown(text)).toBe(
			[
				'# Marta Lind\n',
				'- **Phone (Warehouse):** +45 33 12 34',
				'- **Profile (twitter):** https://x.example/marta',
				'- **Birthday:** 03-02',
				'- **Related (Spouse):** Ole Lind',
				'- **Time zone:** Europe/Copenhagen',
				'- **Locker:** 77',
			].join('\n'),
		);
	});

	it('has the parts of a name that its short form leaves out', () => {
		expect(contactsMarkdown(card('3.0', 'N:Lind;Marta;;Dr.;', 'FN:Marta'))).toBe(
			'# Marta\n\n- **Full name:** Lind, Marta, Dr.',
		);
	});

	it.each([
		['3.0', 'UTF-8', 'J=C3=BCrgen M=C3=BCller'],
		['2.1', 'ISO-8859-1', 'J=FCrgen M=FCller'],
		['2.1', 'IBM850', 'J=81rgen M=81ller'],
		['2.1', 'UTF-8', 'J=C3=BCrgen =\r\nM=C3=BCller'],
	])('of the version %s in quoted %s is read in its letters', (version, charset, name) => {
		const quoted = `FN;CHARSET=${charset};ENCODING=QUOTED-PRINTABLE:${name}`;
		const photo = 'PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQSkY=';
		expect(contactsMarkdown(card(version, photo, quoted, 'TEL:1'))).toBe(
			'# Jürgen Müller\n\n- **Phone:** 1',
		);
	});
});

describe('a calendar', () => {
	const entry = (...lines: string[]): string =>
		['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

	it('has its name, repetitions with their zones, meetings, reminders and who is optional', () => {
		const text = entry(
			'X-WR-CALNAME:Harbour',
			'X-WR-TIMEZONE:Europe/Berlin',
			'BEGIN:VEVENT',
			'SUMMARY:Plan',
			'DTSTART;TZID=Europe/Berlin:20260504T090000',
			'RRULE:FREQ=MONTHLY;BYDAY=1MO;COUNT=3',
			'RDATE;TZID=Europe/Berlin:20260601T120000',
			'EXDATE;TZID=Europe/Berlin:20260706T090000',
			'ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE;CN=Bo:mailto:bo@example.org',
			'X-GOOGLE-CONFERENCE:https://meet.example/xyz',
			'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
			'COMMENT:Bring boots',
			'CLASS:PRIVATE',
			'BEGIN:VALARM',
			'ACTION:DISPLAY',
			'DESCRIPTION:Pack',
			'TRIGGER:-PT15M',
			'END:VALARM',
			'END:VEVENT',
		);
		expect(calendarMarkdown(text)).toBe(
			[
				'- **Calendar:** Harbour',
				'- **Time zone:** Europe/Berlin\n',
				'# Plan\n',
				'- **Start:** 2026-05-04T09:00:00 (Europe/Berlin)',
				'- **Repeats:** FREQ=MONTHLY;COUNT=3;BYDAY=1MO',
				'- **Also on:** 2026-06-01T12:00:00 (Europe/Berlin)',
				'- **Except:** 2026-07-06T09:00:00 (Europe/Berlin)',
				'- **Attendees:** Bo \\<bo@example.org> (optional, tentative)',
				'- **Meeting:** https://meet.example/xyz',
				'- **Visibility:** private',
				'- **Comment:** Bring boots',
				'- **Reminder:** 15 minutes before (Pack)',
			].join('\n'),
		);
	});

	it('of the old version has its quoted texts, and its rule as it is', () => {
		const text = [
			'BEGIN:VCALENDAR',
			'VERSION:1.0',
			'BEGIN:VEVENT',
			'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gro=C3=9Fes =',
			'Treffen',
			'DTSTART:20260504T090000Z',
			'RRULE:W1 MO #5',
			'AALARM:20260504T083000Z;;1;',
			'END:VEVENT',
			'END:VCALENDAR',
		].join('\r\n');
		expect(calendarMarkdown(text)).toBe(
			'# Großes Treffen\n\n- **Start:** 2026-05-04T09:00:00Z\n- **Repeats:** W1 MO #5\n- **Reminder:** 20260504T083000Z',
		);
	});
});
