/** Writes docs/outputs.md, the fields of the items of each operation, from the nodes' output schemas. */
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { describeOutputFields } from './lib/docs/outputFields.mjs';
import { inRepository } from './lib/repository.mjs';

const file = inRepository('docs/outputs.md');
const options = await resolveConfig(file);
writeFileSync(file, await format(describeOutputFields(), { ...options, filepath: file }));
