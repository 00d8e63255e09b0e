import { tableOf } from '../names/nameTable.ts';
import { remembered } from '../remembered.ts';
import { singularWords } from '../names/names.ts';
import { stemOf } from '../names/singular.ts';

const MEANINGS = [
	'title',
	'price',
	'link',
	'image',
	'date',
	'author',
	'summary',
	'text',
	'question',
	/** How many: a whole number. */
	'count',
	'score',
	'rank',
	'address',
	'category',
	'currency',
	'availability',
	'phone',
	'email',
	'duration',
] as const;

/** How a field is read, where its name says so in one of the languages that prompts may have. */
export type Meaning = (typeof MEANINGS)[number];

/** What one thing is called, in the singular; first the name under which pages declare it. */
interface Concept {
	meaning: Meaning | undefined;
	words: readonly string[];
}

/**
 * Everyday names of what entries have, in English, German, French, Spanish, Portuguese, Italian and Dutch: a line
 * per thing. They translate a field's name into the words of a page, and say how the field is read.
 */
const CONCEPTS = tableOf(`
title: name title headline heading caption titel produktname artikelname productnaam überschrift bezeichnung schlagzeile titre nom intitulé désignation título titular nombre titulo nome titolo naam kop
title: topic subject thema betreff sujet tema asunto assunto argomento onderwerp
price: price cost amount fee preis kosten betrag prix coût tarif montant precio coste costo preço valor custo prezzo prijs kost bedrag
link: url link href permalink website webseite lien enlace ligação collegamento koppeling sitio sito
image: image picture photo thumbnail img bild foto vorschaubild photographie imagen immagine imagem afbeelding
date: date day published posted updated time when publication datum veröffentlicht erschienen uhrzeit jour publié fecha día publicado data dia giorno pubblicato gepubliceerd dag
author: author by byline writer poster user username member creator posted verfasser autor autorin auteur autrice autora autore schrijver
summary: description summary excerpt abstract teaser dek desc intro snippet lead subtitle zusammenfassung beschreibung kurztext auszug résumé extrait resumen descripción extracto resumo descrição riassunto descrizione estratto samenvatting beschrijving omschrijving
text: text content body message answer reply post inhalt nachricht antwort beitrag texte contenu réponse texto contenido mensaje respuesta conteúdo mensagem resposta testo contenuto messaggio risposta tekst inhoud bericht antwoord
text: comment kommentar commentaire comentario comentário commento opmerking reactie
question: question frage pregunta domanda pergunta vraag
rank: rank position place rang platz rangplatz posición puesto posição posizione rango positie
score: rating star bewertung note calificación valoración puntuación avaliação classificação valutazione voto punteggio beoordeling waardering
score: score vote point upvote punktzahl punkt stimme wertung évaluation puntaje punto ponto pontuação pontos punt stem
count: review rezension avis reseña opinión opinião recensione recensie
count: view hit aufruf ansicht vue lecture vista visita visualização visualizzazione weergave
count: count number anzahl zahl numéro número numero quantité cantidad quantidade aantal
currency: currency währung devise monnaie moneda moeda valuta
availability: availability stock available verfügbarkeit lieferbar lagerbestand disponibilité disponibilidad disponibilidade disponibilità beschikbaarheid voorraad
category: category section tag kategorie rubrik catégorie rubrique categoría categoria sezione categorie
address: address anschrift adresse dirección endereço indirizzo adres
other: company organization firm firma unternehmen société entreprise empresa azienda società bedrijf
other: brand manufacturer vendor maker marke hersteller marque fabricant marca fabricante produttore merk fabrikant
phone: telephone phone tel telefon telefonnummer rufnummer téléphone teléfono telefone telefono telefoon
email: email mail courriel correo
other: city town stadt ville ciudad cidade città comune stad
other: country land pays país paese
other: location place venue ort standort lieu emplacement lugar ubicación local localização luogo sede plaats locatie
duration: duration length runtime dauer länge laufzeit durée longueur duración duração durata duur lengte
other: year jahr année año ano anno jaar
other: founded founding established gründung gegründet fondée fondation fundada fundación fundação fondazione fondata opgericht oprichting
other: source publisher medium quelle médium fuente medio fonte bron
other: salary wage pay gehalt lohn salaire salario salário stipendio salaris
other: size größe taille tamaño tamanho dimensione taglia maat grootte
other: color colour farbe couleur color cor colore kleur
other: language sprache langue idioma língua lingua taal
other: quantity qty menge quantité cantidad quantidade quantità hoeveelheid
`);

