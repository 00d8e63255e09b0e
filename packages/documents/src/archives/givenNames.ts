import { isUtf8 } from 'node:buffer';
import { decoderOf, guessEncoding } from '../text/encodings.ts';

const ONE_BYTE = /^[\u0000-\u00ff]*$/;
const ABOVE_ASCII = /[\u0080-\u00ff]/;
/** Windows characters that no name has: such bytes are letters of another encoding. */
const SIGNS = /[\u0080-\u009f]/;
/** What programs on DOS and the oldest ones write (APPNOTE 4.4.4). */
const DOS = 'cp437';
const WINDOWS = 'windows-1252';

/** The names of an archive's files as they were given. */
export interface GivenNames {
	/** By the names that the archive's reader returns. */
	nameOf: (name: string) => string;
	/** Warns that the names may be in another encoding; undefined where there is no doubt. */
	warning?: string;
}

/**
 * Names as they were given: older programs write them in UTF-8 or in their system's encoding, without
 * saying so. All names of an archive come from one system.
 * @param names bytes as characters of the same numbers where UTF-8 is not stated
 */
export function givenNames(names: readonly string[]): GivenNames {
	const untold = names.filter(
		(name) => ONE_BYTE.test(name) && ABOVE_ASCII.test(name) && !isUtf8(Buffer.from(name, 'latin1')),
	);
	const { encoding, rival } = encodingOf(untold.join(' '));
	const decoder = decoderOf(encoding);
	return {
		nameOf(name) {
			if (!ONE_BYTE.test(name)) return name;
			const bytes = Buffer.from(name, 'latin1');
			return isUtf8(bytes) ? bytes.toString('utf8') : decoder.decode(bytes);
		},
		...(rival !== undefined && {
			warning: `The archive does not state the encoding of its file names; they were read as ${encoding}, and may be ${rival}.`,
		}),
	};
}

function encodingOf(names: string): { encoding: string; rival?: string } {
	const fallback = SIGNS.test(names) ? DOS : WINDOWS;
	if (names === '') return { encoding: fallback };
	const guess = guessEncoding(Buffer.from(names, 'latin1'));
	const isWestern = /^(?:windows-1252|iso-8859-)/.test(guess.encoding);
	return isWestern && fallback === DOS ? { encoding: DOS } : guess;
}
