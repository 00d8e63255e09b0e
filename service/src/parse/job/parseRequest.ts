import type { components } from '../../../../api/generated/types.ts';

/** Options of a parse, checked against the contract. */
export type ParseOptions = components['schemas']['ParseOptions'];

/** What a parse job is stored with. */
export interface ParseJobRequest {
	fileId: string;
	/** As known at submit; a fetched link may bring a better one. */
	fileName: string;
	sourceUrl?: string;
	options: ParseOptions;
}

/** Whether a job's stored request is one: this room alone writes those of its kind. */
export function isParseJobRequest(stored: unknown): stored is ParseJobRequest {
	return typeof stored === 'object' && stored !== null && 'fileId' in stored && 'options' in stored;
}
