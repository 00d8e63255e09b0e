import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The packages of language data contain several models; this one reads best for its size. */
const MODEL = '4.0.0_best_int';

const inflate = promisify(gunzip);

function packedFile(language: string): string | undefined {
	try {
		const manifest = createRequire(import.meta.url).resolve(
			`@tesseract.js-data/${language}/package.json`,
		);
		return join(dirname(manifest), MODEL, `${language}.traineddata.gz`);
	} catch {
		return undefined;
	}
}

/** The languages whose data is not installed. */
export function missingLanguages(languages: readonly string[]): string[] {
	return languages.filter((language) => packedFile(language) === undefined);
}

/**
 * Unpacks the data of languages into a folder, as the recognition engine needs it. Existing files are
 * kept.
 */
export async function unpackLanguages(
	languages: readonly string[],
	directory: string,
): Promise<void> {
	await mkdir(directory, { recursive: true, mode: 0o700 });
	for (const language of languages) {
		const target = join(directory, `${language}.traineddata`);
		const isThere = await access(target).then(
			() => true,
			() => false,
		);
		if (isThere) continue;
		const packed = packedFile(language);
		if (packed === undefined) throw new Error(`No data of the language ${language} is installed.`);
		await writeFile(`${target}.new`, await inflate(await readFile(packed)));
		await rename(`${target}.new`, target);
	}
}
