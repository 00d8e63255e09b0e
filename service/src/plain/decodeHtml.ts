import { createRequire } from 'node:module';
import { guessEncoding } from '@web-data-extraction/documents/encodings';

/** How much of a response without a declared encoding is examined. */
const SAMPLE_BYTES = 65_536;

/**
 * The text of an HTML page: in the encoding given by its first bytes, its headers or its `meta` elements,
 * as browsers determine it (https://html.spec.whatwg.org/#encoding-sniffing-algorithm). If none is given,
 * UTF-8 if all of it is valid, else what the bytes look like. Linear.
 * @param contentType of the response, parameters included; empty when missing
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
	const label = /;\s*charset\s*=\s*"?([^\s";]{1,60})/i.exec(contentType)?.[1];
	const named = sniffEncoding(bytes, { transportLayerEncodingLabel: label, defaultEncoding: NONE });
	if (named !== NONE) return decode(bytes, named);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return decode(
			bytes,
			guessEncoding(bytes.subarray(0, SAMPLE_BYTES), { isFromNet: true }).encoding,
		);
	}
}

/** @param encoding an unknown one is read as Western, as in browsers */
function decode(bytes: Uint8Array, encoding: string): string {
	try {
		return new TextDecoder(encoding).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/** Not the name of an encoding. */
const NONE = 'none';

type SniffEncoding = (
	bytes: Uint8Array,
	options: { transportLayerEncodingLabel?: string | undefined; defaultEncoding: string },
) => string;

// The package has no types.
const sniffEncoding: SniffEncoding = (() => {
	const exported: unknown = createRequire(import.meta.url)('html-encoding-sniffer');
	const isFunction = (value: unknown): value is SniffEncoding => typeof value === 'function';
	if (!isFunction(exported))
		throw new TypeError('html-encoding-sniffer does not export a function');
	return exported;
})();
