import { nameKey } from './names.ts';

/** Other words for schema.org's types. */
const TYPE_WORDS: Readonly<Record<string, readonly string[]>> = {
	product: ['item'],
	article: ['post', 'story'],
	'blog posting': ['article', 'post', 'blog post'],
	'job posting': ['job', 'vacancy', 'position', 'opening'],
	organization: ['company', 'organisation', 'business'],
	'local business': ['company', 'business', 'store', 'shop', 'place'],
	person: ['people', 'member', 'profile'],
	question: ['faq'],
	'software application': ['app', 'software'],
	'video object': ['video'],
	'image object': ['image'],
	offer: ['deal'],
	place: ['location', 'venue'],
	'how to step': ['step'],
	'list item': ['entry'],
};

/** The name keys of a schema.org type (name or address): "NewsArticle" is a news article and an article. */
export function typeNames(type: string): string[] {
	const key = nameKey(type.split(/[/#]/u).at(-1) ?? type);
	const last = key.split(' ').at(-1) ?? key;
	const words = [key, last].flatMap((name) => [name, ...(TYPE_WORDS[name] ?? [])]);
	return [...new Set(words)].filter((name) => name !== '');
}
