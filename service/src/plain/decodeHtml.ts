import { createRequire } from 'node:module';
import { guessEncoding } from '../documents/text/encodings.ts';

/** Of an answer that names no encoding this much is looked at. */
const SAMPLE_BYTES = 65_536;

/**
 * The text of an HTML page: in the encoding that its first bytes, its answer or its `meta` elements name,
 * as browsers look for it (https://html.spec.whatwg.org/#encoding-sniffing-algorithm). Where none is named,
 * UTF-8 if all of it is, else what the bytes look like.
 * @param contentType of the answer, parameters included; empty when missing
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

/** @param encoding one that is not known is read as Western, as browsers do it */
function decode(bytes: Uint8Array, encoding: string): string {
	try {
		return new TextDecoder(encoding).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/** No name of an encoding. */
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
