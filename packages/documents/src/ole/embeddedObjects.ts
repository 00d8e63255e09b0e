import { CFB } from '@e965/xlsx';

/** A record of PowerPoint 97-2003 that every embedded object has ([MS-PPT], 2.10.9), as its first bytes. */
const OBJECT_RECORD = Buffer.from([0x0f, 0x00, 0xcc, 0x0f]);
/** The folder of one embedded object in a Word 97-2003 document. */
const OBJECT_FOLDER = /\/ObjectPool\/_\d+\/$/i;
const RICH_TEXT_OBJECT = /\{\\object(?![a-z])/g;

/** The container of Office 97-2003, whose paths are missing from its library's types. */
const CONTAINER: {
	read(bytes: Uint8Array, options: { type: 'buffer' }): { FullPaths: string[] };
} = CFB;

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
		const file = CFB.read(bytes, { type: 'buffer' });
		if (format === 'doc') {
			const { FullPaths } = CONTAINER.read(bytes, { type: 'buffer' });
			return FullPaths.filter((path) => OBJECT_FOLDER.test(path)).length;
		}
		const stream = CFB.find(file, 'PowerPoint Document')?.content ?? [];
		return countOf(Buffer.from(stream), OBJECT_RECORD);
	} catch {
		return 0;
	}
}
