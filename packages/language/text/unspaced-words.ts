/** Scripts that write words without blanks between them, and Hangul, which writes figures and words together. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A part of a text and where it begins. */
export interface TextPart {
  readonly text: string;
  readonly index: number;
}

/**
 * The words of a run of letters: of "最高圧力は7バール" six (Unicode Standard Annex 29, with the dictionaries of ICU); a run of
 * another script is one. An index, a question and what is marked are divided alike.
 */
export function wordsOfRun(run: string): readonly TextPart[] {
  if (!UNSPACED.test(run)) return [{ text: run, index: 0 }];
  return [...segmenter.segment(run)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike === true ? { text: segment, index } : [],
  );
}
