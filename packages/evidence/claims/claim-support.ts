import { type Claim, COVERED_FROM, statementOf } from '@plumbline/contracts/evidence/claim';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import { splitSentences } from '@plumbline/language/sentences';
import { contentTerms, stemsIn } from '@plumbline/language/terms';
import { computedFigures, findDerivationError } from './calculations.ts';
import { unsupported, unsupportedFigures } from './figure-support.ts';
import { findSubstitution, namesIn } from './names.ts';
import { findContradiction } from './polarity.ts';
import { dropsOnly, findUnsupportedQuantifier } from './quantifiers.ts';
import { findReplacement } from './replaced-words.ts';
import { isCovered, statingText, type WordCoverage, wordCoverage } from './word-coverage.ts';

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
  /**
   * `inferred`: nothing speaks against what goes beyond the words of the quotes. `uncheckable`: nothing speaks against it,
   * but its words could not be compared; the report marks it as unverified.
   */
  readonly status: 'supported' | 'inferred' | 'unsupported' | 'uncheckable';
  /** What the cited quotes contradict or do not support, for people; only an unsupported claim has any. */
  readonly reasons: readonly string[];
  /** Share of its content words found in the quotes and their headings, 0..1; 1 if the languages differ. */
  readonly coverage: number;
  /** Nothing is wrong with it but that it shares too few words with its quotes: only its meaning can decide. */
  readonly dependsOnMeaning: boolean;
}

/** A claim that shares fewer of its content words with its quotes is not based on them. */
const RELATED_FROM = 0.25;

/** The quotes of a claim, and what else of its sources supports it. */
export interface CitedEvidence {
  /** By which a derivation names its figures. */
  readonly cited: readonly Quote[];
  readonly supporting: readonly SupportingQuote[];
}

/**
 * How far quotes support a claim of its kind. A cited one needs all its words. A derived one may also state what code
 * computes from the figures that it names. An inference may go beyond the words, but not bring figures and names of its
 * own; where it repeats most of a quote it is no inference, and the words count again.
 */
export function supportOfClaim(
  claim: Claim,
  { cited, supporting }: CitedEvidence,
  setting: ClaimSetting,
): ClaimSupport {
  const { derivation, isInference } = claim;
  const said = statementOf(claim);
  if (derivation !== undefined) {
    const error = findDerivationError(derivation, cited.map(({ text }) => text).join('\n'));
    if (error !== null) return { status: 'unsupported', reasons: [error], coverage: 0, dependsOnMeaning: false };
    const text = [derivation.result, ...computedFigures(derivation, said)].join('\n');
    const computed = { text, place: '', language: setting.language };
    return supportOf(said, [...supporting, computed], setting);
  }
  const compared = compare(said, supporting, setting);
  if (isInference !== true || compared.coverage >= COVERED_FROM) return toSupport(compared);
  const { reasons: kinds, coverage } = compared;
  const reasons = [...new Set([...kinds.figures, ...kinds.names, ...unrelated(coverage)])];
  return { status: reasons.length > 0 ? 'unsupported' : 'inferred', reasons, coverage, dependsOnMeaning: false };
}

/** One that a model found entailed needs none of the words; what the rules find wrong stays wrong, whatever a model says. */
export function asEntailed<Given extends Pick<ClaimSupport, 'reasons' | 'dependsOnMeaning'>>(
  support: Given,
  { isEntailed, derivation }: Pick<Claim, 'isEntailed' | 'derivation'>,
): Given | (Given & { readonly status: 'inferred' }) {
  const isInferred = isEntailed === true && derivation === undefined && support.dependsOnMeaning;
  return isInferred ? { ...support, status: 'inferred', reasons: [], dependsOnMeaning: false } : support;
}

/**
 * How far quotes support a claim in other words: the cited quotes must contain its figures with units, dates, names,
 * negations and words of quantity; title and headings may supply names, too.
 *
 * Quotes in another language are compared only by figures, dates, references and acronyms.
 */
export function supportOf(claim: string, quotes: readonly SupportingQuote[], setting: ClaimSetting): ClaimSupport {
  return toSupport(compare(claim, quotes, setting));
}

