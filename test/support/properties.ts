import fc from 'fast-check';

/** The same cases each time, so that a run can be repeated; `PROPERTY_SEED=7` tries others. */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

export { fc };
