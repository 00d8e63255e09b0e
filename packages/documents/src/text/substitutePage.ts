/// <reference lib="dom" />
import { oneLine, parseHtml } from '@web-data-extraction/page/document';
import { findSignInForm, isSignInPage } from '@web-data-extraction/page/signIn';

/** Larger pages are not examined. */
const LARGEST_PAGE_CHARACTERS = 2_000_000;

/** A page that says more is read for its content. */
const LONGEST_NOT_FOUND_CHARACTERS = 2_000;

/** Titles and headings of pages that servers send, with status 200, where there is nothing. */
const NOT_FOUND = new RegExp(
	[
		String.raw`^\W{0,3}404\W{0,3}$|^\W{0,3}404 ?[-–—|:·]|(?:error|erreur|fehler|errore|fout|http|code|status)\W{1,3}404\b|\b404\W{1,3}(?:error|erreur|not found|page)`,
		"^not found$|(?:page|file|document|resource) (?:was |could )?not (?:be )?found|(?:page|file|document) (?:does not|doesn['’]t|no longer) exists?",
		'nicht gefunden|introuvable|no encontrad[ao]|non trovat[ao]|não encontrad[ao]|niet gevonden|hittades inte|nie znalezion[oa]',
	].join('|'),
	'iu',
);

/**
 * What a linked page seems to be instead of the document that the link was to give, one sentence each:
 * a sign-in page, or one that reports nothing found.
 * @param url where it came from
 */
export function describeSubstitutePage(html: string, url: string): string[] {
	if (html.length > LARGEST_PAGE_CHARACTERS) return [];
	const document = parseHtml(html);
	const form = findSignInForm(document, url);
	const asksPassword = document.querySelector('input[type="password" i]') !== null;
	const headings = [...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent);
	const title = document.querySelector('title')?.textContent ?? '';
	const names = [title, ...headings].map(oneLine);
	for (const unseen of document.querySelectorAll('script, style, template')) unseen.remove();
	const { textContent: text } = document.documentElement;
	const isMissing = oneLine(text).length <= LONGEST_NOT_FOUND_CHARACTERS;
	const field = asksPassword ? 'has a password field' : 'looks like a sign-in page';
	return [
		...(asksPassword || isSignInPage(form, text)
			? [`The page ${field}: the document may only be available after signing in.`]
			: []),
		...(isMissing && names.some((name) => NOT_FOUND.test(name))
			? ['The page says that nothing exists at its address.']
			: []),
	];
}
