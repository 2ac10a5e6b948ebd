import { createAbbreviationReader } from '../../language/question/abbreviations.ts';
import { detectLanguage, isForeign } from '../../language/text/language.ts';
import { splitSentences } from '../../language/text/sentences.ts';
import { analyzeTerms, derivation, isAmongStems } from '../../language/text/terms.ts';
import { compare } from './claim-support.ts';
import { namesIn } from './names.ts';
import { statingText } from './word-coverage.ts';

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const NO_EVIDENCE: PageEvidence = { sentences: [], nearest: [], covered: 0, coveredAtOnce: 0, phrases: 0 };
const LONGEST_WINDOW = 3;
/** Every further sentence of a window has to add so much of the claim's weight. */
const LEAST_GAIN = 0.08;
/** A claim may put together what stands in different places of a page. */
const MOST_WINDOWS = 3;
/** A further place has to add so much. */
const LEAST_FURTHER = 0.15;

/** Two words of a claim are neighbours in a sentence as well if at most one other content word stands between them. */
const NEAR = 2;

/** What the score of a claim is computed from; 0..1. What is wrong counts the more, the more of the claim their sentence covers. */
export interface SupportFeatures {
  /** Of the weakest sentence of the claim: share of its words in the sentences nearest to it, and in all compared. */
  readonly coveredAtOnce: number;
  readonly covered: number;
  /** Share of its neighbouring words that are neighbours on the page. */
  readonly phrases: number;
  readonly wrongFigures: number;
  readonly missingNames: number;
  readonly replacedWords: number;
  /** A negation, an opposite or a quantifier. */
  readonly turnedWords: number;
}

/** A claim compared with a page. */
export interface PageComparison {
  readonly features: SupportFeatures;
  /** Whether claim and page are in one language, so that words could be compared. */
  readonly isComparable: boolean;
  readonly reasons: readonly string[];
  readonly sentences: readonly PageSentence[];
}

/** Reads a page once, for any number of claims. */
export function createPageComparison(pageText: string): (claim: string) => PageComparison {
  const page = readPage(pageText, detectLanguage(pageText));
  return (claim) => comparePage(claim, page);
}

/** A claim is supported no better than the weakest of its sentences. */
function comparePage(claim: string, page: Page): PageComparison {
  const said = statingText(claim);
  const isComparable = !isForeign(said, page.language);
  const language = isComparable ? page.language : detectLanguage(said);
  const parts = partsOf(said, language).map((part) => comparePart(part, page, { language, isComparable }));
  const weakest =
    parts.toSorted((a, b) => a.evidence.coveredAtOnce - b.evidence.coveredAtOnce)[0]?.evidence ?? NO_EVIDENCE;
  const most = (name: 'wrongFigures' | 'missingNames' | 'replacedWords' | 'turnedWords') =>
    Math.max(0, ...parts.map(({ flags }) => flags[name]));
  return {
    features: {
      covered: weakest.covered,
      coveredAtOnce: weakest.coveredAtOnce,
      phrases: weakest.phrases,
      wrongFigures: most('wrongFigures'),
      missingNames: most('missingNames'),
      replacedWords: most('replacedWords'),
      turnedWords: most('turnedWords'),
    },
    isComparable,
    reasons: [...new Set(parts.flatMap(({ reasons }) => reasons))],
    sentences: [...new Set(parts.flatMap(({ evidence }) => evidence.sentences))],
  };
}

function comparePart(
  said: string,
  page: Page,
  { language, isComparable }: { readonly language: string; readonly isComparable: boolean },
) {
  const evidence = findEvidence(said, page);
  const toQuote = ({ text, place }: PageSentence) => ({ text, place, language: page.language });
  const setting = { language, question: '' };
  const { reasons } = compare(said, evidence.sentences.map(toQuote), setting);
  const nearest = compare(said, evidence.nearest.map(toQuote), setting).reasons;
  const names = namesIn(said, isComparable ? language : null).length;
  // In another language, no sentence comes near in words.
  const nearness = isComparable ? evidence.coveredAtOnce : 1;
  return {
    evidence,
    flags: {
      wrongFigures: reasons.figures.length > 0 ? nearness : 0,
      missingNames: names === 0 ? 0 : nearness * Math.min(1, reasons.names.length / names),
      replacedWords: Number(nearest.replaced.length > 0),
      turnedWords: nearest.words.length > 0 ? nearness : 0,
    },
    reasons: [...reasons.figures, ...reasons.names, ...nearest.replaced, ...nearest.words],
  };
}

/** A shorter sentence says too little to be looked for alone. */
const FEWEST_WORDS = 4;

/** The sentences of a claim; short ones belong to the sentence before. */
function partsOf(said: string, language: string): string[] {
  const parts: string[] = [];
  for (const { start, end } of splitSentences(said, language)) {
    const sentence = said.slice(start, end);
    const last = parts.at(-1);
    if (last === undefined || stemsOf(sentence, language).length >= FEWEST_WORDS) parts.push(sentence);
    else parts[parts.length - 1] = `${last} ${sentence}`;
  }
  return parts;
}

