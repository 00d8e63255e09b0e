import { cleanUrl } from '../../../service/src/crawl/scope/addresses.ts';
import { anyText, fc } from '../../support/properties';

describe('any address', () => {
	it('is cleaned, or found to be none, without an error', () => {
		const anything = fc.oneof(
			anyText(40),
			fc.string({ maxLength: 40 }).map((text) => `https://ex.com/${text}`),
			fc.webUrl({ withQueryParameters: true, withFragments: true }),
		);
		fc.assert(
			fc.property(anything, (text) => {
				const clean = cleanUrl(text);
				if (clean === undefined) return;
				expect(URL.canParse(clean)).toBe(true);
				expect(cleanUrl(clean)).toBe(clean);
			}),
			{ numRuns: 2_000 },
		);
	});
});
