/** Attributes that are read ([MS-OXTNEF], 2.1.3.3). */
export const ATTRIBUTE = {
	codePage: 0x00_06_90_07,
	from: 0x00_00_80_00,
	subject: 0x00_01_80_04,
	dateSent: 0x00_03_80_05,
	body: 0x00_02_80_0c,
	properties: 0x00_06_90_03,
	recipients: 0x00_06_90_04,
	/** Where an attachment begins. */
	attachment: 0x00_06_90_02,
	attachmentTitle: 0x00_01_80_10,
	attachmentData: 0x00_06_80_0f,
	attachmentProperties: 0x00_06_90_05,
} as const;

/** Properties that are read ([MS-OXPROPS]), as `TnefProperties` calls them. */
export const PROPERTY = {
	subject: '37',
	plain: '1000',
	rtf: '1009',
	html: '1013',
	submitted: '39',
	delivered: 'e06',
	senderName: 'c1a',
	senderAddress: 'c1f',
	senderSmtp: '5d01',
	replyNames: '50',
	shownTo: 'e04',
	shownCc: 'e03',
	shownBcc: 'e02',
	recipientType: 'c15',
	name: '3001',
	address: '3003',
	smtpAddress: '39fe',
	data: '3701',
	shortFileName: '3704',
	fileName: '3707',
	isHidden: '7ffe',
	attachmentFlags: '3714',
} as const;
