import { singularWords } from '../names/names.ts';

/** A figure and the things of which it says how many there are: "146 reviews", "(146 reviews)". */
const COUNTED = /^\(?\d[\d.,\s]*\s(?<things>\p{L}[\p{L}\s]{1,30})\)?$/u;

/** The words for what a text counts; none for a text that counts nothing. */
export const countedWords = (text: string): string[] =>
	singularWords(COUNTED.exec(text)?.groups?.['things'] ?? '');
