import { type Language, LANGUAGES } from './languages.ts';

/** Picks expressions, or words, of a language. */
type Choice = (language: Language) => string | undefined;

/** Matches nothing, in place of alternatives that no language has. */
const NOTHING = '(?!)';
const IN_BETWEEN = String.raw`\s(?:(?![.;:!?]\s)[^\n]){1,90}?\s?`;
/** Not the repetition of an escape such as `\s*`. */
const FURTHER_LETTERS = /(?<=^|[|(]|(?<!\\)\p{L})\*/gu;

/** The source of a pattern for expressions of a language, as {@link Language} describes them. */
export function sourceOf(expressions: string): string {
  if (expressions === '') return NOTHING;
  return expressions
    .replaceAll(FURTHER_LETTERS, String.raw`\p{L}*`)
    .replaceAll(' … ', IN_BETWEEN)
    .replaceAll(' ', String.raw`\s+`);
}

/** The same for the expressions of all languages, each once. */
export function sourceOfAll(...choices: readonly Choice[]): string {
  return sourceOf([...new Set(choices.flatMap((choose) => ofAll(choose)))].join('|'));
}

/** Regular expressions of all languages as they are, each once; the same for expressions without signs of their own. */
export function rawSourceOfAll(choose: Choice): string {
  const sources = [...new Set(ofAll(choose))];
  return sources.length === 0 ? NOTHING : sources.join('|');
}

/** What all languages have of one kind, without gaps for those that have none; lists are joined. */
export function ofAll<Value>(choose: (language: Language) => Value | readonly Value[] | undefined): Value[] {
  return LANGUAGES.flatMap((language) => choose(language) ?? []);
}

/** Single words of all languages. */
export function wordSet(choose: Choice): ReadonlySet<string> {
  return new Set(ofAll(choose).flatMap((words) => words.split(' ')));
}

/** Matches any of the alternatives, but not inside longer words; `\b` would split words at umlauts. */
export function wholeWords(source: string, flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${source})(?!\p{L})`, flags);
}

/** The same for expressions of all languages. */
export function wholeWordsOfAll(choose: Choice, flags = 'iu'): RegExp {
  return wholeWords(sourceOfAll(choose), flags);
}
