/** How shops say whether a thing is available, in the languages of most shops. */
const STOCK =
	'in stock|out of stock|sold out|available|not available|unavailable|currently unavailable|pre-?order|back-?order(?:ed)?|on backorder|only \\d{1,4} left|low stock|discontinued|auf lager|lieferbar|sofort lieferbar|nicht lieferbar|verfügbar|sofort verfügbar|nicht verfügbar|nicht auf lager|ausverkauft|vergriffen|vorbestellbar|en stock|disponible|indisponible|rupture de stock|en rupture de stock|épuisé|agotado|sin existencias|no disponible|sin stock|disponibile|non disponibile|esaurito|disponibilità immediata|op voorraad|uitverkocht|niet op voorraad|niet leverbaar|leverbaar|em estoque|disponível|indisponível|esgotado|sem estoque|i lager|slutsåld|på lager|udsolgt|utsolgt|dostępny|niedostępny|na stanie|wyprzedane|skladem|vyprodáno|в наличии|нет в наличии|在庫あり|在庫なし|売り切れ|有货|缺货|재고 있음|품절';
/** "In stock", "In stock (22 available)", "✓ Auf Lager": nothing else. */
const IS_STOCK = new RegExp(
	`^[^\\p{L}\\p{N}]{0,5}(?:${STOCK})[^\\p{L}\\p{N}]{0,5}(?:\\(?\\d{1,6}(?: \\p{L}{1,15})?\\)?[.!]?)?$`,
	'iu',
);
const LONGEST = 50;

/** Whether a text says whether a thing is available, and nothing else. */
export function isStockText(text: string): boolean {
	return text.length <= LONGEST && IS_STOCK.test(text);
}
