import type { JsonObject } from '../../json.ts';

/** The mail address and the phone number a page links to, when it links to one only. */
export function contactFields(document: Document): JsonObject {
	const email = onlyTarget(document, 'mailto:');
	const telephone = onlyTarget(document, 'tel:');
	return {
		...(email !== undefined && { email }),
		...(telephone !== undefined && { telephone }),
	};
}

function onlyTarget(document: Document, scheme: string): string | undefined {
	const targets = [...document.querySelectorAll(`a[href^="${scheme}"]`)].map((link) =>
		decode((link.getAttribute('href') ?? '').slice(scheme.length).split('?')[0] ?? ''),
	);
	const [target, ...others] = new Set(targets);
	return target !== '' && others.length === 0 ? target : undefined;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text).trim();
	} catch {
		return text.trim();
	}
}
