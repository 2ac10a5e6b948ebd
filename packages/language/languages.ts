export { languageOf, LANGUAGES } from './languages/languages.ts';
export { OPPOSITE_NAMES, type QuantifierName } from './languages/words/claim-words.ts';
export type { Language } from './languages/words/language.ts';
export type { UnitForm } from './languages/words/passage-words.ts';
export { EVENT_CONCEPTS, type EventConcept } from './languages/words/statement-words.ts';
export type { UnitName } from './languages/words/text-words.ts';
