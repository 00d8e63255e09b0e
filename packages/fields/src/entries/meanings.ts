import { nameWords } from '../rules/names.ts';
import { toSingular } from '../singular.ts';

/** What a field asks for, where its name says so in one of the languages that prompts may have. */
export type Meaning =
	| 'title'
	| 'price'
	| 'link'
	| 'image'
	| 'date'
	| 'author'
	| 'summary'
	| 'text'
	| 'count'
	| 'category'
	| 'currency'
	| 'availability';

/** Everyday words for what entries have, in English, German, French, Spanish, Portuguese, Italian, Dutch. */
const WORDS: Readonly<Record<Meaning, string>> = {
	title:
		'name title headline heading caption subject topic titel überschrift bezeichnung produktname schlagzeile titre nom intitulé désignation título titular nombre titulo nome titolo naam kop',
	price:
		'price cost amount fee preis kosten prix coût tarif precio coste costo preço custo prezzo prijs kost',
	link: 'url link href permalink website webseite lien enlace ligação collegamento koppeling',
	image:
		'image picture photo thumbnail img bild foto vorschaubild photographie imagen immagine imagem afbeelding',
	date: 'date day published posted updated time datum veröffentlicht jour publié fecha publicado data pubblicato gepubliceerd when',
	author:
		'author by byline writer poster user username member creator posted verfasser autor autorin auteur autrice autora autore schrijver',
	summary:
		'summary excerpt abstract teaser dek description desc intro snippet lead subtitle zusammenfassung beschreibung kurztext résumé extrait resumen descripción descripcion resumo descrição riassunto descrizione samenvatting beschrijving omschrijving',
	text: 'text content body message comment answer reply post inhalt nachricht kommentar beitrag antwort texte contenu message réponse texto contenido mensaje respuesta testo contenuto tekst inhoud bericht',
	count:
		'count number reviews ratings comments votes replies views rating score rank position points anzahl bewertungen kommentare rang platz punkte nombre avis note puntuación valoraciones número punteggio aantal',
	currency: 'currency währung devise moneda moeda valuta monnaie',
	availability:
		'availability stock available verfügbarkeit lieferbar disponibilité disponibilidad disponibilidade disponibilità beschikbaarheid voorraad',
	category:
		'category section tag topic kategorie rubrik catégorie rubrique categoría categoria sezione categorie',
};

const singularWords = (text: string): string[] => nameWords(text).map(toSingular);
const KNOWN = new Map<string, Meaning>();
const OWN = new Map<Meaning, ReadonlySet<string>>();
for (const [meaning, text] of Object.entries(WORDS) as Array<[Meaning, string]>) {
	const words = text.split(' ').flatMap(singularWords);
	OWN.set(meaning, new Set(words));
	for (const word of words) if (!KNOWN.has(word)) KNOWN.set(word, meaning);
}

/** What a field's words ask for: the last that has a meaning decides ("product name", "image url"). */
export function meaningOf(words: readonly string[]): Meaning | undefined {
	return words.map((word) => KNOWN.get(word)).findLast((meaning) => meaning !== undefined);
}

/** All words of a meaning. */
export const wordsOf = (meaning: Meaning): ReadonlySet<string> => OWN.get(meaning) ?? new Set();

/** What a page declares a meaning as: the English name of a field of another language. */
const DECLARED: Partial<Record<Meaning, string>> = {
	title: 'name',
	price: 'price',
	link: 'url',
	image: 'image',
	date: 'date',
	author: 'author',
	summary: 'description',
	category: 'category',
	currency: 'currency',
	availability: 'availability',
};

/** The English name of what a field asks for in any of the languages; undefined where that is not known. */
export function declaredName(name: string): string | undefined {
	const words = singularWords(name);
	const meaning = meaningOf(words);
	// What says more than one such word asks for something else: "social media links".
	const isWhole = words.every((word) => KNOWN.get(word) === meaning);
	return meaning && isWhole ? DECLARED[meaning] : undefined;
}
