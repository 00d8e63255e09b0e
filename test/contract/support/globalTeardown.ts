export { stopSharedServices as default } from './sharedService';
