import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/medium';
import { createMemo, memoised } from './text-memo.ts';

const GERMAN = [
  'der die das den dem des ein eine einer eines einem einen kein keine keiner keines keinem keinen',
  'ich du er sie es wir ihr mich dich sich uns euch ihn ihm ihnen mein meine meiner meinem meinen dein deine sein seine',
  'seiner seines seinem seinen ihre ihrer ihres ihrem ihren unser unsere unserer unserem unseren euer eure man jemand',
  'dieser diese dieses diesem diesen jener jene jenes jenem jenen solche solcher solches solchem solchen selbst',
  'wer wen wem wessen was wann wo woher wohin wie wieso weshalb warum wozu wodurch womit worin woran wofür wovon',
  'welche welcher welches welchem welchen wieviel wieviele viel viele vielen',
  'und oder aber denn sondern sowie sowohl als auch weder noch doch jedoch ob dass daß wenn weil falls sofern soweit damit',
  'während bevor nachdem obwohl indem also dann da dort hier so nun schon noch nur sehr mehr etwa bereits zwar ja nein nicht',
  'in im an am auf aus bei beim bis durch für gegen mit nach ohne seit über um unter von vom vor zu zum zur zwischen',
  'hinter neben wegen trotz innerhalb außerhalb bezüglich gemäß laut je pro ab',
  'bin bist ist sind seid war warst waren wart sei seien wäre wären gewesen habe hast hat haben habt hatte hatten hätte',
  'hätten werde wirst wird werden werdet wurde wurden würde würden worden geworden kann kannst können könnt konnte konnten',
  'könnte könnten muss muß musst müssen müsst musste mussten müsste müssten soll sollst sollen sollte sollten darf darfst',
  'dürfen dürft durfte dürfte will willst wollen wollte wollten möchte möchten mag mögen lassen lässt gibt geben gilt gelten',
  'alle aller alles allem allen andere anderer anderes anderem anderen beide beiden einige einiger einigen etwas jede jeder',
  'jedes jedem jeden manche mancher nichts dazu dabei dafür dagegen daher damit danach daran darauf daraus darin darüber',
  'davon deren dessen denen ins ans aufs bitte genau wohl mal',
];

const ENGLISH = [
  'a an the this that these those i you he she it we they me him her us them my your his its our their mine yours hers ours',
  'theirs myself yourself himself herself itself ourselves themselves one ones',
  'what which who whom whose when where why how whether',
  'and or but nor so yet if then else than as because while although though unless until since',
  'of in on at by for from to into onto with without within about against between among through during before after above',
  'below over under up down out off again further per via upon',
  'is am are was were be been being do does did doing done have has had having will would shall should can could may might',
  'must need let get gets got make makes use used using',
  'not no yes only own same too very just also there here all any both each few more most other some such every either',
  'neither much many often even still already please tell me give exactly like',
  's t d ll m re ve don doesn didn isn aren wasn weren won wouldn shouldn couldn can',
];

const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = { de: toSet(GERMAN), en: toSet(ENGLISH) };

const load = createRequire(import.meta.url);
let detector: Detector | undefined;

/** Number of characters examined; more do not change the result. */
const SAMPLE_LENGTH = 4_000;
/** Below this length n-grams are weak evidence, and function words decide between German and English. */
const SHORT_LENGTH = 200;
const MIN_WORDS = 4;
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
  return words.length >= MIN_WORDS || byNgrams === 'de' || byNgrams === 'en' ? byNgrams || 'und' : 'und';
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
  const count = (language: string) => words.filter((word) => isStopWord(word, language)).length;
  const german = count('de');
  const english = count('en');
  if (german === english) return undefined;
  const [language, hits] = german > english ? ['de', german] : ['en', english];
  // If the n-grams say German or English, one function word is enough; another verdict takes a clear majority to
  // overrule.
  const share = hits / words.length;
  return share >= (byNgrams === 'de' || byNgrams === 'en' ? 0 : 0.4) ? language : undefined;
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
  const data = openNgramTable(inPackage('../../../.cache/plumbline/language-table.bin'));
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
 * Opens the file that workers/install/language-table.js writes. Scores are read when an n-gram is asked for, so that they
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
    return readFileSync(path);
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

function toSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Function words and question words of German and English; no other language has a list. @param word lower case */
export function isStopWord(word: string, language: string): boolean {
  return STOP_WORDS[language]?.has(word) ?? false;
}
