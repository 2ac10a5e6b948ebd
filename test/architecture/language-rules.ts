import { languageOf } from '../../packages/language/languages/languages.ts';
import type { SourceFile } from './import-rules.ts';

/** Where the words of languages belong, and texts for people, which are sentences. */
const MAY_HOLD_WORDS =
  /^(?:packages\/(?:language\/languages|page)|activities\/(?:wording|steps))\/|^(?!packages\/(?:language|catalogue)\/).*phrases(?:-for)?\.ts$|^(?!activities\/|packages\/|workflows\/)/u;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu;
/** Compares a language with one of two, or lists one of them as an entry or a key. */
const BRANCH =
  /[!=]==?\s*'(?:de|en)'|'(?:de|en)'\s*[!=]==|\[(?:'\w+', )*'(?:de|en)'(?:, '\w+')*\]|(?<![\p{L}.?])(?:de|en): [[{'"]/gu;
/** Shorter words are names and abbreviations of code as well. */
const SHORTEST_WORD = 3;
/** One word of a language may be a name in an expression; two are a list. */
const FEWEST_WORDS = 2;
/** English words stand in all texts of code: only as alternatives of a pattern are they a list. */
const ALTERNATIVES = /(?<![\p{L}|])\p{Ll}{3,}(?:\|\p{Ll}{3,}){3,}/gu;

/** German words that are names in any code. */
const OF_CODE = new Set(['tag', 'text', 'und']);
const ENGLISH = wordsOf(languageOf('en'));
const GERMAN = new Set([...wordsOf(languageOf('de'))].filter((word) => !ENGLISH.has(word) && !OF_CODE.has(word)));

/** Lines of each file that branch on German or English or hold words of one; files without are left out. */
export function languageLines(sources: readonly SourceFile[]): Record<string, number> {
  const found = sources
    .filter(({ path }) => path.endsWith('.ts') && !MAY_HOLD_WORDS.test(path))
    .map(({ path, text }) => [path, withoutComments(text).split('\n').filter(isOfLanguage).length] as const);
  return Object.fromEntries(found.filter(([, lines]) => lines > 0));
}

function isOfLanguage(line: string): boolean {
  if (line.search(BRANCH) !== -1) return true;
  const german = (line.match(/\p{L}+/gu) ?? []).filter((word) => GERMAN.has(word.toLowerCase()));
  if (new Set(german).size >= FEWEST_WORDS) return true;
  return (line.match(ALTERNATIVES) ?? []).some((list) => list.split('|').every((word) => ENGLISH.has(word)));
}

function withoutComments(text: string): string {
  return text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/gu, ''));
}

/** All words in the data of a language. */
function wordsOf(data: unknown): Set<string> {
  if (typeof data === 'string') {
    const words = data.replaceAll(/\\\p{L}/gu, ' ').match(/\p{L}+/gu) ?? [];
    return new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length >= SHORTEST_WORD));
  }
  const parts = typeof data === 'object' && data !== null ? Object.values(data) : [];
  return new Set(parts.flatMap((part) => [...wordsOf(part)]));
}
