import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { isRecord } from '../../nodes/shared/transport/serviceBody';
import type { ItemSource } from './heldToContract';
import { packageJson, ROOT } from './repositoryFiles';

/** The sources of the files that package.json names under `n8n`. */
function sourcesOf(list: 'nodes' | 'credentials'): string[] {
	const { n8n } = packageJson;
	const files = isRecord(n8n) ? n8n[list] : undefined;
	if (!Array.isArray(files)) throw new Error(`package.json has no list n8n.${list}`);
	return files.map((file) =>
		String(file)
			.replace(/^dist\//, '')
			.replace(/\.js$/, '.ts'),
	);
}

/** An instance of the class that a file exports under its own name, as n8n loads it. */
function instanceOf(source: string): object {
	const className = source.split('/').at(-1)?.split('.')[0] ?? '';
	const loaded: unknown = jest.requireActual(join(ROOT, source));
	const exported = isRecord(loaded) ? loaded[className] : undefined;
	if (typeof exported !== 'function') throw new Error(`${source} exports no class ${className}`);
	const instance: unknown = Reflect.construct(exported, []);
	if (typeof instance !== 'object' || instance === null) throw new Error(`${source} is no class`);
	return instance;
}

function isNodeType(value: object): value is INodeType {
	return 'description' in value && isRecord(value.description);
}

function isCredentialType(value: object): value is ICredentialType {
	return 'properties' in value && Array.isArray(value.properties);
}

export interface PackageNode {
	/** The type name, such as `scrape`. */
	name: string;
	/** From the root of the repository. */
	source: string;
	folder: string;
	type: INodeType;
	description: INodeTypeDescription;
}

/** Every node that n8n would load from this package. */
export const packageNodes: PackageNode[] = sourcesOf('nodes').map((source) => {
	if (!existsSync(join(ROOT, source)))
		throw new Error(`package.json names ${source}, which is missing`);
	const type = instanceOf(source);
	if (!isNodeType(type)) throw new Error(`${source} is no node`);
	const { description } = type;
	return { name: description.name, source, folder: dirname(source), type, description };
});

/** The node of a type name; undefined for one that is none of the package. */
export function findPackageNode(name: string): PackageNode | undefined {
	return packageNodes.find((node) => node.name === name);
}

/** Where the items of a node come from: what is not set is as in a fresh node. */
export function itemSourceOf(
	{ folder, description }: PackageNode,
	set: Readonly<Record<string, unknown>>,
): ItemSource {
	const resource = set.resource ?? defaultOf(description, 'resource');
	const operation = set.operation ?? defaultOf(description, 'operation', resource);
	const parameters = { ...set, ...(resource !== undefined && { resource }), operation };
	return { folder: folder.replace('nodes/', ''), parameters };
}

function defaultOf(
	{ properties }: INodeTypeDescription,
	name: string,
	resource?: unknown,
): unknown {
	return properties.find(
		({ name: own, displayOptions: { show } = {} }) =>
			own === name && (resource === undefined || show?.resource?.some((one) => one === resource)),
	)?.default;
}

/** Every credential that n8n would load from this package. */
export const packageCredentials = sourcesOf('credentials').map((source) => {
	const type = instanceOf(source);
	if (!isCredentialType(type)) throw new Error(`${source} is no credential`);
	return { source, folder: dirname(source), type };
});

export interface OperationPlace {
	resource: string | undefined;
	operation: string;
	/** As the selector shows it. */
	name: string;
	action: string | undefined;
	description: string | undefined;
}

function isChoice(
	entry: object,
): entry is { name: string; value: string; action?: string; description?: string } {
	return 'value' in entry && typeof entry.value === 'string';
}

/** Every operation in the selectors of a node. */
export function operationsOf({ description }: PackageNode): OperationPlace[] {
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const [resource] = displayOptions?.show?.resource ?? [];
			return options.filter(isChoice).map((option) => ({
				resource: typeof resource === 'string' ? resource : undefined,
				operation: option.value,
				name: option.name,
				action: option.action,
				description: option.description,
			}));
		});
}

/** Parameters and everything inside their collections. */
export function allProperties(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...(property.options ?? []).flatMap((option) => {
			if ('values' in option) return allProperties(option.values);
			return 'type' in option ? allProperties([option]) : [];
		}),
	]);
}
