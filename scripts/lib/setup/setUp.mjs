import { withLock } from '../lock.mjs';
import { inDataFolder } from '../repository.mjs';
import { say } from '../steps.mjs';
import { setUpGeneratedTypes } from './generatedTypes.mjs';
import { setUpN8n } from './n8n.mjs';
import { setUpNode24 } from './node24.mjs';
import { setUpPackage } from './package.mjs';
import { setUpRootDependencies } from './rootDependencies.mjs';

/**
 * Sets up what every other script needs: this project's packages and its own Node 24. Needs no more
 * than the Node that runs it.
 * @returns {Promise<void>}
 */
export async function setUpNode() {
	await withSetupLock(async () => {
		await setUpRootDependencies();
		await setUpNode24();
	});
}

/**
 * Sets up what the local service needs: the types generated from the contract.
 * @returns {Promise<void>}
 */
export async function setUpTypes() {
	await withSetupLock(setUpGeneratedTypes);
}

/**
 * Sets up what the checks need: the generated types and n8n.
 * @returns {Promise<void>}
 */
export async function setUpTools() {
	await withSetupLock(async () => {
		await setUpGeneratedTypes();
		await setUpN8n();
	});
}

/**
 * Sets up what n8n installs: the packed package.
 * @returns {Promise<void>}
 */
export async function setUpPackedPackage() {
	await withSetupLock(setUpPackage);
}

/**
 * Keeps two set-ups of this checkout from working at the same time.
 * @param {() => Promise<void>} work
 */
async function withSetupLock(work) {
	const onWait = (/** @type {number} */ pid) =>
		say(`Another set-up (process ${pid}) is running in this folder: waiting for it …`);
	await withLock(inDataFolder('setup.lock'), onWait, work);
}
