import { createServer } from 'node:net';
import { createLinkSigner } from '../../../service/src/files/signedLinks.ts';
import { createAddressPolicy } from '../../../service/src/net/addressGuard.ts';
import { describeAnswer, fetchLink } from '../../../service/src/parse/links/fetchLink.ts';
import type { DocumentFiles } from '../../../service/src/parse/files/documentFiles.ts';
import { describeSubstitutePage } from '../../../packages/documents/src/text/substitutePage.ts';
import {
	cleanFileName,
	fileNameOfUrl,
	nameWithEnding,
	servedFileName,
} from '../../../service/src/documents/fileNames.ts';

describe('the name of a linked document', () => {
	it.each([
		['https://example.com/a/report.pdf?x=1', '', 'application/pdf', 'report.pdf'],
		['https://example.com/download', '', 'application/pdf; q=1', 'download.pdf'],
		['https://example.com/d', 'attachment; filename="my report.docx"', '', 'my report.docx'],
		['https://example.com/d', "attachment; filename*=UTF-8''K%C3%B6ln.csv", 'text/csv', 'Köln.csv'],
		['https://example.com/d', 'attachment; filename="MÃ¤rz.pdf"', '', 'März.pdf'],
		['https://example.com/d', 'attachment; filename="März.pdf"', '', 'März.pdf'],
		['https://example.com/d', 'attachment; filename="è«\u008bæ±\u0082.pdf"', '', '請求.pdf'],
		['https://example.com/d', 'attachment; filename="../../etc/passwd"', '', 'passwd'],
		['https://example.com/', '', 'text/html', 'example.com.html'],
		['https://example.com/%zz.pdf', '', '', '%zz.pdf'],
	])('%s (%s, %s) is %s', (url, contentDisposition, contentType, name) => {
		expect(nameWithEnding(servedFileName(url, contentDisposition), contentType)).toBe(name);
	});

	it('is known before anything is fetched', () => {
		expect(fileNameOfUrl('https://example.com/files/Bericht%202026.pdf')).toBe('Bericht 2026.pdf');
	});

	it('holds no path, no control characters, and is never empty', () => {
		expect(cleanFileName('C:\\papers\\a\u0007.pdf')).toBe('a.pdf');
		expect(cleanFileName(' ')).toBe('document');
		expect(cleanFileName(`${'x'.repeat(400)}.pdf`)).toHaveLength(255);
	});
});

describe('the name of an uploaded document', () => {
	it.each([
		['export', 'text/csv', 'export.csv'],
		['', 'application/pdf', 'document.pdf'],
		['report.docx', 'application/pdf', 'report.docx'],
		['data', 'application/octet-stream', 'data'],
	])('%s of the type %s is %s', (name, mediaType, complete) => {
		expect(nameWithEnding(name, mediaType)).toBe(complete);
	});
});

describe('a link that gives something else than its document', () => {
	const page = { format: 'html', fileName: 'page.html' };

	it.each([
		['https://example.com/report.pdf', page, 'should lead to a PDF, but returned a page'],
		['https://example.com/get?file=report.pdf', page, 'should lead to a PDF, but returned a page'],
		['https://example.com/d/1', { ...page, sourceUrl: 'https://login.example.com/x' }, 'led to'],
		[
			'https://example.com/d/1',
			{ ...page, sourceUrl: 'https://example.com/users/sign_in' },
			'led to',
		],
		[
			'https://example.com/report.xlsx',
			{ format: 'json', fileName: 'error.json' },
			'should lead to an Excel workbook, but returned a JSON file',
		],
	])('is told of: %s', (link, answer, sentence) => {
		expect(describeAnswer(link, answer)).toEqual([expect.stringContaining(sentence)]);
	});

	it.each([
		['https://example.com/report.pdf', { format: 'pdf', fileName: 'report.pdf' }],
		['https://example.com/report', page],
		['https://example.com/index.html', page],
		[
			'https://example.com/sign-in-sheet',
			{ ...page, sourceUrl: 'https://example.com/sign-in-sheet' },
		],
		['https://example.com/d/1', { ...page, sourceUrl: 'https://example.com/papers/1' }],
		// Its name is compared with its content.
		['https://example.com/report.pdf', { format: 'json', fileName: 'report.pdf' }],
		['https://example.com/data.csv', { format: 'txt', fileName: 'data' }],
	])('is not told of: %s', (link, answer) => {
		expect(describeAnswer(link, answer)).toEqual([]);
	});
});

