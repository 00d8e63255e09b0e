import { decode } from 'fast-png';
import { encodePicture } from '../../packages/documents/src/ocr/png.ts';

it.each([1, 2, 3, 4])('is encoded as it is: a picture of %d channels', (channels) => {
	const [width, height] = [37, 300];
	const data = Uint8Array.from(
		{ length: width * height * channels },
		(_, at) => (at * at * 7 + at) % 251,
	);
	const png = encodePicture({ width, height, channels, data });
	expect(decode(png, { checkCrc: true })).toMatchObject({
		width,
		height,
		channels,
		depth: 8,
		data,
	});
});
