import { factsOf, formatOfName, type DocumentFormat } from '../detect/formats.ts';
import { fileNameOfUrl } from './linkedFileName.ts';

/** Formats whose address may well answer with a page. */
const PAGE_FORMATS: readonly DocumentFormat[] = ['html', 'md', 'txt'];

/**
 * Tells of a link that names a document, but gave a page: most often one that asks to sign in.
 * @param format of what came
 */
export function describeAnswer(sourceUrl: string, format: string): string[] {
	const named = formatOfName(fileNameOfUrl(sourceUrl));
	if (format !== 'html' || named === undefined || PAGE_FORMATS.includes(named)) return [];
	return [
		`The link names ${factsOf(named).label}, but answered with a page: it may ask for a sign-in, or the document has moved.`,
	];
}
