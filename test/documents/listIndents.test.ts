import { withListIndents } from '../../packages/documents/src/office/listIndents.ts';

describe('lists of lists', () => {
	it.each([
		[
			'begin where the content around them does, however long the labels written there are',
			'- VIII. eight\n        - deep\n            1. deeper\n- IX. nine',
			'- VIII. eight\n  - deep\n    1. deeper\n- IX. nine',
		],
		[
			'keep their further paragraphs and blocks of code',
			'- VIII. eight\n\n        more\n\n        ```\n        a\n          b\n        - c\n        ```',
			'- VIII. eight\n\n  more\n\n  ```\n  a\n    b\n  - c\n  ```',
		],
		[
			'that are right stay as they are, and so does what is no list',
			'1. a\n   - b\n     10. c\n         - d\n   text of a\n\nText\n\n    code\n\n| a | b |',
			'1. a\n   - b\n     10. c\n         - d\n   text of a\n\nText\n\n    code\n\n| a | b |',
		],
	])('%s', (_what, written, shown) => {
		expect(withListIndents(written)).toBe(shown);
	});
});
