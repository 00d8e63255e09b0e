import { startSharedServices } from '../../contract/support/sharedService';
import { startSharedN8n } from './sharedN8n';

/** Starts what the test files share. */
export default async function globalSetup(config: { maxWorkers: number }): Promise<void> {
	await startSharedServices(config);
	await startSharedN8n();
}
