import { contentTerms, isAmongStems } from '../../text/terms.ts';

/** Shorter questions say too little for a repetition to be told from a narrower question. */
const FEWEST_WORDS = 3;
/** New words that make a question of its own. */
const NEW_WORDS = 3;

/** Whether a question back is the question itself once more. */
export function repeatsQuestion(text: string, question: string, language: string): boolean {
  const own = stemsOf(question, language);
  const asked = stemsOf(text, language);
  return (
    own.size >= FEWEST_WORDS &&
    [...own].every((stem) => isAmongStems(stem, asked, language)) &&
    [...asked].filter((stem) => !isAmongStems(stem, own, language)).length < NEW_WORDS
  );
}

/** Whether a question back has only words of the question: it asks for the answer, or a part of it, and clarifies nothing. */
export function asksForAnswer(text: string, question: string, language: string): boolean {
  const own = stemsOf(question, language);
  const asked = [...stemsOf(text, language)];
  // One word alone may ask which of several is meant.
  return asked.length > 1 && asked.every((stem) => own.has(stem));
}

export function stemsOf(text: string, language: string): Set<string> {
  return new Set(contentTerms(text, language).map(({ stem }) => stem));
}
