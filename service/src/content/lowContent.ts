/** Fewer characters of text than this say nothing about a page's subject. */
const FEWEST_CHARACTERS = 100;

/** Longest page that is judged by its words: walls and way stations are short. */
const LONGEST_WALL_CHARACTERS = 1500;

/** What stands instead of a page: walls and way stations (reference, data[].lowContent). */
const WALL_PHRASES: readonly RegExp[] = [
	/we (and our partners |value your privacy|use cookies)|accept (all )?cookies|cookie (settings|preferences)|before you continue|wir verwenden cookies|alle (cookies )?akzeptieren|tout accepter|nous utilisons des cookies|aceptar (todas )?las cookies|accetta (tutti )?i cookie/i,
	/verify (that )?you are (a )?human|are you a (ro)?bot|checking your browser|unusual traffic|security check|access denied|request blocked|enable javascript|turn on javascript|javascript is (disabled|required)/i,
	/you are being redirected|if you are not (automatically )?redirected|redirecting( you)?\b|this page has moved|(domain|website) is for sale|domain (has )?expired|page (can(no|')t|could not) be found|page not found/i,
];

/** Words that belong to such a screen; what else is on the page must be little. */
const WALL_SHARE_CHARACTERS = 600;

/**
 * Whether a page produced very little text, such as a bot check, a cookie wall or a dead redirect
 * (reference, scrape result): fewer than 100 characters of text in all, or a short page that speaks
 * of one of these and of little else.
 * @param markdown the page as Markdown; addresses and marks in it do not count as text
 */
export function isLowContent(markdown: string): boolean {
	const text = readText(markdown);
	if (text.length < FEWEST_CHARACTERS) return true;
	if (text.length > LONGEST_WALL_CHARACTERS) return false;
	const matches = WALL_PHRASES.filter((phrase) => phrase.test(text)).length;
	return matches > 0 && text.length < WALL_SHARE_CHARACTERS * matches;
}

/** Markdown without addresses, pictures, marks and repeated blanks. */
function readText(markdown: string): string {
	return markdown
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\]\([^)]*\)/g, '')
		.replace(/[#*_`|>[\]~-]+/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}
