export { startSharedN8n as default } from './sharedN8n';
