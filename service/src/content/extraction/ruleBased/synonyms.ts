import { nameKey } from './names.ts';

/** One meaning and the names it goes by. */
interface Concept {
	/** Names a schema or prompt may use for it. */
	asked: readonly string[];
	/** Names pages use for it, best first; those asked for count too. */
	found?: readonly string[];
}

/**
 * What fields mean. A field that is asked for under a name of `asked` may be filled from a page's
 * field with any name of the same entry. Paths into nested data are written as words
 * ("aggregate rating rating value"). Based on schema.org's property names, OpenGraph's keys and
 * the labels shops, articles and invoices use.
 */
const CONCEPTS: readonly Concept[] = [
	{ asked: ['name', 'title', 'headline', 'heading'] },
	{
		asked: ['description', 'summary', 'abstract', 'excerpt', 'about', 'overview', 'teaser'],
		found: ['long description', 'disambiguating description'],
	},
	{
		asked: ['price', 'cost', 'amount', 'unit price'],
		found: [
			'price amount',
			'sale price',
			'offer price',
			'selling price',
			'discounted price',
			'low price',
			'preis',
			'prix',
			'precio',
			'prezzo',
		],
	},
	{ asked: ['original price', 'old price', 'list price', 'regular price', 'rrp', 'msrp'] },
	{ asked: ['sale price', 'discounted price', 'discount price', 'special price'] },
	{ asked: ['low price', 'minimum price', 'min price', 'price from'] },
	{ asked: ['high price', 'maximum price', 'max price', 'price to'] },
	{ asked: ['currency', 'price currency', 'currency code'] },
	{
		asked: [
			'image',
			'image url',
			'picture',
			'photo',
			'thumbnail',
			'thumbnail url',
			'main image',
			'img',
			'cover',
		],
		found: ['primary image page', 'content url', 'image src'],
	},
	{ asked: ['logo', 'logo url'], found: ['brand logo'] },
	{
		asked: ['url', 'link', 'href', 'permalink', 'web address', 'page url'],
		found: ['main entity page'],
	},
	{ asked: ['website', 'homepage', 'web site'], found: ['url'] },
	{
		asked: ['author', 'author name', 'writer', 'byline', 'written by', 'by', 'creator'],
		found: ['autor', 'auteur'],
	},
	{ asked: ['publisher', 'publisher name', 'site name', 'source', 'publication'] },
	{
		asked: [
			'date published',
			'published',
			'publish date',
			'publication date',
			'published at',
			'published date',
			'published time',
			'published on',
			'date',
			'posted',
			'posted on',
			'date posted',
			'release date',
		],
		found: ['upload date', 'date created', 'article published time', 'datum'],
	},
	{
		asked: [
			'date modified',
			'modified',
			'updated',
			'updated at',
			'last updated',
			'last modified',
			'modified time',
			'update date',
		],
		found: ['updated time'],
	},
	{
		asked: ['category', 'section', 'article section', 'genre', 'topic', 'department'],
		found: ['product type'],
	},
	{ asked: ['keyword', 'tag'], found: ['article tag', 'topic'] },
	{ asked: ['language', 'lang', 'locale'], found: ['in language'] },
	{ asked: ['body', 'article body', 'content', 'text', 'full text', 'review body'] },
	{
		asked: [
			'sku',
			'article number',
			'item number',
			'product code',
			'stock keeping unit',
			'artikelnummer',
		],
		found: ['mpn', 'product id'],
	},
	{
		asked: ['gtin', 'ean', 'barcode', 'upc', 'gtin13'],
		found: ['gtin 13', 'gtin 14', 'gtin 12', 'gtin 8'],
	},
	{ asked: ['isbn', 'isbn 13', 'isbn 10'] },
	{ asked: ['mpn', 'part number', 'manufacturer part number'] },
	{
		asked: [
			'brand',
			'brand name',
			'manufacturer',
			'make',
			'maker',
			'vendor',
			'marke',
			'hersteller',
		],
	},
	{ asked: ['seller', 'seller name', 'sold by', 'merchant', 'shop', 'store'] },
	{ asked: ['model', 'model name', 'model number'] },
	{
		asked: [
			'rating',
			'rating value',
			'average rating',
			'score',
			'star',
			'star rating',
			'review rating',
			'avg rating',
		],
		found: ['aggregate rating rating value', 'review rating rating value', 'aggregate rating'],
	},
	{
		asked: [
			'review count',
			'number review',
			'rating count',
			'number rating',
			'total review',
			'num review',
			'review',
			'rating number',
		],
		found: ['aggregate rating review count', 'aggregate rating rating count'],
	},
	{
		asked: [
			'availability',
			'in stock',
			'stock',
			'available',
			'stock status',
			'instock',
			'availability status',
			'is available',
			'verfugbarkeit',
		],
	},
	{ asked: ['condition', 'item condition'] },
	{ asked: ['color', 'colour', 'farbe'] },
	{ asked: ['size', 'grosse'] },
	{ asked: ['material', 'fabric'] },
	{ asked: ['weight', 'item weight', 'gewicht'] },
	{ asked: ['warranty', 'guarantee', 'garantie'] },
	{
		asked: [
			'specification',
			'spec',
			'technical detail',
			'technical data',
			'attribute',
			'detail',
			'property',
			'product detail',
			'information',
			'key fact',
		],
		found: ['additional property'],
	},
	{ asked: ['feature', 'highlight', 'benefit'] },
	{ asked: ['phone', 'telephone', 'phone number', 'tel', 'mobile', 'telefon'] },
	{ asked: ['email', 'e mail', 'email address', 'mail'] },
	{ asked: ['fax', 'fax number'] },
	{ asked: ['address', 'postal address', 'location', 'adresse'], found: ['location address'] },
	{
		asked: ['location', 'venue', 'place', 'where'],
		found: ['job location', 'location name', 'address'],
	},
	{ asked: ['street', 'street address'] },
	{ asked: ['city', 'town', 'address locality', 'locality'] },
	{ asked: ['state', 'region', 'province', 'address region'] },
	{ asked: ['postal code', 'zip', 'zip code', 'postcode', 'plz'] },
	{ asked: ['country', 'address country'] },
	{ asked: ['latitude', 'lat'] },
	{ asked: ['longitude', 'lng', 'lon'] },
	{ asked: ['opening hour', 'hour', 'business hour'], found: ['opening hour specification'] },
	{ asked: ['social link', 'social profile', 'social medium'], found: ['same as'] },
	{
		asked: ['start date', 'start', 'start time', 'event date', 'starts at', 'begin', 'date'],
	},
	{ asked: ['end date', 'end', 'end time', 'ends at'] },
	{ asked: ['organizer', 'organiser', 'host'] },
	{ asked: ['performer', 'artist', 'speaker'] },
	{ asked: ['ingredient', 'recipe ingredient'] },
	{ asked: ['instruction', 'recipe instruction', 'step', 'direction', 'method', 'preparation'] },
	{ asked: ['prep time', 'preparation time'] },
	{ asked: ['cook time', 'cooking time'] },
	{ asked: ['total time', 'time', 'duration'] },
	{ asked: ['serving', 'yield', 'recipe yield', 'portion'] },
	{ asked: ['calorie', 'kcal', 'energy'], found: ['nutrition calorie'] },
	{ asked: ['cuisine', 'recipe cuisine'] },
	{
		asked: [
			'company',
			'company name',
			'employer',
			'organization',
			'organisation',
			'hiring organization',
		],
		found: ['hiring organization name', 'legal name'],
	},
	{ asked: ['job title', 'position', 'role'], found: ['title'] },
	{ asked: ['salary', 'base salary', 'pay', 'compensation', 'wage'], found: ['base salary value'] },
	{ asked: ['employment type', 'job type', 'contract type'] },
	{ asked: ['application deadline', 'valid through', 'deadline', 'closing date', 'expire'] },
	{ asked: ['question'], found: ['name'] },
	{ asked: ['answer'], found: ['accepted answer text', 'accepted answer'] },
	{ asked: ['quantity', 'qty', 'count', 'menge', 'anzahl'] },
	{
		asked: [
			'total',
			'total amount',
			'grand total',
			'amount due',
			'invoice total',
			'line total',
			'total price',
			'gesamt',
			'gesamtbetrag',
			'summe',
		],
		found: ['amount'],
	},
	{ asked: ['subtotal', 'sub total', 'net total', 'net amount', 'zwischensumme'] },
	{ asked: ['tax', 'vat', 'sales tax', 'tax amount', 'mwst', 'ust'] },
	{
		asked: ['invoice number', 'invoice no', 'invoice id', 'rechnungsnummer', 'invoice'],
		found: ['number'],
	},
	{ asked: ['invoice date', 'rechnungsdatum'], found: ['date', 'issue date'] },
	{ asked: ['due date', 'payment due', 'faellig am'] },
	{ asked: ['order number', 'order no', 'order id'] },
	{ asked: ['customer', 'customer name', 'client', 'bill to', 'kunde'] },
];

