import { describeEnd, describeLog, startChild } from './children.mjs';
import { waitUntil } from './waitUntil.mjs';

/**
 * A program that serves others, once it is ready.
 * @typedef {object} RunningServer
 * @property {string} name
 * @property {string} baseUrl
 * @property {string} logFile Takes its output.
 * @property {import('./children.mjs').Child} child
 */

/**
 * @typedef {object} ServerOptions
 * @property {string} baseUrl Where it will answer.
 * @property {() => Promise<boolean>} isReady Asked again and again until it says so.
 * @property {number} timeoutMs
 */

/**
 * Starts a server and waits until it is ready.
 *
 * @param {import('./children.mjs').ChildRequest & { logFile: string }} request
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 * @throws {Error} It ended, or was not ready in time (it is ended then); with the end of its output.
 */
export async function startServer(request, { baseUrl, isReady, timeoutMs }) {
	const { name, logFile } = request;
	const child = startChild(request);
	let hasEnded = false;
	const endedEarly = child.ended.then((end) => {
		hasEnded = true;
		throw new Error(`${name} ${describeEnd(end)} while starting. ${describeLog(logFile)}`);
	});
	const ready = waitUntil(async () => (hasEnded || (await isReady()) ? true : undefined), {
		timeoutMs,
		onTimeout: () =>
			new Error(`${name} was not ready within ${timeoutMs / 1000} s. ${describeLog(logFile)}`),
	});
	// It ends sooner or later: by then nobody waits for this any more.
	endedEarly.catch(() => undefined);
	try {
		await Promise.race([endedEarly, ready]);
	} catch (error) {
		await child.stop();
		throw error;
	}
	return { name, baseUrl, logFile, child };
}

/**
 * @param {RunningServer} server
 * @returns {Promise<never>} Rejects when the server ends, with the end of its output.
 */
export async function failWhenEnded({ name, logFile, child }) {
	const end = await child.ended;
	throw new Error(`${name} ${describeEnd(end)}. ${describeLog(logFile)}`);
}
