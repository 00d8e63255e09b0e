import { stopSharedServices } from '../../contract/support/sharedService';
import { stopSharedN8n } from './sharedN8n';

export default async function globalTeardown(): Promise<void> {
	await Promise.all([stopSharedN8n(), stopSharedServices()]);
}
