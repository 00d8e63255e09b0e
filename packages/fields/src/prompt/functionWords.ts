import { wordSet } from '../names/names.ts';

/*
 * The function words of prompts in English, German, French, Spanish, Portuguese, Italian and Dutch. They
 * belong to the languages, not to what is asked for: a word that is in none of these sets is part of a name.
 */

/** Orders, who gives them, and what is polite: they only say that something is wanted. */
export const ORDERS = wordSet(
	"please thanks thank hi hello can could you i we want need would like to extract return find get give list scrape collect fetch show read grab pull gather retrieve provide tell take output produce create make compile export display obtain identify present include respond must sure capture us me only just bitte antworte gib gebe gebt nenne liste zeige zeig hole hol finde extrahiere lies erstelle mir uns ich möchte brauche will auf aus réponds répondez extrais extrait extraire donne donnez liste trouve affiche récupère récupérer montre moi nous je veux voudrais s'il vous plaît svp merci bonjour extrae extraer dame dime lista muestra obtén obtener encuentra necesito quiero favor gracias responde hola extraia extrair liste mostre obtenha encontre preciso quero me mim obrigado obrigada estrai estrarre elenca mostra dammi trova vorrei voglio mi favore grazie rispondi ciao geef haal toon lijst zoek extraheer ik wil graag nodig heb alsjeblieft alstublieft bedankt",
);

/** Articles, possessives, demonstratives and what is said with names of fields without being part of them. */
export const ARTICLES = wordSet(
	'the a an one its their his her this that these those of for from following json keys field fields information data details detail value values daten angaben respective each der die das den dem des ein eine einen einem einer eines sein seine seinen ihr ihre ihren ihrem deren dessen jeweils jeweilige jeweiligen dieser dieses diese diesem folgende folgenden felder le la les l un une des du de d son sa ses leur leurs cette ce cet ces suivants el los las lo una unos unas su sus este esta estos estas del o os as um uma do da dos das seu sua seus suas i gli il dei degli delle della dello suo sua loro questo questa dell het een de zijn hun haar deze dit van von vom zu zum zur für pour para per di',
);

/** Words that name a list and nothing of its entries. */
export const LISTS = wordSet(
	'list table array overview collection csv markdown objects rows liste tabelle übersicht aufstellung tableau lista tabla tabela tabella elenco lijst tabel overzicht',
);

/** What one entry of a list is, in sentences about the answer: "One row per product". */
export const ROWS = wordSet(
	'row line entry record item object result zeile eintrag datensatz objekt ergebnis ligne entrée enregistrement objet résultat fila línea entrada registro objeto resultado linha riga voce record oggetto risultato rij regel resultaat',
);

/** "per": what each row is for. */
export const PER = wordSet('per pro je par por');

/** "every": one of several is spoken of. */
export const EACH = wordSet(
	'each every jede jeder jedes jeden jedem chaque cada ogni elke elk iedere ieder',
);

/** "every", "all": a list is meant, unless it is "all information". */
export const QUANTIFIERS = new Set([
	...EACH,
	...wordSet(
		'all any alle aller allen alles sämtliche sämtlicher tous toutes tout todos todas todo tutti tutte tutto',
	),
]);

/** What is known of things, of one or of several: "product information". */
export const FACTS = wordSet(
	'information info details data informationen infos daten angaben informations détails données información datos detalles informação informações dados detalhes informazioni dati dettagli informatie gegevens',
);

/** Between what is listed and the fields of each. */
export const WITH = wordSet(
	'with along including include incl containing showing mit samt inklusive einschließlich avec incluant con incluyendo com incluindo compresi met inclusief',
);

/** Between fields. */
export const AND = wordSet('and und et y e en plus sowie og also & + as well');

/** Prepositions between a name and what it belongs to. */
export const OF = wordSet(
	'of for from in on per von für aus auf bei de du des d di da do dos das del della delle dei degli van voor pour para',
);

/** Those with an article in them, and articles that stand for them. */
export const FUSED = wordSet('der des du del della delle dei degli do da dos das');

/** A name that goes on after one of these is as long as it needs to be: "link to the product page". */
export const TO = wordSet('to zur zum vers hacia para naar alla');

/** "which", "what": questions for the things of a list, or for a field. */
export const WHICH = wordSet(
	'which what wie welche welcher welches was quel quelle quels quelles qué que cuáles cuál cual quais qual quali quale welke wat',
);

/** Verbs of questions that ask for nothing more than is there. */
export const THERE =
	/\b(?:are|is|was|were|there|do|does|they|it|gibt|es|sie|sind|ist|hat|haben|y|a-t-il|sont|est|ils|elles|hay|son|es|são|há|sono|ci|zijn|er|offered|listed|shown)\b/giu;

/** What a question asks for by its verb or its question word. */
export const ASKED_BY: ReadonlyArray<readonly [field: string, RegExp]> = [
	[
		'author',
		/(?:^|\s)(?:who|wer|qui|quién|quem|chi|wie)\s(?:wrote|is|are|has|hat|schrieb|ist|a|est|escribió|es|escreveu|ha|è|schreef|heeft)(?!\p{L})/iu,
	],
	[
		'opening hours',
		/(?:^|\s)(?:when|wann|quand|cuándo|quando|wanneer)\s.{0,40}(?:open|offen|geöffnet|ouver|abr|abiert|abert|apr|apert)/iu,
	],
	['date', /(?:^|\s)(?:when|wann|quand|cuándo|quando|wanneer)(?!\p{L})/iu],
	[
		'price',
		/(?:^|\s)(?:how\smuch|costs?|kostet|kosten|coûte(?:nt)?|combien|cuestan?|cuánto|custam?|quanto|costano?|kost)(?!\p{L})/iu,
	],
	[
		'name',
		/(?:^|\s)(?:called|named|heißt|heißen|heisst|s['’]appelle(?:nt)?|llaman?|chamam?|chiamano?|heet|heten)(?!\p{L})/iu,
	],
];

/** What is said before, and is to be changed by what follows: "translate them". */
export const BACK = wordSet(
	'it them they those ihn ihnen davon diese eux ceux leur ellos ellas esos esas eles elas esses loro quelli ze hen',
);

/**
 * Words that ask for more than what a page says, or for a part of it: what they ask for can't be copied. A
 * prompt with one of them is not followed.
 */
export const BEYOND = wordSet(
	'it them they he she no not only than if how whether without except most least cheapest under over between then into write summarize summarise translate explain describe compare convert rewrite people say brief be ob wenn nicht ohne unter über günstigste billigste übersetze fasse schreibe zusammen sans moins plus-cher sous traduis résume écris menos sin traduce resume mínimo senza meno traduci riassumi zonder vertaal',
);