function toSupport({ reasons: kinds, coverage, isCheckable, dependsOnMeaning }: Comparison): ClaimSupport {
  const { figures, names, words, replaced } = kinds;
  const reasons = [...new Set([...figures, ...names, ...words, ...replaced, ...unrelated(coverage)])];
  const status = reasons.length > 0 ? 'unsupported' : isCheckable ? 'supported' : 'uncheckable';
  return { status, reasons, coverage, dependsOnMeaning };
}

function unrelated(coverage: number): string[] {
  return coverage < RELATED_FROM ? [`only ${Math.round(100 * coverage)} % of its words are in the quotation`] : [];
}

/** What quotes contradict or do not support, by what it is about. */
interface ReasonsByKind {
  /** Figures, units, dates, rates, bounds, references. */
  readonly figures: readonly string[];
  readonly names: readonly string[];
  /** What a near copy of a sentence replaces, adds or leaves out. */
  readonly replaced: readonly string[];
  /** Negations, opposites, quantifiers. */
  readonly words: readonly string[];
}

interface Comparison extends Pick<ClaimSupport, 'coverage' | 'dependsOnMeaning'> {
  readonly reasons: ReasonsByKind;
  /** Whether it shares a language and enough words with the quotes, and all its names. */
  readonly isCheckable: boolean;
}

/** Compares a claim with quotes. */
function compare(claim: string, quotes: readonly SupportingQuote[], setting: ClaimSetting): Comparison {
  const { language } = setting;
  const isComparable = quotes.some((quote) => [language, 'und'].includes(quote.language));
  const words = quotes.map(({ text }) => statingText(text)).join('\n');
  const places = quotes.map(({ place }) => place).join('\n');
  const evidence: QuotedText = { words, places, isComparable };
  const said = statingText(claim);
  const covered = isComparable || quotes.length === 0 ? wordCoverage(said, language, `${places}\n${words}`) : UNKNOWN;
  const names = missingNames(claim, evidence, setting);
  const reasons: ReasonsByKind = {
    figures: unsupportedFigures(said, {
      ...setting,
      words,
      places,
      known: [places, ...quotes.map(({ text }) => text), setting.question].join('\n'),
    }),
    names: names.filter(({ isAsked }) => !isAsked).map(({ name }) => unsupported(name)),
    words: isComparable ? wordReasons(said, evidence, language) : [],
    replaced: isComparable ? replacedWords(said, words, language, covered) : [],
  };
  const hasWords = isComparable && covered.share >= COVERED_FROM;
  const isFaultless = Object.values(reasons).every(({ length }) => length === 0) && names.length === 0;
  return {
    reasons,
    coverage: covered.share,
    dependsOnMeaning: isFaultless && quotes.length > 0 && !hasWords,
    isCheckable: hasWords && names.length === 0,
  };
}

const UNKNOWN: WordCoverage = { share: 1, missing: [] };

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
    contentTerms(name, language).every(({ stem }) => isCovered(stem, among, language));
  return namesIn(claim, isComparable ? language : null)
    .filter((name) => !holds(name, stems))
    .map((name) => ({ name, isAsked: holds(name, asked) }));
}

function wordReasons(said: string, { words, places }: QuotedText, language: string): string[] {
  const contradiction = findContradiction(said, words, language);
  const quantifier = findUnsupportedQuantifier(said, `${words}\n${places}`);
  const only = nearestSentence(said, words, language);
  return [
    ...(contradiction === null ? [] : [contradiction.reason]),
    ...(quantifier === null ? [] : [unsupported(quantifier)]),
    ...(only !== null && dropsOnly(said, only) ? ['it leaves out “only”'] : []),
  ];
}

function replacedWords(said: string, words: string, language: string, covered: WordCoverage): string[] {
  const replaced = findReplacement(said, words, language) ?? findSubstitution(said, words, language, covered);
  return replaced === null ? [] : [unsupported(replaced)];
}

/** The sentence of the evidence with the most words of the claim; null if none has half of them. */
function nearestSentence(said: string, words: string, language: string): string | null {
  const ranked = splitSentences(words, language)
    .map(({ start, end }) => words.slice(start, end))
    .map((sentence) => ({ sentence, share: wordCoverage(said, language, sentence).share }))
    .sort((a, b) => b.share - a.share);
  const [best] = ranked;
  return best !== undefined && best.share >= COVERED_FROM ? best.sentence : null;
}
