import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { halvesOf } from '../halves.mjs';
import { startLocalService } from '../localService.mjs';
import { toTable } from '../table.mjs';
import { readMissing } from './readMissing.mjs';

/** Documents whose words the service counts itself. */
const COUNTED = /\.(?:docx|docm|dotx|doc|rtf|pptx|ppt|odt|odp|epub)$/i;
/** More than this is an exception. */
const MAX_SHARE = 0.01;

/**
 * What the service says of one document.
 * @typedef {object} Account
 * @property {string} fileName
 * @property {number} share Of its words that its Markdown lacks.
 * @property {string} words Some of them.
 * @property {string} [failure] Why it was not read.
 */

/**
 * Has the service read office documents, and adds up the words that it says its Markdown lacks: on average
 * over the documents. Those that lack more than 1 % are listed for the half that rules are made with alone,
 * and counted for the other.
 * @param {string | undefined} folder Holds documents; those of other kinds are not counted.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureAccount(folder) {
	if (folder === undefined)
		throw new Error('The account needs documents: give a folder as --data.');
	const fileNames = (await readdir(folder)).filter((name) => COUNTED.test(name));
	const service = await startLocalService();
	try {
		/** @type {Map<string, Account>} */
		const accounts = new Map();
		for (const fileName of fileNames) {
			accounts.set(fileName, await readAccount(service, folder, fileName));
		}
		const sets = Object.entries(halvesOf(fileNames)).map(([half, names]) => ({
			half,
			all: names.flatMap((name) => accounts.get(name) ?? []),
		}));
		const tuned = sets.find(({ half }) => half === 'tune')?.all ?? [];
		return [
			'### Words of office documents that their Markdown lacks',
			toTable(
				['documents', 'read', 'lost on average', 'without a loss', 'above 1 %'],
				sets.map(figures),
			),
			toTable(['exceptions, tune', 'lost', 'words'], tuned.filter(isException).map(exception)),
		].join('\n\n');
	} finally {
		await service.close();
	}
}

/** @param {Account} account */
const isException = ({ share, failure }) => share > MAX_SHARE || failure !== undefined;
/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)} %`;

/** @param {Account} account */
const exception = ({ fileName, share, words, failure }) => [
	fileName,
	failure === undefined ? percent(share) : 'not read',
	failure ?? words,
];

/** @param {{ half: string, all: Account[] }} set */
function figures({ half, all }) {
	const read = all.filter(({ failure }) => failure === undefined);
	const lost = read.reduce((sum, { share }) => sum + share, 0) / Math.max(read.length, 1);
	const whole = read.filter(({ share }) => share === 0).length;
	const above = read.filter(({ share }) => share > MAX_SHARE).length;
	const counts = [whole, above].map(String);
	return [`${half}, ${all.length} documents`, String(read.length), percent(lost), ...counts];
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} folder
 * @param {string} fileName
 * @returns {Promise<Account>}
 */
async function readAccount(service, folder, fileName) {
	try {
		const bytes = await readFile(join(folder, fileName));
		const job = await service.waitForEnd(await service.submitDocument({ fileName, bytes }));
		return { fileName, ...readMissing(job.warnings ?? []) };
	} catch (error) {
		return { fileName, share: 0, words: '', failure: error instanceof Error ? error.message : '' };
	}
}
