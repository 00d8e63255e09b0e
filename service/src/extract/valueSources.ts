import { z } from 'zod';
import type { ValueSources } from '@web-data-extraction/fields/valueSource';

/** Where values were read, as stored: only what is read here writes it (api/openapi.yaml, ValueSources). */
export const valueSources = z.custom<ValueSources>(
	(stored) => typeof stored === 'object' && stored !== null,
);
