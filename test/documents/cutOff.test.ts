import { convertText, readText } from '../../packages/documents/src/text/convertText.ts';

const TRUNCATED = 'The file is truncated: its end is missing. What there is was read.';
const INVALID = 'The file is not valid JSON; its end may be missing. It was read as it is.';

function warningsOf(text: string, format: 'json' | 'ipynb' | 'xml' | 'ics' | 'vcf'): string[] {
	const warnings: string[] = [];
	const warn = (sentence: string) => warnings.push(sentence);
	const options = { charset: undefined, warn };
	if (format === 'xml') readText(Buffer.from(text), format, options);
	else convertText(Buffer.from(text), format, options);
	return warnings;
}

describe('a text file', () => {
	it.each<[string, 'json' | 'ipynb' | 'xml' | 'ics' | 'vcf', string]>([
		['data', 'json', '{"ships":[{"name":"Ferry","tons":7}]}'],
		['a notebook', 'ipynb', '{"cells":[{"cell_type":"code","source":"print(7)"}]}'],
		['XML', 'xml', '<?xml version="1.0"?><!-- was <fleet> --><ships><ship>Ferry</ship></ships>'],
		['a feed', 'xml', '<rss><channel><item><title>Ice</title></item></channel></rss>'],
		['a calendar', 'ics', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'],
		['contact cards', 'vcf', 'BEGIN:VCARD\nFN:Ada\nEND:VCARD\nBEGIN:VCARD\nFN:Eve\nEND:VCARD\n'],
	])('with its end missing says so: %s', (_what, format, text) => {
		expect(warningsOf(text, format)).toEqual([]);
		const isJson = format === 'json' || format === 'ipynb';
		const cut = text.trimEnd().slice(0, -3);
		expect(warningsOf(cut, format)).toEqual([isJson ? INVALID : TRUNCATED]);
	});

	it('of one closed element or of lines of JSON is whole', () => {
		expect(warningsOf('<ship tons="7"/>', 'xml')).toEqual([]);
		expect(warningsOf('{"a":1}\n{"a":2}\n', 'json')).toEqual([]);
	});
});
