import type { OfficeAttachment } from 'officeparser';
import { imageFormatOf } from '../detect/signatures.ts';
import { recognisePicture } from '../ocr/convertImage.ts';
import { checkPicture, type PictureFormat } from '../ocr/pictures.ts';
import type { Recogniser } from '../ocr/recogniser.ts';

const PICTURE_FORMATS: readonly string[] = ['png', 'jpg', 'webp', 'gif', 'bmp'];

function isPictureFormat(format: string | undefined): format is PictureFormat {
	return format !== undefined && PICTURE_FORMATS.includes(format);
}

async function recognizeOne(bytes: Buffer, recogniser: Recogniser): Promise<string> {
	const format = imageFormatOf(bytes);
	if (!isPictureFormat(format)) return '';
	checkPicture(bytes, format);
	return await recognisePicture(bytes, recogniser);
}

/**
 * Recognises the pictures of an office document that are named. Drawings (EMF, SVG) hold text of
 * their own and are passed over; a picture that can't be decoded is told of and left out.
 */
export async function recognizeImages(
	attachments: readonly OfficeAttachment[],
	names: ReadonlySet<string>,
	recogniser: Recogniser,
	warn: (sentence: string) => void,
): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	for (const { name, data } of attachments) {
		if (!names.has(name)) continue;
		try {
			const text = await recognizeOne(Buffer.from(data, 'base64'), recogniser);
			if (text !== '') texts.set(name, text);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			warn(`The picture "${name}" was not recognised: ${reason}`);
		}
	}
	return texts;
}
