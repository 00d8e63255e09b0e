declare module 's3rver' {
	import type { Server } from 'node:http';

	/** The part of the S3 server that the tests use; the package has no types of its own. */
	export default class S3rver {
		constructor(options: {
			address: string;
			port: number;
			silent: boolean;
			directory: string;
			configureBuckets: { name: string; configs: string[] }[];
		});
		run(): Promise<{ port: number }>;
		close(): Promise<void>;
		httpServer: Server;
	}
}