describe('a linked page', () => {
	const url = 'https://example.com/files/17';
	const title = (text: string) => `<html><head><title>${text}</title></head><body>`;

	it.each([
		['asks for a password', '<form><input type="password"></form>', 'has a password field'],
		[
			'asks for a name first',
			`${title('Sign in - Accounts')}<script>${'x'.repeat(5_000)}</script><form><input name="identifier"></form>`,
			'looks like a sign-in page',
		],
		['says 404', `${title('404')}<p>Sorry.</p>`, 'nothing exists at its address'],
		[
			'says it has an error',
			'<title>Error 404 | Club</title><p>Sorry.</p>',
			'nothing exists at its address',
		],
		[
			'says so in words',
			'<h1>Page not found</h1><p>Try the start page.</p>',
			'nothing exists at its',
		],
		[
			'says so in German',
			`${title('Seite nicht gefunden | Verein')}<p>Leider.</p>`,
			'nothing exists at its',
		],
	])('that %s is told of', (_what, html, sentence) => {
		expect(describeSubstitutePage(html, url)).toEqual([expect.stringContaining(sentence)]);
	});

	it.each([
		['an article', `${title('Herring')}<h1>Herring</h1><p>Its history.</p>`],
		['a number', `${title('RFC 9404: Mail')}<h1>Section 1.404</h1>`],
		['a car', `${title('Peugeot 404 (1960)')}<h1>The 404 of 1960</h1>`],
		['a text about it', `<h1>Page not found: how to mend it</h1><p>${'Words. '.repeat(400)}</p>`],
		['a form to register', `${title('Join')}<form><input name="email"></form>`],
	])('that is %s is read without a word', (_what, html) => {
		expect(describeSubstitutePage(html, url)).toEqual([]);
	});
});

test('a link whose server never comes to its answer fails with that reason', async () => {
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		const hint = () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
		const timer = setInterval(hint, 20);
		socket.once('close', () => clearInterval(timer));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = Object(server.address());
	// Ten minutes in the service.
	const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(300));
	const file = {
		id: 'file-1',
		fileName: 'a.pdf',
		sourceUrl: `http://user:secret@127.0.0.1:${port}/a.pdf`,
		announcedBytes: undefined,
		storedBytes: undefined,
	};
	const files = {} as unknown as DocumentFiles;
	const policy = createAddressPolicy({ allowPrivateAddresses: true });
	const fetching = fetchLink(file, { files, policy }, new AbortController().signal);

	try {
		await expect(fetching).rejects.toThrow(
			`http://***@127.0.0.1:${port}/a.pdf did not answer within 600 seconds.`,
		);
	} finally {
		limit.mockRestore();
		server.close();
	}
});

describe('a signed link', () => {
	const links = createLinkSigner('secret');
	const parts = () => {
		const query = new URLSearchParams(links.sign('file-1', 900));
		return { expires: Number(query.get('expires')), signature: query.get('signature') ?? '' };
	};

	it('is good for its file and its time, and for nothing else', () => {
		const { expires, signature } = parts();

		expect(links.isValid('file-1', expires, signature)).toBe(true);
		expect(links.isValid('file-2', expires, signature)).toBe(false);
		expect(links.isValid('file-1', expires + 1, signature)).toBe(false);
		expect(links.isValid('file-1', expires, 'short')).toBe(false);
		expect(createLinkSigner('other').isValid('file-1', expires, signature)).toBe(false);
		jest.useFakeTimers({ now: Date.now() + 901_000 });
		expect(links.isValid('file-1', expires, signature)).toBe(false);
		jest.useRealTimers();
	});
});
