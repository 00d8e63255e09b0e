import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

// Run as a separate program by chromium.ts: the package unpacks into the folder for
// temporary files, which only the environment can set, and the environment is per process.

/** Shared libraries that Chromium needs and small machines lack; unpacked next to the browser. */
const SHARED_LIBRARIES = new URL(
	'../bin/al2023.tar.br',
	import.meta.resolve('@sparticuz/chromium'),
);

await chromium.executablePath();
await inflate(fileURLToPath(SHARED_LIBRARIES));
