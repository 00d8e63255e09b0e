/** The parts of `heic-decode` used here; it has no types. */
declare module 'heic-decode' {
	interface HeicPicture {
		width: number;
		height: number;
		/** The pixels, four bytes each: red, green, blue, opacity. */
		decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
	}
	const decode: { all(options: { buffer: Uint8Array }): Promise<HeicPicture[]> };
	export default decode;
}
