import { CARRIED_FROM } from '../../workflows/domain/report-quality.ts';
import { splitSentences } from '../text/sentences.ts';
import { analyzeTerms, contentTerms } from '../text/terms.ts';
import { type CarriedWords, carriedWords, isCarried } from './carried-words.ts';
import { figureFaults, missing } from './figure-faults.ts';
import { findSubstitution, namesIn } from './names.ts';
import { findPolarityFault } from './polarity.ts';
import { dropsOnly, findQuantifierFault } from './quantifiers.ts';

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
  const { language } = setting;
  const isComparable = quotes.some((quote) => [language, 'und'].includes(quote.language));
  const words = quotes.map(({ text }) => statingText(text)).join('\n');
  const places = quotes.map(({ place }) => place).join('\n');
  const evidence: QuotedText = { words, places, isComparable };
  const said = statingText(claim);
  const carried = isComparable || quotes.length === 0 ? carriedWords(said, language, `${places}\n${words}`) : UNKNOWN;
  const names = missingNames(claim, evidence, setting);
  const faults = [
    ...figureFaults(said, {
      ...setting,
      words,
      places,
      known: [places, ...quotes.map(({ text }) => text), setting.question].join('\n'),
    }),
    ...names.filter(({ isAsked }) => !isAsked).map(({ name }) => missing(name)),
    ...(isComparable ? wordFaults(said, evidence, language, carried) : []),
    ...(carried.share < FOREIGN_BELOW
      ? [`only ${Math.round(100 * carried.share)} % of its words are in the quotation`]
      : []),
  ];
  return {
    faults: [...new Set(faults)],
    carriedWords: carried.share,
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
  const stems = new Set(analyzeTerms(`${places}\n${words}`, language).map(({ stem }) => stem));
  const asked = new Set(analyzeTerms(question, language).map(({ stem }) => stem));
  const holds = (name: string, among: ReadonlySet<string>): boolean =>
    contentTerms(name, language).every(({ stem }) => isCarried(stem, among, language));
  return namesIn(claim, isComparable ? language : null)
    .filter((name) => !holds(name, stems))
    .map((name) => ({ name, isAsked: holds(name, asked) }));
}

function wordFaults(said: string, { words, places }: QuotedText, language: string, carried: CarriedWords): string[] {
  const polarity = findPolarityFault(said, words, language);
  const quantifier = findQuantifierFault(said, `${words}\n${places}`);
  const replaced = findSubstitution(said, words, language, carried);
  const only = nearestSentence(said, words, language);
  return [
    ...(polarity === null ? [] : [missing(polarity)]),
    ...(quantifier === null ? [] : [missing(quantifier)]),
    ...(replaced === null ? [] : [missing(replaced)]),
    ...(only !== null && dropsOnly(said, only) ? ['it leaves out “only”'] : []),
  ];
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

/**
 * The words of a quote that state something: without comments, tags, link targets, addresses, anchors, note marks,
 * issue numbers and numeric identifiers, whose figures state nothing.
 */
function statingText(sourceText: string): string {
  return sourceText
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, ' ')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/giu, ' ')
    .replace(/\{[#.:][^{}]*\}/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/giu, ' ')
    .replace(/(?<=[\p{L}.,;:)])\[\^?\d{1,3}\]/gu, ' ')
    .replace(/(?<![\p{L}\p{N}&])#\d+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])(?=[\da-f-]*[a-f])(?=[\da-f-]*\d)[\da-f-]{7,}(?![\p{L}\p{N}])/giu, ' ')
    .replace(/^[ \t]*(?:>[ \t]*)*(?:\d{1,3}[.)][ \t]+|\(\d{1,2}[a-z]?\)[ \t]+)/gmu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .replace(/[*`]+/g, '');
}
