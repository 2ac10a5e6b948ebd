export { languageOf, LANGUAGES } from './languages/languages.ts';
export type { Language } from './languages/words/language.ts';
export type { UnitName } from './languages/en/text.ts';