const KNOWN = new Map<string, Concept>();
for (const [meaning, text] of CONCEPTS) {
	const concept = {
		meaning: MEANINGS.find((one) => one === meaning),
		words: text.split(' ').flatMap(singularWords),
	};
	for (const word of concept.words) if (!KNOWN.has(word)) KNOWN.set(word, concept);
}
/** "Number of", in front of what is counted. */
const NUMBER = new Set(
	singularWords('number count anzahl zahl nombre numero número numéro aantal'),
);
/** A shorter word does not end a compound, and a shorter one with an ending of its own says too little there. */
const LEAST_HEAD_LETTERS = 4;
const LEAST_INFLECTED_LETTERS = 5;
/** No word that ends a compound is longer: a stem has lost no more than two endings, such as "es" and "en". */
const MOST_HEAD_LETTERS = Math.max(...[...KNOWN.keys()].map(({ length }) => length)) + 4;
const UNKNOWN: Concept = { meaning: undefined, words: [] };
/** Concepts by the stems of their words, where these are of one alone. */
const BY_STEM = new Map(
	[...Map.groupBy(KNOWN, ([word]) => stemOf(word))].flatMap(([stem, all]) => {
		const [[, first] = ['', UNKNOWN], ...others] = all;
		return others.every(([, concept]) => concept === first) ? [[stem, first] as const] : [];
	}),
);

/** The thing that a word stands for; a compound is what it ends with: "Erscheinungsdatum". */
const conceptOf = remembered((word): Concept => {
	const last = Math.max(0, word.length - LEAST_HEAD_LETTERS);
	for (let start = Math.max(0, word.length - MOST_HEAD_LETTERS); start <= last; start += 1) {
		const end = word.slice(start);
		const isWhole = start === 0 || end.length >= LEAST_INFLECTED_LETTERS;
		const known = KNOWN.get(end) ?? (isWhole ? BY_STEM.get(stemOf(end)) : undefined);
		if (known !== undefined) return known;
	}
	return UNKNOWN;
});

/** Whether a word is known only without its ending, which is then that of a plural: "preise", "prezzi", "namen". */
export function isInflected(word: string): boolean {
	const { words } = conceptOf(word);
	return words.length > 0 && !words.some((known) => word.endsWith(known));
}

const readingOf = (word: string): Meaning | undefined => conceptOf(word).meaning;

/**
 * How a field is read: as the last of its words that says so ("product name", "image url"). "Number" says so alone
 * or beside what can be counted: not in "phone number" or "nombre del producto".
 */
export function meaningOf(words: readonly string[]): Meaning | undefined {
	const others = words.filter((word) => !NUMBER.has(word));
	const isCounted = others.some((word) => /^(?:count|score|text)$/u.test(readingOf(word) ?? ''));
	if (isCounted && others.length < words.length) return 'count';
	return words
		.filter((word) => others.length === 0 || !NUMBER.has(word) || readingOf(word) !== 'count')
		.map(readingOf)
		.findLast((known) => known !== undefined);
}

/** The same for a name or another text. */
export const meaningOfText = (text: string): Meaning | undefined => meaningOf(singularWords(text));

/** What else pages may call what a word stands for, the name that they declare first. */
export const otherWords = (word: string): readonly string[] => conceptOf(word).words;

/** "Year founded", "Gründungsjahr": longer names are sentences. */
const MOST_TRANSLATED_WORDS = 2;
/** Of the words for one thing, those that pages declare it by. */
const MOST_DECLARED = 2;

/** The English names of what a field asks for in any of the languages; none where a word of it is not known. */
export function declaredNames(name: string): string[] {
	const concepts = [
		...new Set(
			singularWords(name)
				.flatMap(wordsIn)
				.map((word) => KNOWN.get(word)),
		),
	];
	if (concepts.length > MOST_TRANSLATED_WORDS || concepts.includes(undefined)) return [];
	const [first = [], second] = concepts.map(
		(concept) => concept?.words.slice(0, MOST_DECLARED) ?? [],
	);
	return second === undefined
		? first.slice(0, 1)
		: first.flatMap((one) => second.flatMap((other) => [`${one} ${other}`, `${other} ${one}`]));
}

/** The words of a compound, if both are known: "Gründungsjahr". */
function wordsIn(word: string): string[] {
	if (KNOWN.has(word)) return [word];
	for (let at = LEAST_HEAD_LETTERS; at <= word.length - LEAST_HEAD_LETTERS; at += 1) {
		const [start, end] = [word.slice(0, at), word.slice(at)];
		const known = [start, start.replace(/s$/u, '')].find((one) => KNOWN.has(one));
		if (known !== undefined && KNOWN.has(end)) return [known, end];
	}
	return [word];
}
