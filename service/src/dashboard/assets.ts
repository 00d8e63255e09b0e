import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const ASSETS = [
	['dashboard.css', 'text/css; charset=utf-8'],
	['dashboard.js', 'text/javascript; charset=utf-8'],
	['announce.js', 'text/javascript; charset=utf-8'],
	['copying.js', 'text/javascript; charset=utf-8'],
	['jobWatch.js', 'text/javascript; charset=utf-8'],
	['icon.svg', 'image/svg+xml'],
] as const;

/** Serves the style sheet, the scripts and the icon, to anybody: the login shows them, too. */
export function registerAssets(server: FastifyInstance): void {
	for (const [name, type] of ASSETS) {
		const content = readFileSync(new URL(`./assets/${name}`, import.meta.url));
		server.get(`/assets/${name}`, (_request, reply) =>
			reply.type(type).header('Cache-Control', 'no-cache').send(content),
		);
	}
}
