export { languageOf, LANGUAGES } from './languages/languages.ts';
export type { Language } from './languages/words/language.ts';
export {
  EVENT_CONCEPTS,
  type EventConcept,
  OPPOSITE_NAMES,
  type QuantifierName,
} from './languages/words/statement-words.ts';
export type { UnitName } from './languages/words/text-words.ts';
