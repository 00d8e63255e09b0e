import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolderOf } from '../cacheFolder.mjs';
import { inRepository, readJson } from '../repository.mjs';

/**
 * A release of n8n.
 * @typedef {object} Release
 * @property {string} packageFolder In this repository: its package.json with the lockfile.
 * @property {string[]} onlineModules Those of its modules that look things up on the Internet by themselves.
 * @property {string[]} spareModules Others that workflows do without: a start takes a fifth less without them.
 */

/** @type {Readonly<Record<string, Release>>} */
const RELEASES = {
	tested: {
		packageFolder: 'scripts/n8n',
		onlineModules: ['mcp-registry', 'instance-version-history'],
		spareModules: [
			...['agents', 'breaking-changes', 'chat-hub', 'external-secrets', 'insights', 'instance-ai'],
			...['ldap', 'log-streaming', 'mcp', 'n8n-packages', 'oauth-server', 'otel', 'quick-connect'],
			...['source-control', 'sso-oidc', 'sso-saml', 'token-exchange', 'workflow-builder'],
			'workflow-reviews',
		],
	},
	oldest: { packageFolder: 'scripts/n8n/oldest', onlineModules: [], spareModules: [] },
};

/**
 * @returns {Release} The one that everything is tested with, or, with `N8N_RELEASE=oldest`, the oldest
 * one that the package works with.
 * @throws {Error} For another value of `N8N_RELEASE`.
 */
export function n8nRelease() {
	const name = process.env['N8N_RELEASE'] || 'tested';
	const release = RELEASES[name];
	if (release === undefined) {
		throw new Error(`N8N_RELEASE is ${name}: it can be ${Object.keys(RELEASES).join(' or ')}.`);
	}
	return release;
}

/**
 * @returns {string} Where n8n is installed: in the user's cache folder, under a name made from what is
 * installed (n8n's lockfile) and for what (Node, platform).
 */
export function n8nFolder() {
	return cacheFolderOf('n8n', [
		readFileSync(inRepository(n8nRelease().packageFolder, 'package-lock.json')),
		readJson(inRepository('package.json')).devDependencies.node,
		`${process.platform}-${process.arch}`,
	]);
}

/**
 * @param {string} [folder] Default: where n8n is installed.
 * @returns {string} n8n's program, to be run by Node 24.
 */
export function n8nProgram(folder = n8nFolder()) {
	return path.join(folder, 'node_modules/n8n/bin/n8n');
}

/** @returns {string} The version of n8n that is installed. */
export function n8nVersion() {
	return readJson(inRepository(n8nRelease().packageFolder, 'package.json')).dependencies.n8n;
}
