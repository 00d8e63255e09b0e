import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

// Run as a program of its own by chromiumExecutable.ts: the package unpacks into the folder for
// temporary files, which only the environment can choose, and the environment belongs to a process.

/** Shared libraries that Chromium needs and small machines lack; unpacked beside the browser. */
const SHARED_LIBRARIES = new URL(
	'../bin/al2023.tar.br',
	import.meta.resolve('@sparticuz/chromium'),
);

await chromium.executablePath();
await inflate(fileURLToPath(SHARED_LIBRARIES));
