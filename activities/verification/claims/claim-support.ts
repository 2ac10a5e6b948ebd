import { CARRIED_FROM } from '../../../workflows/domain/report-quality.ts';
import { splitSentences } from '../../language/text/sentences.ts';
import { contentTerms, stemsIn } from '../../language/text/terms.ts';
import { type CarriedWords, carriedWords, isCarried, statingText } from './carried-words.ts';
import { figureFaults, missing } from './figure-faults.ts';
import { findSubstitution, namesIn } from './names.ts';
import { findPolarityFault } from './polarity.ts';
import { dropsOnly, findQuantifierFault } from './quantifiers.ts';
import { findReplacement } from './replaced-words.ts';

/** A cited quote as support for a claim. */
export interface SupportingQuote {
  /** As written in the source. */
  readonly text: string;
  /** Document title and headings, which name what the quote is about. */
  readonly place: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** What else a claim may repeat: names and figures of the question, if the cited document contains them. */
export interface ClaimSetting {
  /** ISO 639-1 code of the claim. */
  readonly language: string;
  /** The question and the person's answers. */
  readonly question: string;
}

export interface ClaimSupport {
  /** What the cited quotes contradict or do not support, for people. */
  readonly faults: readonly string[];
  /** Share of its content words found in the quotes and their headings, 0..1; 1 if the languages differ. */
  readonly carriedWords: number;
  /** Whether the rules could compare its words at all; false marks it in the report. */
  readonly isJudged: boolean;
  /** Nothing is wrong with it but that it shares too few words with its quotes: words alone cannot decide. */
  readonly isDoubtful: boolean;
}

/** A claim that shares fewer of its content words with its quotes is not based on them. */
const FOREIGN_BELOW = 0.25;

/**
 * How far quotes support a claim in other words: the cited quotes must contain its figures with units, dates, names,
 * negations and words of quantity; title and headings may supply names, too.
 *
 * Quotes in another language are compared only by figures, dates, references and acronyms.
 */
export function supportOf(claim: string, quotes: readonly SupportingQuote[], setting: ClaimSetting): ClaimSupport {
  const compared = compare(claim, quotes, setting);
  const { carriedWords: share, isJudged, isDoubtful } = compared;
  return { faults: faultsOf(compared), carriedWords: share, isJudged, isDoubtful };
}

/** Everything that is wrong, each fault once. */
export function faultsOf({ kinds, carriedWords: share }: Pick<Comparison, 'kinds' | 'carriedWords'>): string[] {
  const { figures, names, words, replaced } = kinds;
  return [...new Set([...figures, ...names, ...words, ...replaced, ...unrelatedFaults(share)])];
}

/** @param share of its content words that the quotes have, 0..1 */
export function unrelatedFaults(share: number): string[] {
  return share < FOREIGN_BELOW ? [`only ${Math.round(100 * share)} % of its words are in the quotation`] : [];
}

/** What quotes contradict or do not hold, by what it is about. */
export interface FaultKinds {
  /** Figures, units, dates, rates, bounds, references. */
  readonly figures: readonly string[];
  readonly names: readonly string[];
  /** What a near copy of a sentence replaces, adds or leaves out. */
  readonly replaced: readonly string[];
  /** Negations, opposites, quantifiers. */
  readonly words: readonly string[];
}

export interface Comparison extends Omit<ClaimSupport, 'faults'> {
  readonly kinds: FaultKinds;
}

/** Compares a claim with quotes. */
export function compare(claim: string, quotes: readonly SupportingQuote[], setting: ClaimSetting): Comparison {
  const { language } = setting;
  const isComparable = quotes.some((quote) => [language, 'und'].includes(quote.language));
  const words = quotes.map(({ text }) => statingText(text)).join('\n');
  const places = quotes.map(({ place }) => place).join('\n');
  const evidence: QuotedText = { words, places, isComparable };
  const said = statingText(claim);
  const carried = isComparable || quotes.length === 0 ? carriedWords(said, language, `${places}\n${words}`) : UNKNOWN;
  const names = missingNames(claim, evidence, setting);
  const kinds: FaultKinds = {
    figures: figureFaults(said, {
      ...setting,
      words,
      places,
      known: [places, ...quotes.map(({ text }) => text), setting.question].join('\n'),
    }),
    names: names.filter(({ isAsked }) => !isAsked).map(({ name }) => missing(name)),
    words: isComparable ? wordFaults(said, evidence, language) : [],
    replaced: isComparable ? replacedWords(said, words, language, carried) : [],
  };
  const isFaultless = Object.values(kinds).every(({ length }) => length === 0) && names.length === 0;
  return {
    kinds,
    carriedWords: carried.share,
    isDoubtful: isFaultless && quotes.length > 0 && (!isComparable || carried.share < CARRIED_FROM),
    isJudged: isComparable && carried.share >= CARRIED_FROM && names.length === 0,
  };
}

const UNKNOWN: CarriedWords = { share: 1, missing: [] };

interface QuotedText {
  readonly words: string;
  readonly places: string;
  readonly isComparable: boolean;
}

/** Names in neither quotes nor headings; `isAsked` marks names from the question, which a document may imply. */
function missingNames(
  claim: string,
  { words, places, isComparable }: QuotedText,
  { language, question }: ClaimSetting,
) {
  const stems = stemsIn(`${places}\n${words}`, language);
  const asked = stemsIn(question, language);
  const holds = (name: string, among: ReadonlySet<string>): boolean =>
    contentTerms(name, language).every(({ stem }) => isCarried(stem, among, language));
  return namesIn(claim, isComparable ? language : null)
    .filter((name) => !holds(name, stems))
    .map((name) => ({ name, isAsked: holds(name, asked) }));
}

function wordFaults(said: string, { words, places }: QuotedText, language: string): string[] {
  const polarity = findPolarityFault(said, words, language);
  const quantifier = findQuantifierFault(said, `${words}\n${places}`);
  const only = nearestSentence(said, words, language);
  return [
    ...(polarity === null ? [] : [missing(polarity)]),
    ...(quantifier === null ? [] : [missing(quantifier)]),
    ...(only !== null && dropsOnly(said, only) ? ['it leaves out “only”'] : []),
  ];
}

function replacedWords(said: string, words: string, language: string, carried: CarriedWords): string[] {
  const replaced = findReplacement(said, words, language) ?? findSubstitution(said, words, language, carried);
  return replaced === null ? [] : [missing(replaced)];
}

/** The sentence of the evidence with the most words of the claim; null if none has half of them. */
function nearestSentence(said: string, words: string, language: string): string | null {
  const ranked = splitSentences(words, language)
    .map(({ start, end }) => words.slice(start, end))
    .map((sentence) => ({ sentence, share: carriedWords(said, language, sentence).share }))
    .sort((a, b) => b.share - a.share);
  const [best] = ranked;
  return best !== undefined && best.share >= CARRIED_FROM ? best.sentence : null;
}
