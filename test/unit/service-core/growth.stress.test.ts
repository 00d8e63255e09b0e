import { listAttacks } from '../../support/attackTexts';
import { listSlow } from '../../support/costOf';
import { readServingProcess } from '../../support/servingProcess';
import { listSlowTexts, listSlowTextsOf, listTextFunctions } from '../../support/textCosts';
import { TEXT_FUNCTIONS } from '../../support/textFunctions';

/**
 * The process that answers the API reads addresses, headers and texts that strangers write. Whatever it does
 * with them grows no faster than they do: nobody can silence the API with one page.
 */
const serving = readServingProcess();
const { expressions } = serving;

const byPlace = Map.groupBy(expressions, ({ place }) => place.replace(/\/[^/]*$/, ''));

describe('expressions of the process that answers the API, on up to 200,000 characters of their own parts', () => {
	it('are all found', () => {
		expect(expressions.length).toBeGreaterThan(400);
	});

	it.each([...byPlace])('%s take time in proportion to the length', (_folder, written) => {
		const slow = written.flatMap(({ place, source, flags }) => {
			const expression = new RegExp(source, flags);
			const use = (text: string): unknown =>
				expression.global ? text.replace(expression, '') : expression.test(text);
			return listSlow(use, listAttacks({ source, flags })).map((found) => `${place}: ${found}`);
		});
		expect(slow).toEqual([]);
	});
});

describe('functions of the process that answers the API, on up to 200,000 characters', () => {
	it.each(listTextFunctions(serving, 'service/'))(
		'%s takes time in proportion to the length',
		async (_name, found) => {
			expect(await listSlowTexts(found)).toEqual([]);
		},
	);

	it.each(Object.entries(TEXT_FUNCTIONS))(
		'%s takes time in proportion to the length',
		(_name, work) => {
			expect(listSlowTextsOf(work)).toEqual([]);
		},
	);
});
