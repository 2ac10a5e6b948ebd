import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import { createMemo, memoised } from '@plumbline/text/text-memo';
import type { eld } from 'eld/medium';
import { LANGUAGES } from '../languages/languages.ts';

const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LANGUAGES.map(({ code, stopWords }) => [code, new Set(stopWords?.split(' '))]),
);

const load = createRequire(import.meta.url);
/** Of an installed package, or of a clone. */
const TABLES = ['made/language-table.br', 'node_modules/.cache/plumbline/language-table.bin'].map((path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
);
let detector: Detector | undefined;

/** Of a text for programs (ISO 639-2: no linguistic content). Its names and comments are taken for English. */
export const NO_LANGUAGE = 'zxx';

/** Number of characters examined; more do not change the result. */
const SAMPLE_LENGTH = 4_000;
/** Below this length n-grams are weak evidence, and function words decide between the languages that have lists of them. */
const SHORT_LENGTH = 200;
const MIN_WORDS = 6;
const WORD = /\p{L}+/gu;

/** The quotes of a long report: every step asks for the language of each. */
const REMEMBERED_CHARACTERS = 1_000_000;
const rememberLanguage = createMemo<string>(REMEMBERED_CHARACTERS);
const rememberForeign = memoised(isRuledOut, REMEMBERED_CHARACTERS);

/** Language of a text, which may be a question of a few words: ISO 639-1 code, or `und` if it cannot be told. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  return rememberLanguage(sample, () => languageOf(sample));
}

function languageOf(sample: string): string {
  const words = sample.toLowerCase().match(WORD) ?? [];
  if (words.length === 0) return 'und';
  const byNgrams = languageDetector().detect(sample).language;
  if (sample.length > SHORT_LENGTH) return byNgrams || 'und';
  const byStopWords = languageByStopWords(words, byNgrams);
  if (byStopWords !== undefined) return byStopWords;
  if (isOfOtherScript(words.join(''))) return byNgrams || 'und';
  // "undici proxy" looks Icelandic to n-grams: too little text to name a rare language.
  return words.length >= MIN_WORDS || isRuledLanguage(byNgrams) ? byNgrams || 'und' : 'und';
}

/** Another script reveals the language even if it writes a whole sentence as one word. */
function isOfOtherScript(letters: string): boolean {
  const latin = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const others = letters.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;
  return others > latin;
}

/** Texts with fewer characters or words are too short to rule out a language. */
const SHORTEST_RULED_OUT = 40;
const FEWEST_RULED_OUT = 5;
/**
 * A language is ruled out below this share of the best n-gram score. Measured on sentences of laws and abstracts with
 * at least 40 characters: 0.02 % false positives, 99.6 % of the foreign sentences found.
 */
const RULED_OUT_SHARE = 0.8;

/** Whether a text is certainly not in a language; false if unsure. @param language ISO 639-1 code, or `und` */
export function isForeign(text: string, language: string): boolean {
  return rememberForeign(text.slice(0, SAMPLE_LENGTH), language);
}

function isRuledOut(sample: string, language: string): boolean {
  const words = sample.match(WORD) ?? [];
  if (language === 'und' || sample.length < SHORTEST_RULED_OUT || words.length < FEWEST_RULED_OUT) return false;
  if ([language, 'und'].includes(detectLanguage(sample))) return false;
  const scores = languageDetector().detect(sample).getScores();
  return (scores[language] ?? 0) < Math.max(...Object.values(scores)) * RULED_OUT_SHARE;
}

function languageByStopWords(words: readonly string[], byNgrams: string): string | undefined {
  const [best, second] = LANGUAGES.map(({ code }) => ({
    code,
    hits: words.filter((word) => isStopWord(word, code)).length,
  })).toSorted((a, b) => b.hits - a.hits);
  if (best === undefined || best.hits === (second?.hits ?? 0)) return undefined;
  // If the n-grams say a language with such a list, one function word is enough; another verdict takes a clear majority
  // to overrule.
  const share = best.hits / words.length;
  return share >= (isRuledLanguage(byNgrams) ? 0 : 0.4) ? best.code : undefined;
}

type Detector = Pick<typeof eld, 'detect'>;

/** The part of eld 2.1.0 that makes a detector of data; its entry points bring theirs along. */
interface DetectorFactory {
  readonly createEld: () => { readonly instance: Detector; readonly loadData: (data: NgramData) => void };
}

/** eld's detector with its data of medium size, loaded on first use. */
export function languageDetector(): Detector {
  detector ??= loadDetector();
  return detector;
}

/** Without the table, from eld's own module: that takes 170 MB and a third of a second. */
function loadDetector(): Detector {
  const medium = import.meta.resolve('eld/medium');
  const inPackage = (path: string): string => fileURLToPath(new URL(path, medium));
  const [data] = TABLES.flatMap((path) => openNgramTable(path) ?? []);
  if (data === undefined) return (load(fileURLToPath(medium)) as { readonly eld: Detector }).eld;
  const { instance, loadData } = (load(inPackage('../languageDetector.js')) as DetectorFactory).createEld();
  loadData(data);
  return instance;
}

/** What eld calls the data of its detector: scores of each n-gram by the number of the language. */
interface NgramData {
  readonly type: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Opens the file that workers/install/after-install.js writes. Scores are read when an n-gram is asked for, so that they
 * take no more than the file.
 *
 * @returns undefined where the file is not there
 */
export function openNgramTable(path: string): NgramData | undefined {
  const file = readIfPresent(path);
  if (file === undefined) return undefined;
  // A buffer of its own, which begins where numbers of 8 bytes may.
  const { buffer } = Uint8Array.from(file);
  const [count = 0] = new Float64Array(buffer, 0, 1);
  const keys = new Float64Array(buffer, 8, count);
  const starts = new Uint32Array(buffer, 8 + keys.byteLength, count + 1);
  const scores = new Uint8Array(buffer, 8 + keys.byteLength + starts.byteLength, starts[count]);
  const rest = new Uint8Array(buffer, scores.byteOffset + scores.byteLength);
  const { type, languages } = JSON.parse(new TextDecoder().decode(rest)) as Omit<NgramData, 'ngrams'>;
  return { type, languages, ngrams: ngramsOf({ keys, starts, scores }) };
}

interface Columns {
  readonly keys: Float64Array;
  readonly starts: Uint32Array;
  readonly scores: Uint8Array;
}

function ngramsOf({ keys, starts, scores }: Columns): NgramData['ngrams'] {
  const get = (_: object, ngram: string | symbol) => {
    const index = typeof ngram === 'string' ? indexOf(keys, keyOf(ngram)) : -1;
    if (index === -1) return undefined;
    const found: Record<string, number> = {};
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at += 2)
      found[scores[at] ?? 0] = scores[at + 1] ?? 0;
    return found;
  };
  return new Proxy({}, { get });
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return path.endsWith('.br') ? brotliDecompressSync(readFileSync(path)) : readFileSync(path);
  } catch {
    return undefined;
  }
}

function keyOf(ngram: string): number {
  let key = 0;
  for (let at = 0; at < ngram.length; at++) key = key * 256 + ngram.charCodeAt(at);
  return key;
}

/** By binary search; -1 when it is not there. */
function indexOf(keys: Float64Array, key: number): number {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((keys[middle] ?? 0) < key) from = middle + 1;
    else to = middle;
  }
  return keys[from] === key ? from : -1;
}

/** Function words and question words of the languages that have a list. @param word lower case */
export function isStopWord(word: string, language: string): boolean {
  return STOP_WORDS.get(language)?.has(word) ?? false;
}