/** Names whose value is an address in the web. */
const ADDRESS_WORDS = new Set([
	'url',
	'link',
	'href',
	'uri',
	'permalink',
	'canonical',
	'website',
	'homepage',
	'src',
]);
const IMAGE_WORDS = new Set([
	'image',
	'picture',
	'photo',
	'thumbnail',
	'img',
	'logo',
	'avatar',
	'icon',
	'cover',
]);

const ALIASES = buildAliases();

/** Keys under which pages may publish the field with this key, best first, the key itself aside. */
export function aliasesOf(key: string): readonly string[] {
	return ALIASES.get(key) ?? [];
}

/** True when the key names a field this table knows: a label that is one is a label for sure. */
export function isKnownName(key: string): boolean {
	return ALIASES.has(key);
}

/** True when the field asks for the address of a page or a picture rather than for text. */
export function asksForAddress(key: string): boolean {
	const last = key.split(' ').at(-1) ?? '';
	return ADDRESS_WORDS.has(last) || IMAGE_WORDS.has(last);
}

/** True when the field asks whether something can be had. */
export function asksForAvailability(key: string): boolean {
	return key === 'availability' || aliasesOf(key).includes('availability');
}

/** True when the field asks for a mail address. */
export function asksForEmail(key: string): boolean {
	return key === 'email' || aliasesOf(key).includes('email');
}

function buildAliases(): ReadonlyMap<string, readonly string[]> {
	const aliases = new Map<string, string[]>();
	for (const concept of CONCEPTS) {
		const asked = concept.asked.map(nameKey);
		const all = [...asked, ...(concept.found ?? []).map(nameKey)];
		for (const key of asked) {
			aliases.set(key, [...(aliases.get(key) ?? []), ...all.filter((other) => other !== key)]);
		}
	}
	return aliases;
}
