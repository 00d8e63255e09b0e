import { resolve } from 'node:path';
import { z } from 'zod';

/** Where files are kept. */
export type FilesPlace =
	| {
			kind: 'folder';
			directory: string;
			/** Whether other processes write there, too. */
			isShared: boolean;
	  }
	| {
			kind: 's3';
			bucket: S3Bucket;
			/** Prefix of every key; empty or ending in a slash. */
			prefix: string;
	  };

/** A bucket of AWS, or of a server that speaks the same protocol. */
export interface S3Bucket {
	name: string;
	/** If `undefined`, AWS's own settings decide (a profile, the machine's role). */
	region: string | undefined;
	/** Of a server other than AWS, such as MinIO. */
	endpoint: string | undefined;
}

/** A bucket name that S3 allows, and a prefix of keys. */
const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** The setting `FILES_URL`. */
export const filesUrl = z
	.string()
	.refine((place) => S3_PLACE.test(place) || !/^[a-z][a-z0-9+.-]+:\/\//i.test(place), {
		message: 'set s3://bucket, s3://bucket/prefix, or a folder that all processes share',
	});

/** The settings that say where files are, checked. */
interface FilesSettings {
	FILES_URL?: string | undefined;
	AWS_REGION?: string | undefined;
	AWS_ENDPOINT_URL?: string | undefined;
	DATA_DIR: string;
	DATABASE_URL?: string | undefined;
}

/** Where files are kept according to the settings: by default in the data folder. */
export function toFilesPlace(settings: FilesSettings): FilesPlace {
	const { FILES_URL: place, AWS_REGION, AWS_ENDPOINT_URL: endpoint, DATA_DIR } = settings;
	if (place === undefined) {
		const isShared = settings.DATABASE_URL !== undefined;
		return { kind: 'folder', directory: resolve(DATA_DIR), isShared };
	}
	const [, name, path = ''] = S3_PLACE.exec(place) ?? [];
	if (name === undefined) return { kind: 'folder', directory: resolve(place), isShared: true };
	// Servers other than AWS's have no regions, but the protocol wants one.
	const region = AWS_REGION ?? (endpoint && 'us-east-1');
	const folders = path.split('/').filter((folder) => folder !== '');
	const prefix = folders.map((folder) => `${folder}/`).join('');
	return { kind: 's3', bucket: { name, region, endpoint }, prefix };
}
