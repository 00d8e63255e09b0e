export { stopSharedN8n as default } from './sharedN8n';
