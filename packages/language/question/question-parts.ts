import { sourceOfAll, wholeWordsOfAll } from '../languages/word-patterns.ts';
import { contentTerms } from '../text/terms.ts';

const QUESTION_WORD = sourceOfAll(({ questionWords }) => questionWords);
const QUESTION_VERB = sourceOfAll(({ questionVerbs }) => questionVerbs);

// "…, und wie lange …", "… and is it …": a second question after a conjunction.
const CONJUNCTION = new RegExp(
  `(?<!\\s)(?:\\s*[,;])?\\s+(?:${sourceOfAll(({ questionJoints }) => questionJoints)})\\s+(?=(?:${QUESTION_WORD}|${QUESTION_VERB})(?!\\p{L}))`,
  'iu',
);
const SENTENCE_END = /(?<=\?)\s+|(?<!\s)\s*;\s*/u;
const LEANS = wholeWordsOfAll(({ leaningWords }) => leaningWords);

// "Find out …", "Vergleiche …": a request is not an assertion either.
const REQUEST = sourceOfAll(({ researchRequests }) => researchRequests);
const ASKS = new RegExp(`\\?|？|؟|^\\W*(?:${QUESTION_WORD}|${QUESTION_VERB}|${REQUEST})(?!\\p{L})`, 'iu');

const ENDS_SENTENCE = /[.!。][\s"'”“’)\]]*$/u;

/** Shorter phrases without a full stop name a subject ("idle timeout of a client") but assert nothing. */
const FEWEST_WORDS = 6;

/**
 * Whether a question is an assertion to check against the documents (as in SciFact): a sentence that neither asks nor
 * requests.
 */
export function isAssertion(text: string): boolean {
  if (ASKS.test(text)) return false;
  return ENDS_SENTENCE.test(text) || text.trim().split(/\s+/u).length >= FEWEST_WORDS;
}

/** An independently answerable part of a question. */
export interface QuestionPart {
  readonly text: string;
  /** Whether it is about something that another part names ("and is it …"). */
  readonly isDependent: boolean;
}

/** Splits a question into its individual questions; returns at least one part. */
export function splitQuestion(question: string, language: string): QuestionPart[] {
  const pieces = question
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.split(CONJUNCTION))
    .map((piece) => piece.trim().replace(/(?<![,.?\s])[,.?\s]+$/u, ''))
    .filter((piece) => piece !== '');
  const isQuestion = (piece: string) => contentTerms(piece, language).length > 0;
  const asked = pieces.filter(isQuestion);
  if (asked.length < 2) return [{ text: question, isDependent: false }];
  return asked.map((piece, index) => ({
    text: `${piece.charAt(0).toUpperCase()}${piece.slice(1)}?`,
    isDependent: index > 0 && leansOnAnother(piece, language),
  }));
}

/** Whether a question is about something that it does not name ("and is it …"), or is too short to be independent. */
function leansOnAnother(question: string, language: string): boolean {
  return LEANS.test(question) || contentTerms(question, language).length < 3;
}
