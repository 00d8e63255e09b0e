import { damaged } from '../conversion/documentFailure.ts';
import { rejectHuge } from './pictures.ts';
import { encodePicture } from './png.ts';

/**
 * Opens the pictures of a HEIC file, as phones take them, each as PNG. Sizes are checked before anything
 * is decoded; the camera's rotation is already applied to the pixels.
 * @throws DocumentFailure when the file is damaged, or a picture too large
 */
export async function openHeic(bytes: Buffer): Promise<Array<() => Promise<Buffer>>> {
	try {
		// Eight megabytes that few documents need.
		const { default: decodeHeic } = await import('heic-decode');
		const pictures = await decodeHeic.all({ buffer: bytes });
		for (const picture of pictures) rejectHuge(picture);
		return pictures.map((picture) => async () => {
			const { width, height, data } = await picture.decode();
			return encodePicture({ width, height, channels: 4, data: new Uint8Array(data) });
		});
	} catch (cause) {
		throw damaged('The image', cause);
	}
}
