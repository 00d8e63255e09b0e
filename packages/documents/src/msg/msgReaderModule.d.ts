/** `@kenjiuno/msgreader` as Node.js imports it: a CommonJS module, whose exports are its default export. */
import type * as exported from '../../../../node_modules/@kenjiuno/msgreader/lib/index.js';

export type { FieldsData } from '../../../../node_modules/@kenjiuno/msgreader/lib/index.js';
declare const msgReaderModule: typeof exported;
export default msgReaderModule;
