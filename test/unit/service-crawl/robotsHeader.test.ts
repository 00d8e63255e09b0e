import { forbidsFollowing } from '../../../service/src/crawl/scope/robotsHeader.ts';

it.each([
	['nofollow', true],
	['NoIndex, NOFOLLOW', true],
	['none', true],
	['noarchive\nnofollow', true],
	['*: nofollow', true],
	['WebDataExtraction: noindex, nofollow', true],
	['somebot: noindex, webdataextraction: nofollow', true],
	['max-snippet: 20, unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true],
	['', false],
	['noindex, follow', false],
	['noindex', false],
	['googlebot: nofollow', false],
	['otherbot: noindex, nofollow', false],
	['unavailable_after: none of your concern', false],
	['nofollowing', false],
])('the header %j keeps crawlers from following: %s', (header, expected) => {
	expect(forbidsFollowing(header)).toBe(expected);
});
