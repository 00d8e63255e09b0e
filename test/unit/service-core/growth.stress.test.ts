import { listAttacks } from '../../support/attackTexts';
import { listSlow } from '../../support/costOf';
import { readServingProcess } from '../../support/servingProcess';
import { listSlowTexts, listSlowTextsOf, listTextFunctions } from '../../support/textCosts';
import { TEXT_FUNCTIONS } from '../../support/textFunctions';

/**
 * The process that answers the API reads addresses, headers and texts that strangers write. Whatever it does
 * with them grows no faster than they do: nobody can silence the API with one page.
 */
const { expressions } = readServingProcess();

const byPlace = Map.groupBy(expressions, ({ place }) => place.replace(/\/[^/]*$/, ''));

describe('expressions of the process that answers the API, on up to 200,000 characters of their own parts', () => {
	it('are all found', () => {
		expect(expressions.length).toBeGreaterThan(400);
	});

	it.each([...byPlace])('%s take time in proportion to them', async (_folder, written) => {
		const slow: string[] = [];
		for (const { place, source, flags } of written) {
			const expression = new RegExp(source, flags);
			const use = (text: string): unknown =>
				expression.global ? text.replace(expression, '') : expression.test(text);
			const found = await listSlow(use, listAttacks({ source, flags }));
			slow.push(...found.map((times) => `${place}: ${times}`));
		}
		expect(slow).toEqual([]);
	});
});

describe('functions of the process that answers the API, on up to 200,000 characters', () => {
	it.each(listTextFunctions('service/'))(
		'%s takes time in proportion to them',
		async (_name, found) => {
			expect(await listSlowTexts(found)).toEqual([]);
		},
	);

	it.each(Object.entries(TEXT_FUNCTIONS))(
		'%s takes time in proportion to them',
		async (_name, work) => {
			expect(await listSlowTextsOf(work)).toEqual([]);
		},
	);
});
