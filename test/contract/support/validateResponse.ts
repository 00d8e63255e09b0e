import { responseErrors } from '../../support/contractRules';

/**
 * Holds an answer against the contract, which has to name every field of it.
 * @param operationId undefined for a path that the contract does not know
 * @throws Error naming every difference; also when the contract does not know the status code
 */
export function validateResponse(
	operationId: string | undefined,
	status: number,
	body: unknown,
): void {
	const differences = responseErrors(operationId, status, body);
	if (differences === '') return;
	throw new Error(
		`${operationId ?? 'A path that the contract does not know'} answered ${status} ` +
			`with what breaks the contract:\n  ${differences}\n${JSON.stringify(body, null, 2)}`,
	);
}
