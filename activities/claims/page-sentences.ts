import { createAbbreviationReader } from '../extractive/question/abbreviations.ts';
import { splitSentences } from '../text/sentences.ts';
import { analyzeTerms } from '../text/terms.ts';
import { statingText } from './stating-text.ts';

/** A sentence of a page, or a table row. */
export interface PageSentence {
  /** As it stands on the page. */
  readonly text: string;
  /** Headings above it, and the other form of abbreviations that it uses. */
  readonly place: string;
}

/** Where a word stands: number of the sentence, and position among its content words. */
interface WordPlace {
  readonly sentence: number;
  readonly position: number;
}

/** A page, cut into sentences, with the places of every word by its stem. */
export interface Page {
  readonly sentences: readonly PageSentence[];
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
  readonly holders: ReadonlyMap<string, readonly WordPlace[]>;
}

/** @param claim introduces abbreviations of its own */
export function readPage(text: string, language: string): Page {
  const sentences: PageSentence[] = [];
  const holders = new Map<string, WordPlace[]>();
  const expand = createAbbreviationReader(text);
  let [title, heading] = ['', ''];
  for (const { start, end, kind } of splitSentences(text, language)) {
    const sentence = text.slice(start, end);
    if (kind === 'heading') {
      if (title === '') title = sentence;
      heading = sentence;
    }
    const expanded = expand(sentence);
    const added = expanded.slice(sentence.length).trim();
    const number = sentences.length;
    sentences.push({ text: sentence, place: [...new Set([title, heading, added])].filter(Boolean).join('\n') });
    for (const [position, stem] of stemsOf(statingText(expanded), language).entries()) {
      const places = holders.get(stem);
      if (places === undefined) holders.set(stem, [{ sentence: number, position }]);
      else places.push({ sentence: number, position });
    }
  }
  return { sentences, language, holders };
}

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Stems of the content words in order; of scripts without spaces, every two characters that stand together. */
export function stemsOf(text: string, language: string): string[] {
  return analyzeTerms(text, language)
    .filter(({ isStopWord }) => !isStopWord)
    .flatMap(({ stem }) => (UNSPACED.test(stem) ? pairsOf(stem) : [stem]));
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
