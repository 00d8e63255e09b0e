import { LATEST } from '../fields/locator';
import { InputError } from '../items/inputError';
import type { ParameterValues } from '../items/parameterValues';
import { listingRequest, readListingPage } from '../transport/listing';
import { bodyText } from '../transport/serviceBody';
import type { ServiceClient } from '../transport/serviceClient';
import type { Operation } from './operation';

/**
 * Puts the ID of the newest job where parameters say 'Latest'. It is looked up once, so that all
 * items of a run mean the same job.
 * @throws InputError when there is no job yet
 */
export function latestJobResolver(
	{ latest, fields }: Operation,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): (values: ParameterValues) => Promise<ParameterValues> {
	let found: Promise<string> | undefined;
	return async (values) => {
		if (!latest || values[latest.field] !== LATEST) return values;
		const { field, listing } = latest;
		const label = fields.find(({ name }) => name === field)?.displayName ?? field;
		const request = listingRequest(listing, { page: 1, limit: listing.maxPageSize });
		found ??= client.send(request, { signal }).then(({ body }) => {
			const { rows } = readListingPage(listing, body);
			const id = bodyText(rows[0], listing.idField);
			if (id !== undefined) return id;
			throw new InputError(label, 'is Latest, and there is none yet', 'Start one first.');
		});
		return { ...values, [field]: await found };
	};
}
