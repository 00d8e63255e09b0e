import { pathsIn, streamsOf } from './compoundStreams.ts';

/** A record of PowerPoint 97-2003 that every embedded object has ([MS-PPT], 2.10.9), as its first bytes. */
const OBJECT_RECORD = '\x0f\0\xcc\x0f';
/** The folder of one embedded object in a Word 97-2003 document. */
const OBJECT_FOLDER = /\/ObjectPool\/_\d+\/$/i;
const RICH_TEXT_OBJECT = /\{\\object(?![a-z])/g;

/** How many objects, such as sheets and charts, are embedded in a document of an older format. */
export function countObjects(bytes: Buffer, format: 'doc' | 'ppt' | 'rtf' | 'epub'): number {
	if (format === 'epub') return 0;
	if (format === 'rtf') return bytes.toString('latin1').match(RICH_TEXT_OBJECT)?.length ?? 0;
	try {
		const slides = format === 'ppt' ? streamsOf(bytes)('PowerPoint Document') : undefined;
		if (slides) return slides.toString('latin1').split(OBJECT_RECORD).length - 1;
		return pathsIn(bytes).filter((path) => OBJECT_FOLDER.test(path)).length;
	} catch {
		return 0;
	}
}
