import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

const BYTES_PER_GIB = 1024 ** 3;

/** What was measured on, as a sentence. */
export function describeMachine() {
	const model = cpus()[0]?.model.trim().replace(/\s+/g, ' ') || 'a processor without a name';
	const memory = `${Math.round(totalmem() / BYTES_PER_GIB)} GiB`;
	const day = new Date().toISOString().slice(0, 10);
	return `Measured on ${day}: ${availableParallelism()} cores of ${model}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}.`;
}
