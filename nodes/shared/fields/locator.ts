import type { INodeProperties } from 'n8n-workflow';
import { named, textField } from './field';
import { readRequiredText, type ParameterValues } from '../items/parameterValues';

/** The value for the newest entry of a list, wherever one is picked. */
export const LATEST = 'latest';

/**
 * The field to pick something: from a list with readable labels, or by ID.
 * @param field.listMethod the node's list method that fills the list
 * @param field.idPlaceholder an ID as an example
 */
export function locatorField({
	listMethod,
	idPlaceholder,
	...field
}: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & {
	listMethod: string;
	idPlaceholder: string;
}): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${field.displayName.toLowerCase()}...`,
				typeOptions: { searchListMethod: listMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: idPlaceholder },
		],
	};
}

export const crawlLocator = locatorField({
	displayName: 'Crawl',
	name: 'jobId',
	listMethod: 'listCrawls',
	description: 'Which crawl: one from the list, the latest, or one by its job ID',
	idPlaceholder: 'e.g. {{ $json.jobId }}',
});

export const batchLocator = locatorField({
	displayName: 'Batch',
	name: 'batchId',
	listMethod: 'listBatches',
	description: 'Which batch: one from the list, the latest, or one by its ID',
	idPlaceholder: 'e.g. {{ $json.batchId }}',
});

/**
 * Reads an ID, of a field for text or one to pick with.
 * @throws InputError when it is empty
 */
export function readId(values: ParameterValues, field: INodeProperties): string {
	const fix =
		field.type === 'resourceLocator'
			? `Select a ${field.displayName.toLowerCase()}, or enter its ID.`
			: 'Enter an ID.';
	return readRequiredText(
		values,
		field,
		`${fix} If the field holds an expression, check that it returns an ID for this item, e.g. {{ $json.${field.name} }}.`,
	);
}

export const jobIdField = named(
	'jobId',
	textField('ID of the job. Every item and every message about a job includes it.', {
		displayName: 'Job ID',
		required: true,
		placeholder: 'e.g. {{ $json.jobId }}',
	}),
);

export const batchIdField = {
	...jobIdField,
	displayName: 'Batch ID',
	name: 'batchId',
	placeholder: 'e.g. {{ $json.batchId }}',
	description: 'ID of the batch. Every item and every message about a batch includes it.',
};
