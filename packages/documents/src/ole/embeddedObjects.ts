import { pathsIn, streamsOf } from './compoundStreams.ts';

/** A record of PowerPoint 97-2003 that every embedded object has ([MS-PPT], 2.10.9), as its first bytes. */
const OBJECT_RECORD = Buffer.from([0x0f, 0x00, 0xcc, 0x0f]);
/** The folder of one embedded object in a Word 97-2003 document. */
const OBJECT_FOLDER = /\/ObjectPool\/_\d+\/$/i;
const RICH_TEXT_OBJECT = /\{\\object(?![a-z])/g;

/** How often some bytes occur in others. */
function countOf(bytes: Buffer, wanted: Buffer): number {
	let count = 0;
	for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) count++;
	return count;
}

/** How many objects, such as sheets and charts, are embedded in a document of an older format. */
export function countObjects(bytes: Buffer, format: 'doc' | 'ppt' | 'rtf' | 'epub'): number {
	if (format === 'epub') return 0;
	if (format === 'rtf') return bytes.toString('latin1').match(RICH_TEXT_OBJECT)?.length ?? 0;
	try {
		if (format === 'ppt') return countOf(streamsOf(bytes)('PowerPoint Document'), OBJECT_RECORD);
		return pathsIn(bytes).filter((path) => OBJECT_FOLDER.test(path)).length;
	} catch {
		return 0;
	}
}
