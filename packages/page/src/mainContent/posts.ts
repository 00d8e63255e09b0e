/// <reference lib="dom" />

/** Posts of a discussion, as schema.org defines them. */
const POSTS =
	'[itemtype*="schema.org/Comment" i], [itemtype*="schema.org/Answer" i], [itemtype*="schema.org/Question" i], [itemtype*="schema.org/DiscussionForumPosting" i]';
const BODIES = '[itemprop="text"], [itemprop="articleBody"]';
/** Where a post states its author, the closest to the bare name first. */
const AUTHORS = [
	'[itemprop="author"] [itemprop="name"]',
	'[rel="author"]',
	'.username',
	'[itemprop="author"]',
	'.author',
];
const LONGEST_AUTHOR = 100;

interface Post {
	element: Element;
	body: Element;
}

/**
 * The posts of a discussion, if the page marks the parts of each: author, time and text, below
 * the title of the page. Anything beside them, such as ranks, counts and buttons, is left out.
 * @returns undefined for pages that mark no posts, or only some of the posts in a row
 */
export function readPosts(document: Document): Element | undefined {
	const nested = listNested(document);
	const posts = nested.length > 1 ? nested : listDeclared(document);
	if (posts.length < 2 || !areAll(posts)) return undefined;
	const root = document.createElement('div');
	const heading = document.querySelector('h1');
	if (heading !== null) root.append(heading.cloneNode(true));
	for (const { element, body } of posts) {
		for (const text of [readAuthor(element), element.querySelector('time')?.textContent ?? '']) {
			const line = document.createElement('p');
			line.textContent = text.trim();
			root.append(line);
		}
		const block = document.createElement('div');
		block.append(...[...body.childNodes].map((node) => node.cloneNode(true)));
		root.append(block);
	}
	return root;
}

/** Posts as articles with their content in a nested article. */
function listNested(document: Document): Post[] {
	return [...document.querySelectorAll('article')].flatMap((element) => {
		if (element.parentElement?.closest('article') !== null) return [];
		const [body, ...others] = element.querySelectorAll('article');
		return body === undefined || others.length > 0 ? [] : [{ element, body }];
	});
}

function listDeclared(document: Document): Post[] {
	return [...document.querySelectorAll(BODIES)].flatMap((body) => {
		const element = body.parentElement?.closest(POSTS) ?? null;
		return element === null ? [] : [{ element, body }];
	});
}

/** Whether no other element among the posts looks like them. */
function areAll(posts: readonly Post[]): boolean {
	const known = new Set(posts.map(({ element }) => element));
	return posts.every(({ element }) =>
		[...(element.parentElement?.children ?? [])].every(
			(other) =>
				known.has(other) ||
				other.nodeName !== element.nodeName ||
				other.classList[0] !== element.classList[0] ||
				other.textContent.trim() === '',
		),
	);
}

function readAuthor(post: Element): string {
	for (const place of AUTHORS) {
		const name = post.querySelector(place)?.textContent.trim() ?? '';
		if (name !== '' && name.length <= LONGEST_AUTHOR) return name;
	}
	return post.getAttribute('data-author') ?? '';
}
