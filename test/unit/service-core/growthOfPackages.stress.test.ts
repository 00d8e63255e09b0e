import { readServingProcess } from '../../support/servingProcess';
import { listSlowTexts, listTextFunctions } from '../../support/textCosts';

/** As in `growth.stress.test.ts`: a file of its own, because both together take the longest by far. */
describe('functions of packages in the process that answers the API, on up to 200,000 characters', () => {
	it.each(listTextFunctions(readServingProcess(), 'packages/'))(
		'%s takes time in proportion to the length',
		async (_name, found) => {
			expect(await listSlowTexts(found)).toEqual([]);
		},
	);
});
