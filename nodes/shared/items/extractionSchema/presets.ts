import type { JsonSchema } from './checkSchema';
import { schemaFromFields } from './fromFields';

/** A field: its name, what it means, and its type in the field table where that is not text. */
type PresetField = readonly [
	name: string,
	description: string,
	type?: 'number' | 'integer' | 'date',
];

const EXCERPT = 'What it is about, in one or two sentences';
const ISO_DATE = 'as an ISO 8601 date';
const ISO_TIME = `${ISO_DATE}, with the time when it is given`;
const CURRENCY = 'Three-letter code of the currency, such as EUR';

/** The lines of an invoice, as far as most have them. */
const INVOICE_LINES: readonly PresetField[] = [
	['lines[].description', 'Name of the goods or services'],
	['lines[].quantity', 'Quantity', 'number'],
	['lines[].unit', 'Unit of the quantity'],
	['lines[].unitPrice', 'Price of one unit, without tax', 'number'],
	['lines[].lineTotal', 'Amount of the line, without tax', 'number'],
];

const INVOICE: readonly PresetField[] = [
	['invoiceNumber', 'Invoice number'],
	['invoiceDate', 'Invoice date', 'date'],
	['dueDate', 'Payment due date', 'date'],
	['currency', CURRENCY],
	['sellerName', 'Who sells'],
	['sellerVatId', 'VAT identifier of the seller'],
	['buyerName', 'Who buys'],
	['totalNet', 'Total without tax', 'number'],
	['totalTax', 'Total of the tax', 'number'],
	['totalGross', 'Total with tax', 'number'],
	['iban', 'Account to pay to'],
];

/**
 * The fields of each preset. Those of pages have the names of schema.org, which pages publish for
 * machines; those of electronic invoices are the main terms of EN 16931.
 */
const FIELDS = {
	article: [
		['headline', 'Title of the article'],
		['author', 'Who wrote it'],
		['datePublished', `When it was published, ${ISO_DATE}`],
		['dateModified', `When it was last changed, ${ISO_DATE}`],
		['description', EXCERPT],
		['articleBody', 'The full text'],
		['keywords[]', 'Topics or tags'],
		['image', 'Web address of its main image'],
		['url', 'Web address of the article'],
	],
	contact: [
		['name', 'Name of the person or organization'],
		['jobTitle', 'What the person does there'],
		['organization', 'Company or organization'],
		['email', 'E-mail address'],
		['telephone', 'Phone number'],
		['faxNumber', 'Fax number'],
		['streetAddress', 'Street and house number'],
		['postalCode', 'Postal code'],
		['addressLocality', 'City'],
		['addressCountry', 'Country'],
		['url', 'Web address of the website'],
		['sameAs[]', 'Web addresses of profiles in social networks'],
	],
	eInvoice: [
		...INVOICE.slice(0, 6),
		['buyerName', 'Who buys'],
		['buyerVatId', 'VAT identifier of the buyer'],
		['buyerReference', 'Buyer reference, such as a routing ID'],
		['orderReference', 'Purchase order reference'],
		['deliveryDate', 'Actual delivery date', 'date'],
		['paymentTerms', 'Payment terms'],
		['paymentReference', 'Remittance information'],
		['iban', 'Account to pay to'],
		['bic', 'Payment service provider of that account'],
		['totalNet', 'Invoice total amount without VAT', 'number'],
		['totalTax', 'Invoice total VAT amount', 'number'],
		['totalGross', 'Invoice total amount with VAT', 'number'],
		['prepaidAmount', 'Amount that has been paid already', 'number'],
		['amountDue', 'Amount due for payment', 'number'],
		['lines[].lineId', 'Line identifier'],
		['lines[].articleNumber', "Seller's identifier of the item"],
		...INVOICE_LINES,
		['lines[].taxRate', 'VAT rate in percent', 'number'],
	],
	event: [
		['name', 'Name of the event'],
		['startDate', `Start, ${ISO_TIME}`],
		['endDate', `End, ${ISO_TIME}`],
		['location', 'Name and address of the place, or Online'],
		['organizer', 'Who organizes it'],
		['performer', 'Who performs or speaks'],
		['price', 'Price of a ticket, without the currency', 'number'],
		['priceCurrency', CURRENCY],
		['description', 'What it is about'],
		['url', 'Web address of the event'],
	],
	invoice: [...INVOICE, ...INVOICE_LINES],
	job: [
		['title', 'Title of the position'],
		['hiringOrganization', 'Who hires'],
		['jobLocation', 'Where the work is done, or Remote'],
		['employmentType', 'Such as full time, part time, contract or internship'],
		['baseSalary', 'Salary or its range, with currency and period'],
		['datePosted', `When it was posted, ${ISO_DATE}`],
		['validThrough', `Until when to apply, ${ISO_DATE}`],
		['description', 'Tasks and requirements'],
		['url', 'Web address of the job posting'],
	],
	product: [
		['name', 'Name of the product'],
		['brand', 'Brand or maker'],
		['price', 'Current price, without the currency', 'number'],
		['priceCurrency', CURRENCY],
		['availability', 'Whether it can be bought, such as in stock'],
		['sku', 'Article number'],
		['description', 'What it is'],
		['ratingValue', 'Average rating', 'number'],
		['reviewCount', 'Number of reviews', 'integer'],
		['image', 'Web address of its main image'],
		['url', 'Web address of the product'],
	],
	recipe: [
		['name', 'Name of the dish'],
		['author', 'Who wrote the recipe'],
		['description', 'What it is'],
		['recipeYield', 'How many servings it makes'],
		['prepTime', 'Time for preparing'],
		['cookTime', 'Time for cooking'],
		['totalTime', 'Time in all'],
		['recipeIngredient[]', 'Ingredients with their amounts, in order'],
		['recipeInstructions[]', 'Steps, in order'],
		['image', 'Web address of its main image'],
	],
} satisfies Record<string, readonly PresetField[]>;

export type Preset = keyof typeof FIELDS;

/** The schema of a preset: that of a field table with its fields. What is not there is null, or an empty list. */
export function schemaOfPreset(preset: Preset): JsonSchema {
	const rows = (FIELDS[preset] satisfies readonly PresetField[] as readonly PresetField[]).map(
		([name, description, type = 'text']) => ({ name, description, type }),
	);
	return schemaFromFields({ field: rows }, 'Preset');
}
