/** Nothing but the start page. */
export const FOLLOWS_NONE =
	/\b(?:(?:do not|don't|never) follow (?:any )?(?:other |further |more )?(?:links?|pages?)(?= ?(?:[.;,]|$))|(?:follow )?no (?:other |further |more )?(?:links?|pages?)(?= ?(?:[.;,]|$))|(?:only|just) (?:this|the (?:start|starting|first|base|home|landing|given)) ?(?:page|url|address)(?! and| plus| with)|(?:home|this )page only)/i;

/** "all pages", "every other link", "everything": also as the head of a narrower wish. */
export const FOLLOWS_ALL =
	/\b(?:(?:all|every|each|any)(?: of)?(?: (?:the|its|their|this|available|other|internal|linked|existing|single|public|individual|child|nested|reachable|found|\d+))* ?(?:sub|web)?[ -]?(?:pages?|links?|hyperlinks?|urls?|content|sites?)|everything|anything|(?:follow|crawl|visit|get|scrape) all(?=$|[.,;])|all of (?:it|them))\b/i;

/** "the entire blog": the noun behind it names a place, not a kind of page. */
export const WHOLE_PLACE = /\b(?:whole|entire|complete|full)(?= [a-z])/i;

/** What stands behind it is what the pages are about: the words before it matter no more. */
export const TOPIC =
	/\b(?:about|relat(?:ed|ing) to|regarding|concerning|mention(?:s|ing)?|named|called|titled|on the (?:topic|subject) of)\b/i;

/** What stands behind it narrows "all pages" down; "of" and "in" name a place instead. */
export const NARROWING =
	/\b(?:to|for|with|whose|where|that|which|contain(?:s|ing)?|match(?:es|ing)?|like|such as)\b/i;

/** What is not to be followed, up to the end of the sentence or the next wish. */
export const EXCEPTION =
	/\b(?:except(?:ing)?(?: for)?|excluding|exclude|other than|apart from|but not|but no|ignor(?:e|ing)|skip(?:ping)?|avoid(?:ing)?|without|(?:do not|don't|never) (?:follow|crawl|visit|include|open)|not?)\b((?:[^.;]|[.;](?!\s|$))*?)(?=[.;](?:\s|$)|$|,? (?:but|and|then) (?:do |only |also )?(?:follow|visit|crawl|include)\b|, only\b)/gi;

export const PAGINATION =
	/\b(?:pagination|paginated|paging|next pages?|(?:older|newer) (?:posts?|entries))(?: links?)?\b/gi;

/** What is to be done with the pages, which says nothing about which: "… and extract the titles". */
export const DATA_WISH =
	/(?:[,;]|\b(?:and|then|to)\b) ?(?:(?:and|then) )?(?:extract|summari[sz]e|translate|convert)\b[^.;]*?(?=[.;]|$|,? (?:except|but|exclud|skip|ignor|avoid))|^(?:extract|summari[sz]e|translate|convert)\b[^.;]*?\b(?:of|from|on)(?= (?:all|every|each)\b)/gi;

/** Words in quotation marks, which links must have in this order. */
export const QUOTED = /["“”«»„]([^"“”«»„]{2,80})["“”«»]|(?<=^|\s)'([^']{2,80})'(?=\s|$|[.,;])/g;

/** A path, alone or with `*` for any characters. */
export const PATH = /(?<=^|[\s("'])\/[\w\-.~%/*?=&]*[\w*/]/g;
