/**
 * @param {unknown} error Of a system call. Not always an `instanceof Error`: under jest such errors
 * come from another realm.
 * @returns {unknown} Its code, e.g. "ENOENT".
 */
export function errorCode(error) {
	return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
