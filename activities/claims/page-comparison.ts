import { detectLanguage, isForeign } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';
import { compare } from './claim-support.ts';
import { namesIn } from './names.ts';
import { findEvidence, NO_EVIDENCE } from './page-evidence.ts';
import { type Page, type PageSentence, readPage, stemsOf } from './page-sentences.ts';
import { statingText } from './stating-text.ts';

/** What the score of a claim is computed from; 0..1. Faults count the more, the more of the claim their sentence covers. */
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
  readonly faults: readonly string[];
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
    faults: [...new Set(parts.flatMap(({ faults }) => faults))],
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
  const { kinds } = compare(said, evidence.sentences.map(toQuote), setting);
  const nearest = compare(said, evidence.nearest.map(toQuote), setting).kinds;
  const names = namesIn(said, isComparable ? language : null).length;
  // In another language, no sentence comes near in words.
  const nearness = isComparable ? evidence.coveredAtOnce : 1;
  return {
    evidence,
    flags: {
      wrongFigures: kinds.figures.length > 0 ? nearness : 0,
      missingNames: names === 0 ? 0 : nearness * Math.min(1, kinds.names.length / names),
      replacedWords: Number(nearest.replaced.length > 0),
      turnedWords: nearest.words.length > 0 ? nearness : 0,
    },
    faults: [...kinds.figures, ...kinds.names, ...nearest.replaced, ...nearest.words],
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
