/** The key that every service of the tests accepts. */
export const TEST_KEY = 'key-of-the-tests';

/** What every service of the tests has for settings: any free port, its own data, a known key. */
export function serviceSettings(dataDirectory: string): Record<string, string> {
	return {
		PORT: '0',
		DATA_DIR: dataDirectory,
		API_KEYS: TEST_KEY,
		ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
	};
}
