import type { Language } from '@plumbline/language/languages';

/** A language that is made up: all that the rules need of a third one is in an object like this. */
export const MADE_UP_LANGUAGE: Language = {
  code: 'xz',
  stopWords: 'ka lo mi sul',
  numbers: 'dov trin kvar kvin',
  units: { day: 'dagol?', week: 'semal?' },
  months: 'unimis dovimis trimis kvarimis kvinimis sesimis sepimis okimis navimis dekimis dekunis dekdovis',
  greetings: 'salutol',
};
