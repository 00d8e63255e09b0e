import { readTnef } from '../../packages/documents/src/tnef/readTnef.ts';
import { joinTexts, unpackMessage } from '../../packages/documents/src/mail/unpackMessage.ts';
import { outlookPacket } from '../fixtures/documents/outlookPacket.ts';

const FILE = { name: 'TIDES~1.CSV', content: Buffer.from('Port,Low\nBergen,06:12\n') };

const MAIL = {
	properties: [
		[0x0037001f, 'Tide tables'],
		[0x0c1a001f, 'Anna Berg'],
		[0x0c1f001f, '/o=Harbour/cn=anna'],
		[0x5d01001f, 'anna@example.com'],
		[0x00390040, new Date('2026-03-02T09:30:00Z')],
		[0x1000001f, 'Low water at six.'],
	],
	recipients: [
		[
			[0x3001001f, 'Ola'],
			[0x39fe001f, 'ola@example.com'],
			[0x0c150003, 1],
		],
		[
			[0x3001001f, 'Kai'],
			[0x0c150003, 2],
		],
	],
	files: [FILE],
} satisfies Parameters<typeof outlookPacket>[0];

const compressed = (rtf: string) => {
	const head = Buffer.alloc(16);
	head.writeUInt32LE(rtf.length + 12, 0);
	head.writeUInt32LE(rtf.length, 4);
	head.write('MELA', 8, 'latin1');
	return Buffer.concat([head, Buffer.from(rtf, 'latin1')]);
};

it('what Outlook packs is a message: who wrote whom and when, the text, and the files with their full names', () => {
	const message = readTnef(
		outlookPacket({
			...MAIL,
			files: [{ ...FILE, properties: [[0x3707001f, 'Tides of März.csv']] }],
		}),
	);
	expect(message).toMatchObject({
		subject: 'Tide tables',
		from: 'Anna Berg <anna@example.com>',
		to: 'Ola <ola@example.com>',
		cc: 'Kai',
		date: '2026-03-02T09:30:00.000Z',
		body: { format: 'txt', content: 'Low water at six.' },
		attachments: [{ name: 'Tides of März.csv', content: FILE.content }],
		isWhole: true,
	});
});

it.each<[string, Parameters<typeof outlookPacket>[0], object]>([
	[
		'HTML',
		{ properties: [[0x10130102, Buffer.from('<p>Tide</p>')]] },
		{ format: 'html', content: Buffer.from('<p>Tide</p>') },
	],
	[
		'HTML as text',
		{ properties: [[0x1013001f, '<p>Flut März</p>']] },
		{ format: 'html', content: '<p>Flut März</p>' },
	],
	[
		'rich text',
		{ properties: [[0x10090102, compressed('{\\rtf1 Tide}')]] },
		{ format: 'rtf', content: Buffer.from('{\\rtf1 Tide}') },
	],
	[
		'the code page of the packet',
		{
			codePage: 1251,
			properties: [[0x1000001e, Buffer.from('\xcf\xf0\xe8\xeb\xe8\xe2\0', 'latin1')]],
		},
		{ format: 'txt', content: 'Прилив' },
	],
	[
		'the attribute of older programs',
		{ old: [[0x0002800c, Buffer.from('Tide\0')]] },
		{ format: 'txt', content: 'Tide' },
	],
])('its text comes as %s', (_form, packet, body) => {
	expect(readTnef(outlookPacket(packet)).body).toEqual(body);
});

it('an appointment says when and where; senders and times of older programs are read', () => {
	const appointment = readTnef(
		outlookPacket({
			properties: [
				[0x80010040, new Date('2026-03-05T08:00:00Z'), 0x820d],
				[0x80020040, new Date('2026-03-05T09:00:00Z'), 0x820e],
				[0x8003001f, 'Pier 4', 0x8208],
			],
		}),
	);
	expect(appointment.facts?.filter(([, value]) => value !== '')).toEqual([
		['Start', '2026-03-05T08:00:00.000Z'],
		['End', '2026-03-05T09:00:00.000Z'],
		['Place', 'Pier 4'],
	]);
	const sender = Buffer.from('\x04\0\x2a\0\x05\0\x15\0Anna\0SMTP:anna@example.com\0', 'latin1');
	const sent = Buffer.from([0xea, 0x07, 3, 0, 2, 0, 9, 0, 30, 0, 0, 0, 1, 0]);
	const older = readTnef(
		outlookPacket({
			old: [
				[0x00008000, sender],
				[0x00038005, sent],
				[0x00018004, Buffer.from('Tide\0')],
			],
		}),
	);
	expect(older).toMatchObject({
		from: 'Anna <anna@example.com>',
		date: '2026-03-02T09:30:00',
		subject: 'Tide',
	});
});

