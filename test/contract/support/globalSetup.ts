export { startSharedServices as default } from './sharedService';