/** The sentences of a page that come nearest to a claim, and how many of its words stand where; shares are 0..1. */
interface PageEvidence {
  /** In the order of the page; at most nine. */
  readonly sentences: readonly PageSentence[];
  /** The one to three sentences in a row that hold most of its words. */
  readonly nearest: readonly PageSentence[];
  /** Share of the claim's words in these sentences and the headings above them, by rarity. */
  readonly covered: number;
  /** Share of them in the nearest sentences alone. */
  readonly coveredAtOnce: number;
  /** Share of its neighbouring words that are neighbours in one of the sentences, too. */
  readonly phrases: number;
}

/** @param said the claim's words, without markup */
function findEvidence(said: string, page: Page): PageEvidence {
  const words = weigh(said, page);
  const total = sumOf(words);
  if (total === 0 || page.sentences.length === 0) return NO_EVIDENCE;
  const chosen = new Set<number>();
  const sentencesAt = (numbers: readonly number[]) => numbers.flatMap((number) => page.sentences[number] ?? []);
  let coveredAtOnce = 0;
  let nearest: readonly PageSentence[] = [];
  for (let step = 0; step < MOST_WINDOWS; step += 1) {
    const missing = words.filter(({ holders }) => ![...chosen].some((number) => holders.has(number)));
    const { numbers, gain } = bestWindow(missing, total);
    if (step === 0) [coveredAtOnce, nearest] = [gain, sentencesAt(numbers)];
    else if (gain < LEAST_FURTHER) break;
    for (const number of numbers) chosen.add(number);
  }
  const numbers = [...chosen].sort((a, b) => a - b);
  const sentences = sentencesAt(numbers);
  const places = new Set(stemsOf(sentences.map(({ place }) => place).join('\n'), page.language));
  const isCovered = ({ holders, stem }: ClaimWord) =>
    numbers.some((number) => holders.has(number)) || isAmongStems(stem, places, page.language);
  return {
    sentences,
    nearest,
    covered: sumOf(words.filter(isCovered)) / total,
    coveredAtOnce,
    phrases: sharedNeighbours(words, numbers),
  };
}

interface ClaimWord {
  readonly stem: string;
  readonly weight: number;
  /** Numbers of the sentences that contain it, with its positions there. */
  readonly holders: ReadonlyMap<number, readonly number[]>;
}

/** The claim's words with their weights: rare words of the page decide, and those that it lacks count most. */
function weigh(said: string, { holders, sentences, language }: Page): ClaimWord[] {
  const stems = [...holders.keys()];
  return [...new Set(stemsOf(said, language))].map((stem) => {
    const own = new Set([stem]);
    const same = stems.filter((other) => isAmongStems(other, own, language) || derivation(stem, other) > 0);
    const places = new Map<number, number[]>();
    for (const { sentence, position } of same.flatMap((other) => holders.get(other) ?? [])) {
      places.set(sentence, [...(places.get(sentence) ?? []), position]);
    }
    return { stem, holders: places, weight: Math.log(1 + sentences.length / (places.size + 0.5)) };
  });
}

function bestWindow(
  words: readonly ClaimWord[],
  total: number,
): { readonly numbers: readonly number[]; readonly gain: number } {
  const starts = [...new Set(words.flatMap(({ holders }) => [...holders.keys()]))].sort((a, b) => a - b);
  let best: { numbers: readonly number[]; gain: number; value: number } = { numbers: [], gain: 0, value: 0 };
  for (const start of starts) {
    const numbers: number[] = [];
    let left = words;
    let gain = 0;
    for (let number = start; number < start + LONGEST_WINDOW; number += 1) {
      numbers.push(number);
      gain += sumOf(left.filter(({ holders }) => holders.has(number))) / total;
      left = left.filter(({ holders }) => !holders.has(number));
      const value = gain - LEAST_GAIN * (numbers.length - 1);
      if (value > best.value + 1e-9) best = { numbers: [...numbers], gain, value };
    }
  }
  return best;
}

function sharedNeighbours(words: readonly ClaimWord[], numbers: readonly number[]): number {
  const pairs = words.slice(1).map((word, index) => [words[index], word] as const);
  const shared = pairs.filter(([first, second]) =>
    numbers.some((number) => {
      const positions = first?.holders.get(number) ?? [];
      const others = second?.holders.get(number) ?? [];
      return positions.some((one) => others.some((other) => Math.abs(one - other) <= NEAR));
    }),
  );
  return pairs.length === 0 ? 0 : shared.length / pairs.length;
}

function sumOf(words: readonly ClaimWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

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
interface Page {
  readonly sentences: readonly PageSentence[];
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
  readonly holders: ReadonlyMap<string, readonly WordPlace[]>;
}

/** @param claim introduces abbreviations of its own */
function readPage(text: string, language: string): Page {
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

/** Stems of the content words in order; of scripts without spaces, every two characters that stand together. */
function stemsOf(text: string, language: string): string[] {
  return analyzeTerms(text, language)
    .filter(({ isStopWord }) => !isStopWord)
    .flatMap(({ stem }) => (UNSPACED.test(stem) ? pairsOf(stem) : [stem]));
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