it('an appointment and a contact say all that people see of them', () => {
	const factsOf = (properties: Parameters<typeof outlookPacket>[0]['properties'] = []) =>
		readTnef(outlookPacket({ properties })).facts?.filter(([, value]) => value !== '');
	expect(
		factsOf([
			[0x80010040, new Date('2026-03-05T08:00:00Z'), 0x820d],
			[0x8002000b, 1, 0x8215],
			[0x80030102, Buffer.alloc(50), 0x8216],
			[0x8004101f, ['Red', 'Tide, low'], 'Keywords'],
			[0x8005000b, 1, [0x00062008, 0x8503]],
			[0x80060003, 30, [0x00062008, 0x8501]],
			[0x00170003, 2],
		]),
	).toEqual([
		['Start', '2026-03-05T08:00:00.000Z'],
		['All day', 'yes'],
		['Recurrence', 'the rule, and days left out or moved, were not read'],
		['Importance', 'high'],
		['Categories', 'Red, Tide, low'],
		['Reminder', '30 minutes before'],
	]);
	expect(
		factsOf([
			[0x3a08001f, '+47 1'],
			[0x3a2f001f, '+47 2'],
			[0x3a420040, new Date('1980-02-03T00:00:00Z')],
			[0x8001001f, 'Quay 5', [0x00062004, 0x801a]],
		]),
	).toEqual([
		['Phone (work)', '+47 1'],
		['Phone (home)', '+47 2'],
		['Address (home)', 'Quay 5'],
		['Birthday', '1980-02-03'],
	]);
	expect(
		factsOf([
			[0x8001000b, 1, [0x00062008, 0x8503]],
			[0x80020040, new Date('2026-03-05T08:00:00Z'), [0x00062008, 0x8502]],
		]),
	).toEqual([['Reminder', '2026-03-05T08:00:00.000Z']]);
});

it('messages inside are files of their own; pictures that the HTML shows are none', () => {
	const inner = outlookPacket(MAIL);
	const object = Buffer.concat([Buffer.alloc(16), inner]);
	const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
	const { attachments } = readTnef(
		outlookPacket({
			files: [
				{
					name: '',
					content: Buffer.alloc(0),
					properties: [
						[0x3701000d, object],
						[0x3001001f, 'Tide tables'],
					],
				},
				{ name: 'logo.png', content: png, properties: [[0x37140003, 4]] },
				{ name: 'photo.png', content: png },
				{ name: 'hidden.png', content: png, properties: [[0x7ffe000b, 1]] },
			],
		}),
	);
	expect(attachments.map(({ name }) => name)).toEqual(['Tide tables.tnef', 'photo.png']);
	expect(attachments[0]?.content.equals(inner)).toBe(true);
});

it('a packet that is cut off is read as far as it goes, and says so; one of nothing is damaged', () => {
	const whole = outlookPacket(MAIL);
	const ends: number[] = [];
	for (let length = 0; length < whole.length; length++) {
		const cut = whole.subarray(0, length);
		let message;
		try {
			message = readTnef(cut);
		} catch (error) {
			expect(String(error)).toMatch(/damaged/);
			continue;
		}
		// Where an attribute ends, nothing says that others followed.
		if (message.isWhole) ends.push(length);
	}
	expect(ends.length).toBeLessThan(whole.length / 20);
	const [head] = [whole.subarray(0, whole.length - 20)];
	expect(readTnef(head)).toMatchObject({ subject: 'Tide tables', isWhole: false });
	expect(readTnef(Buffer.concat([whole, Buffer.from('\r\n')])).isWhole).toBe(true);
});

it('hostile packets end: counts, lengths and sizes that are not there, millions of parts', () => {
	const numbers = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
	const lists = [
		numbers(0xffffffff),
		numbers(0xffffffff, 0x00000000, 0x00000000),
		numbers(1, 0x00371102, 0xffffffff, 0, 0, 0),
		numbers(1, 0x00371001, 0xffffffff),
		numbers(1, 0x0037001f, 1, 0xffffffff),
		numbers(1, 0x80011fff, 1, 1, 1, 1, 1, 0xffffffff),
	];
	for (const list of lists) {
		const subject: [number, Buffer] = [0x00018004, Buffer.from('Tide\0')];
		for (const id of [0x00069003, 0x00069004]) {
			const message = readTnef(outlookPacket({ old: [subject, [id, list]] }));
			expect(message.subject).toBe('Tide');
		}
	}
	const endless = Buffer.alloc(20);
	endless.writeUInt32LE(0x7fffffff, 0);
	endless.write('LZFu', 8, 'latin1');
	const { body } = readTnef(outlookPacket({ properties: [[0x10090102, endless]] }));
	expect(body.content.length).toBeLessThan(100);
	const many = { name: 'a', content: Buffer.alloc(0) };
	expect(() =>
		readTnef(outlookPacket({ files: Array.from({ length: 1001 }, () => many) })),
	).toThrow(/more than 1000 attachments/);
});

it('a message with a packet has its text once, its files, and the paragraphs that only the message has', () => {
	const message = {
		subject: '',
		from: 'Anna <anna@example.com>',
		...{ replyTo: '', to: '', cc: '', bcc: '' },
		body: { format: 'txt' as const, content: 'Low water at six.' },
		attachments: [{ name: 'winmail.dat', content: outlookPacket(MAIL) }],
	};
	const unpacked = unpackMessage(message);
	expect(unpacked.message).toMatchObject({
		subject: 'Tide tables',
		from: 'Anna <anna@example.com>',
		to: 'Ola <ola@example.com>',
		attachments: [{ name: 'TIDES~1.CSV' }],
	});
	const damaged = {
		...message,
		attachments: [{ name: 'winmail.dat', content: Buffer.from('789f3e220100ff', 'hex') }],
	};
	expect(unpackMessage(damaged).message.attachments).toEqual(damaged.attachments);
	const own = 'Low water at\nsix.\n\nList: tides@example.com';
	expect(joinTexts(own, 'Low **water** at six.')).toBe(
		'Low **water** at six.\n\nList: tides@example.com',
	);
	expect(joinTexts(own, '')).toBe(own);
	expect(joinTexts('See below.', 'Low water')).toBe('See below.\n\nLow water');
});
