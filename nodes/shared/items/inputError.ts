import { WebDataError } from '../transport/webDataError';

/** A field that can't be used as it is. Thrown before anything is sent. */
export class InputError extends WebDataError {
	override name = 'InputError';

	/**
	 * @param field the parameter's display name
	 * @param problem what is the matter, following the name: "has no address"
	 * @param fix what to do, as a sentence
	 */
	constructor(field: string, problem: string, fix: string) {
		super(`'${field}' ${problem}`, fix);
	}
}
