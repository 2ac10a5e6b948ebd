export { type Language, languageOf, LANGUAGES } from './languages/languages.ts';
export { PLACE_KINDS } from './languages/words/text-words.ts';
export type { UnitName } from './languages/en/text.ts';
