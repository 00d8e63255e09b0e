/** What documents of business are called, in the languages of the standard's translations. */
export const DOCUMENT_WORD =
	/(?<!\p{L})(?:\p{L}{0,20}(?:rechnung|gutschrift|quittung)|(?:tax\s)?invoice|receipt|bill|credit\snote|facture|avoir|factura|fattura|factuur|faktura|fatura)(?!\p{L})/iu;

/** What an order is called by the one who buys; its confirmation is the seller's. */
export const ORDER_WORD =
	/^(?:purchase\sorder|(?:einkaufs)?bestellung|bon\sde\scommande|(?:orden|ordem)\sde\scompra|pedido|ordine\s(?:di\s|d['’])acquisto|(?:inkoop)?bestelling|inkooporder)(?!\p{L})/iu;

/** Legal forms of companies by their usual short forms (ISO 20275), which names in capitals have in capitals. */
const LEGAL_FORM = new RegExp(
	[
		String.raw`(?<!\p{L})(?:[Gg][Mm][Bb][Hh]|[Ll](?:td|TD)|[Ll](?:imited|IMITED)|I(?:nc|NC)|LLC|C(?:orp|ORP)|PLC|S(?:dn|DN)\.?\s?B(?:hd|HD)|S/B`,
		String.raw`AG|KGa?A?|OHG|e\.?\s?K|UG|GbR|eG|e\.?\s?V|S\.?A\.?R\.?L|SASU?|S\.?A|B\.?V|N\.?V|BVBA|S\.?[rR]\.?[lL]|S\.?[pP]\.?A|S\.?L)(?!\p{L})`,
	].join('|'),
	'u',
);

/** Whether a name has a company's legal form. */
export const hasLegalForm = (name: string): boolean => LEGAL_FORM.test(name);

/** Whether nothing but a legal form is in a line, whose name is above it: "CO. (M) SDN BHD". */
export const isFormAlone = (text: string): boolean =>
	!/\p{L}{2}/u.test(text.replace(/\([^()]*\)|(?<!\p{L})co\b/giu, ' ').replace(LEGAL_FORM, ' '));

/**
 * The name of a company without what follows its legal form, and without the number of its registration:
 * "Hébergement SAS au capital de 100 000 €", "MR. ABC SDN BHD (860671-D)".
 */
export function companyName(text: string): string {
	const match = LEGAL_FORM.exec(text);
	const end = match === null ? 0 : match.index + match[0].length;
	const isNumbered = match !== null && match.index > 0 && /\d/u.test(text.slice(end));
	return isNumbered ? text.slice(0, end) : text.replace(/ \(?\d{4,8}[ -]?[A-Z]?\)?$/u, '');
}
