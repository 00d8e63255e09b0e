import { nameServedDocument } from '../../../service/src/documents/fileNames.ts';

const detect = (
	contentType: string,
	url = 'https://x.example/files/report',
	contentDisposition = '',
) => nameServedDocument({ url, contentType, contentDisposition });

describe('nameServedDocument', () => {
	it.each([
		['application/pdf', 'report.pdf'],
		['application/pdf; charset=binary', 'report.pdf'],
		['APPLICATION/PDF', 'report.pdf'],
		['application/x-pdf', 'report.pdf'],
		['application/vnd.ms-word.document.macroEnabled.12', 'report.docx'],
		['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'report.docx'],
		['application/vnd.ms-excel', 'report.xls'],
		['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'report.pptx'],
		['text/csv', 'report.csv'],
		['image/tiff', 'report.tif'],
		['application/vnd.ms-outlook', 'report.msg'],
		['application/rss+xml; charset=utf-8', 'report.xml'],
		['text/markdown', 'report.md'],
		['text/plain', 'report'],
		['text/calendar; charset=utf-8', 'report.ics'],
	])('recognises %s by its content type', (contentType, fileName) => {
		expect(detect(contentType)).toBe(fileName);
	});

	it.each([
		['application/octet-stream', 'https://x.example/a/Q1.XLSX', '', 'Q1.XLSX'],
		['text/plain', 'https://x.example/a/prices.csv', '', 'prices.csv'],
		['text/plain; charset=utf-8', 'https://x.example/a/notes', '', 'notes'],
		['text/plain', 'https://x.example/a/page.html', '', 'page.html.txt'],
		['application/x-gzip', 'https://x.example/sitemap.xml.gz', '', 'sitemap.xml'],
		['application/octet-stream', 'https://x.example/a/prices.csv.gz', '', 'prices.csv'],
		['', 'https://x.example/a/letter.docx?version=2', '', 'letter.docx'],
		[
			'application/octet-stream',
			'https://x.example/get',
			'attachment; filename="Q1 report.pdf"',
			'Q1 report.pdf',
		],
		[
			'application/octet-stream',
			'https://x.example/get',
			'attachment; filename=Q1 report.pdf',
			'Q1 report.pdf',
		],
		[
			'application/octet-stream',
			'https://x.example/get',
			'attachment; filename=slides.pptx; size=9',
			'slides.pptx',
		],
		[
			'application/force-download',
			'https://x.example/get',
			"attachment; filename*=UTF-8''%C3%9Cbersicht.ods; filename=o.ods",
			'Übersicht.ods',
		],
	])(
		'recognises a file of vague type "%s" by its name',
		(contentType, url, disposition, fileName) => {
			expect(detect(contentType, url, disposition)).toBe(fileName);
		},
	);

	it.each([
		['application/octet-stream', '', 'report'],
		['application/x-download', 'attachment', 'report'],
		['application/json', 'attachment; filename=data.json', 'data.json'],
		['text/html', 'attachment; filename=saved.html', 'saved.html'],
		['', 'attachment', 'report'],
	])('leaves it to the content what a file of type "%s" (%s) is', (type, disposition, name) => {
		expect(detect(type, 'https://x.example/report', disposition)).toBe(name);
	});

	it('takes files of programs that send them', () => {
		expect(detect('application/octet-stream', 'https://x.example/get.php?id=1')).toBe('get.php');
	});

	it('never takes a folder from the server', () => {
		expect(
			detect('application/pdf', 'https://x.example/', 'attachment; filename="../../etc/a.pdf"'),
		).toBe('a.pdf');
		expect(detect('application/pdf', 'https://x.example/%2e%2e%2fa.pdf')).toBe('a.pdf');
	});

	it('names a file without a name after its host', () => {
		expect(detect('application/pdf', 'https://x.example/')).toBe('x.example.pdf');
		expect(detect('application/pdf', 'https://x.example/%ZZ')).toBe('%ZZ.pdf');
	});

	it.each([
		['text/html', 'https://x.example/manual.pdf'],
		['application/json', 'https://x.example/data'],
		['image/png', 'https://x.example/scan.png'],
		['application/octet-stream', 'https://x.example/setup.exe'],
		['', 'https://x.example/report'],
		['video/mp4', 'https://x.example/film'],
	])('leaves %s at %s to the browser', (contentType, url) => {
		expect(detect(contentType, url)).toBeUndefined();
	});
});
