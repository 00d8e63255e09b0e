import type { JsonSchema } from './checkSchema';

/** What one entry is called when a page has several: the list's name. */
const LIST_NAMES = {
	article: 'articles',
	event: 'events',
	job: 'jobs',
	product: 'products',
	recipe: 'recipes',
};

function text(description: string): JsonSchema {
	return { type: ['string', 'null'], description };
}

function number(description: string): JsonSchema {
	return { type: ['number', 'null'], description };
}

function texts(description: string): JsonSchema {
	return { type: 'array', items: { type: 'string' }, description };
}

/**
 * The fields of each preset, named as schema.org names them: that is how pages publish them for
 * machines. What a page does not say is null, or an empty list.
 */
const FIELDS: Readonly<Record<keyof typeof LIST_NAMES, Record<string, JsonSchema>>> = {
	article: {
		headline: text('Title of the article'),
		author: text('Who wrote it'),
		datePublished: text('When it was published, as an ISO 8601 date'),
		dateModified: text('When it was last changed, as an ISO 8601 date'),
		description: text('What it is about, in one or two sentences'),
		articleBody: text('The full text'),
		keywords: texts('Topics or tags'),
		image: text('Web address of its main image'),
		url: text('Web address of the article'),
	},
	event: {
		name: text('Name of the event'),
		startDate: text('Start, as an ISO 8601 date, with the time when it is given'),
		endDate: text('End, as an ISO 8601 date, with the time when it is given'),
		location: text('Name and address of the place, or Online'),
		organizer: text('Who organizes it'),
		performer: text('Who performs or speaks'),
		price: number('Price of a ticket, without the currency'),
		priceCurrency: text('Three-letter code of the currency, such as EUR'),
		description: text('What it is about'),
		url: text('Web address of the event'),
	},
	job: {
		title: text('Title of the position'),
		hiringOrganization: text('Who hires'),
		jobLocation: text('Where the work is done, or Remote'),
		employmentType: text('Such as full time, part time, contract or internship'),
		baseSalary: text('Salary or its range, with currency and period'),
		datePosted: text('When it was posted, as an ISO 8601 date'),
		validThrough: text('Until when to apply, as an ISO 8601 date'),
		description: text('Tasks and requirements'),
		url: text('Web address of the job posting'),
	},
	product: {
		name: text('Name of the product'),
		brand: text('Brand or maker'),
		price: number('Current price, without the currency'),
		priceCurrency: text('Three-letter code of the currency, such as EUR'),
		availability: text('Whether it can be bought, such as in stock'),
		sku: text('Article number'),
		description: text('What it is'),
		ratingValue: number('Average rating'),
		reviewCount: { type: ['integer', 'null'], description: 'Number of reviews' },
		image: text('Web address of its main image'),
		url: text('Web address of the product'),
	},
	recipe: {
		name: text('Name of the dish'),
		author: text('Who wrote the recipe'),
		description: text('What it is'),
		recipeYield: text('How many servings it makes'),
		prepTime: text('Time for preparing'),
		cookTime: text('Time for cooking'),
		totalTime: text('Time in all'),
		recipeIngredient: texts('Ingredients with their amounts, in order'),
		recipeInstructions: texts('Steps, in order'),
		image: text('Web address of its main image'),
	},
};

/**
 * The schema of a preset.
 * @param isList whether a page may have several, which are then in a list such as `products`
 */
export function schemaOfPreset(preset: keyof typeof FIELDS, isList: boolean): JsonSchema {
	const entry: JsonSchema = { type: 'object', properties: FIELDS[preset] };
	return isList
		? { type: 'object', properties: { [LIST_NAMES[preset]]: { type: 'array', items: entry } } }
		: entry;
}
