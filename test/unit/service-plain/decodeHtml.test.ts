import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeHtml } from '../../../service/src/plain/decodeHtml.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('the text of a page', () => {
	it.each([
		['its answer', bytes('Größe', 'latin1'), 'text/html; charset=ISO-8859-1'],
		['its answer, in quotes', bytes('Größe', 'latin1'), 'text/html;charset="latin1"'],
		['a mark at its beginning', bytes('\uFEFFGröße'), 'text/html; charset=ISO-8859-1'],
		['UTF-16 with a mark', bytes('\uFEFFGröße', 'utf16le'), 'text/html'],
		['nothing, as UTF-8', bytes('Größe'), 'text/html'],
		['a name that is none', bytes('Größe'), 'text/html; charset=none-such'],
	])('is read in the encoding that is named by %s', (_where, page, contentType) => {
		expect(decodeHtml(page, contentType)).toBe('Größe');
	});

	it('is read in the encoding that its meta element names', () => {
		const page = '<meta http-equiv="content-type" content="text/html; charset=windows-1252">Größe';

		expect(decodeHtml(bytes(page, 'latin1'), 'text/html')).toBe(page);
	});

	it('is guessed from its bytes where nothing is named', () => {
		const text = 'Größe der Häfen an der Küste: die Schiffe müssen über die Brücke. '.repeat(5);

		expect(decodeHtml(bytes(text, 'latin1'), 'text/html')).toBe(text);
	});
});

it('plain requests name the browser that the service has', () => {
	const { version } = createRequire(require.resolve('@sparticuz/chromium'))('../package.json');
	const program = readFileSync('service/src/plain/plainFetch.ts', 'utf8');

	expect(program).toContain(`Chrome/${version.split('.')[0]}.0.0.0`);
});
