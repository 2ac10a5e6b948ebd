import { wordsOf } from '@plumbline/language/terms';
import { countWords, type Statement } from './read-report.ts';

/** Fewer words are no statement. */
const MIN_WORDS = 3;

const CODE = /`[^`]*`/u;
/** Ends with a colon, or is bold as a whole: it names what follows. */
const LABEL = /:\**$|^\*\*[^*]+\*\*$/u;
const ENDED = /[.!?]["”“»)*]*$/u;
/** Verbs of their own form; others show by their ending. */
const VERBS: Readonly<Record<string, RegExp>> = {
  en: /^(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|will|would|shall|should|need|keep|let|make|take|use|give|get|go|run|set|see|say|write|read|hold|lose|lost|left|sent|cost|cut|put)$|(?:[^s]s|ed|ing|n't)$/u,
  de: /^(?:ist|sind|war|wird|hat|kann|muss|darf|soll|gibt|gilt|bin|tut)$|(?:t|en|ten|ln|rn)$/u,
};

/**
 * Entries and sentences that are none: shorter than three words, begun in lower case, or without a full stop and surely without a
 * verb. A colon before a list makes its entries part of a sentence, and code may stand alone.
 */
export function findFragments(statements: readonly Statement[], language: string): string[] {
  return statements
    .filter(({ form, text }) => form !== 'cell' && !LABEL.test(text) && !CODE.test(text))
    .filter((statement) => isFragment(statement, language))
    .map(({ text }) => text);
}

function isFragment({ form, text, hasLead }: Statement, language: string): boolean {
  if (form === 'item' && hasLead) return false;
  if (countWords(text) < MIN_WORDS || /^[*_"“„(]*\p{Ll}/u.test(text)) return true;
  const verb = VERBS[language];
  return verb !== undefined && !ENDED.test(text) && !wordsOf(text).some((word) => verb.test(word.text.toLowerCase()));
}
