import { forbidsFollowing } from '../../packages/page/src/metadata/robotsTag.ts';

it.each([
	['nofollow', true],
	['NoIndex, NOFOLLOW', true],
	['none', true],
	['noarchive\nnofollow', true],
	['*: nofollow', true],
	['WebDataExtraction: noindex, nofollow', true],
	['somebot: noindex, webdataextraction: nofollow', true],
	['max-snippet: 20, unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true],
	['noindex nofollow', true],
	['noindex; nofollow', true],
	['', false],
	['noindex, follow', false],
	['noindex', false],
	['googlebot: nofollow', false],
	['otherbot: noindex, nofollow', false],
	['unavailable_after: none of your concern', false],
	['nofollowing', false],
	['index, follow, max-image-preview:none', false],
	['max-image-preview: none', false],
])('the rules %j keep crawlers from following: %s', (rules, expected) => {
	expect(forbidsFollowing(rules)).toBe(expected);
});
