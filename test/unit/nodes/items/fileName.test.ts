import { fileNameFrom, safeFileName } from '../../../../nodes/shared/items/fileName';

test.each([
	['report.pdf', 'report.pdf'],
	['Bericht für März.pdf', 'Bericht für März.pdf'],
	['../../etc/passwd', '_.._etc_passwd'],
	['C:\\temp\\x.zip', 'C_temp_x.zip'],
	['a\u0000b\nc.txt', 'a_b_c.txt'],
	['.hidden', 'hidden'],
	['what?.md', 'what_.md'],
])("the name '%s' is safe as '%s'", (name, expected) => {
	expect(safeFileName(name)).toBe(expected);
});

test.each([
	['attachment; filename="crawl-1.zip"', 'crawl-1.zip'],
	['attachment; filename=crawl-1.zip', 'crawl-1.zip'],
	['attachment; filename=crawl-1.zip; size=5', 'crawl-1.zip'],
	['attachment; filename="x.zip"; filename*=UTF-8\'\'M%C3%A4rz.zip', 'März.zip'],
	['attachment; filename="x.zip"; filename*=UTF-8\'\'%E0%A4%A', 'x.zip'],
	['attachment; filename="../../x.zip"', '_.._x.zip'],
	['attachment; filename=""', undefined],
	['attachment', undefined],
	['', undefined],
	[undefined, undefined],
])('the header %j names the file %j', (header, expected) => {
	expect(fileNameFrom(header)).toBe(expected);
});
