/**
 * How shops of six languages write amounts and dates and label what they say. Of two forms the first
 * stands in pages that rules are made with, the second in those that decide on them.
 * @typedef {object} Locale
 * @property {string} code
 * @property {string} group Sign between thousands.
 * @property {'.' | ','} decimals
 * @property {[tune: Money, decide: Money]} money
 * @property {Record<Word, [string, string]>} words
 * @property {[tune: Day, decide: Day]} date
 * @property {string[]} goods
 * @property {string[]} makers
 */

/** @typedef {(amount: string) => string} Money The amount with its currency. */
/** @typedef {(day: Date) => string} Day */
/** @typedef {'name' | 'price' | 'stock' | 'weight' | 'material' | 'maker' | 'inStock' | 'soldOut' | 'was' | 'now' | 'total' | 'cart'} Word */

/** @param {Date} day @param {string} mark */
const dayFirst = (day, mark) =>
	[day.getUTCDate(), day.getUTCMonth() + 1]
		.map((part) => String(part).padStart(2, '0'))
		.concat(String(day.getUTCFullYear()))
		.join(mark);

/** @param {string} code @returns {Day} */
const inWords = (code) => (day) =>
	day.toLocaleString(code, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @param {string} code @param {Array<[string, string]>} words @returns {Record<Word, [string, string]>} */
const wordsOf = (code, words) => {
	const names = /** @type {const} */ ([
		'name',
		'price',
		'stock',
		'weight',
		'material',
		'maker',
		'inStock',
		'soldOut',
		'was',
		'now',
		'total',
		'cart',
	]);
	if (words.length !== names.length) throw new Error(`Words of ${code} are missing.`);
	return /** @type {any} */ (Object.fromEntries(names.map((name, at) => [name, words[at]])));
};

/** @type {Locale[]} */
export const LOCALES = [
	{
		code: 'en',
		group: ',',
		decimals: '.',
		money: [(amount) => `$${amount}`, (amount) => `USD ${amount}`],
		words: wordsOf('en', [
			['Product', 'Item'],
			['Price', 'Unit price'],
			['Availability', 'Stock'],
			['Weight', 'Net weight'],
			['Material', 'Material'],
			['Brand', 'Manufacturer'],
			['In stock', 'Only 3 left'],
			['Sold out', 'Out of stock'],
			['Was', 'Before'],
			['Now', 'Today'],
			['Total', 'Grand total'],
			['Add to cart', 'Buy now'],
		]),
		date: [inWords('en-US'), inWords('en-GB')],
		goods: [
			'Brass desk lamp',
			'Oak stool',
			'Linen apron',
			'Copper kettle',
			'Wool blanket',
			'Glass jug',
		],
		makers: ['Harrow & Pike', 'Tindale', 'Northcote Works'],
	},
	{
		code: 'de',
		group: '.',
		decimals: ',',
		money: [(amount) => `${amount} €`, (amount) => `EUR ${amount}`],
		words: wordsOf('de', [
			['Produkt', 'Artikel'],
			['Preis', 'Einzelpreis'],
			['Verfügbarkeit', 'Bestand'],
			['Gewicht', 'Nettogewicht'],
			['Material', 'Werkstoff'],
			['Marke', 'Hersteller'],
			['Auf Lager', 'Sofort lieferbar'],
			['Ausverkauft', 'Nicht lieferbar'],
			['Vorher', 'statt'],
			['Jetzt', 'nur'],
			['Summe', 'Gesamtsumme'],
			['In den Warenkorb', 'Kaufen'],
		]),
		date: [(day) => dayFirst(day, '.'), inWords('de')],
		goods: [
			'Schreibtischlampe',
			'Hocker Eiche',
			'Leinenschürze',
			'Kupferkessel',
			'Wolldecke',
			'Glaskrug',
		],
		makers: ['Brandt & Söhne', 'Kessler', 'Werkhof Nord'],
	},
	{
		code: 'fr',
		group: '\u202f',
		decimals: ',',
		money: [(amount) => `${amount}\u00a0€`, (amount) => `${amount} EUR`],
		words: wordsOf('fr', [
			['Produit', 'Article'],
			['Prix', 'Prix unitaire'],
			['Disponibilité', 'Stock'],
			['Poids', 'Poids net'],
			['Matière', 'Matériau'],
			['Marque', 'Fabricant'],
			['En stock', 'Disponible'],
			['Épuisé', 'Rupture de stock'],
			['Avant', 'au lieu de'],
			['Maintenant', 'seulement'],
			['Total', 'Total général'],
			['Ajouter au panier', 'Acheter'],
		]),
		date: [inWords('fr'), (day) => dayFirst(day, '/')],
		goods: [
			'Lampe de bureau',
			'Tabouret chêne',
			'Tablier en lin',
			'Bouilloire cuivre',
			'Plaid en laine',
			'Carafe en verre',
		],
		makers: ['Maison Lavigne', 'Delorme', 'Ateliers du Nord'],
	},
	{
		code: 'es',
		group: '.',
		decimals: ',',
		money: [(amount) => `${amount} €`, (amount) => `€${amount}`],
		words: wordsOf('es', [
			['Producto', 'Artículo'],
			['Precio', 'Precio unitario'],
			['Disponibilidad', 'Existencias'],
			['Peso', 'Peso neto'],
			['Material', 'Materiales'],
			['Marca', 'Fabricante'],
			['En stock', 'Disponible'],
			['Agotado', 'Sin existencias'],
			['Antes', 'en lugar de'],
			['Ahora', 'solo'],
			['Total', 'Suma'],
			['Añadir al carrito', 'Comprar'],
		]),
		date: [inWords('es'), (day) => dayFirst(day, '/')],
		goods: [
			'Lámpara de mesa',
			'Taburete de roble',
			'Delantal de lino',
			'Tetera de cobre',
			'Manta de lana',
			'Jarra de vidrio',
		],
		makers: ['Casa Olmedo', 'Ribera', 'Talleres del Sur'],
	},
	{
		code: 'sv',
		group: '\u00a0',
		decimals: ',',
		money: [(amount) => `${amount} kr`, (amount) => `SEK ${amount}`],
		words: wordsOf('sv', [
			['Produkt', 'Artikel'],
			['Pris', 'Styckpris'],
			['Lagerstatus', 'Lager'],
			['Vikt', 'Nettovikt'],
			['Material', 'Material'],
			['Märke', 'Tillverkare'],
			['I lager', 'I lager'],
			['Slutsåld', 'Slutsåld'],
			['Förut', 'Ord. pris'],
			['Nu', 'Nu endast'],
			['Summa', 'Totalt'],
			['Lägg i varukorg', 'Köp'],
		]),
		date: [inWords('sv'), (day) => day.toISOString().slice(0, 10)],
		goods: [
			'Skrivbordslampa',
			'Pall i ek',
			'Linneförkläde',
			'Kopparkittel',
			'Yllefilt',
			'Glaskanna',
		],
		makers: ['Lindgren & Co', 'Ekström', 'Norra Verkstan'],
	},
	{
		code: 'pl',
		group: '\u00a0',
		decimals: ',',
		money: [(amount) => `${amount} zł`, (amount) => `${amount} PLN`],
		words: wordsOf('pl', [
			['Produkt', 'Artykuł'],
			['Cena', 'Cena jednostkowa'],
			['Dostępność', 'Stan'],
			['Waga', 'Masa netto'],
			['Materiał', 'Tworzywo'],
			['Marka', 'Producent'],
			['Dostępny', 'Na stanie'],
			['Niedostępny', 'Wyprzedane'],
			['Było', 'zamiast'],
			['Teraz', 'tylko'],
			['Suma', 'Razem'],
			['Do koszyka', 'Kup teraz'],
		]),
		date: [(day) => dayFirst(day, '.'), inWords('pl')],
		goods: [
			'Lampa biurkowa',
			'Taboret dębowy',
			'Fartuch lniany',
			'Czajnik miedziany',
			'Koc wełniany',
			'Dzban szklany',
		],
		makers: ['Wiśniewski i Syn', 'Zarzycki', 'Pracownia Północ'],
	},
];

/**
 * An amount as a language writes it, without its currency.
 * @param {number} cents
 * @param {Locale} locale
 */
export function writeAmount(cents, { group, decimals }) {
	const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(?:\d{3})+$)/g, group);
	return `${whole}${decimals}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}
