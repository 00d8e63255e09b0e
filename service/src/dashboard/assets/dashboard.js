/** Copying and live progress: all that the pages cannot do without a script. */
import { enableCopying } from './copying.js';
import { watchJobs } from './jobWatch.js';

for (const button of document.querySelectorAll('[data-copy]')) enableCopying(button);
void watchJobs();
