import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { areAmong, figuresIn } from '@plumbline/language/figures';
import { splitSentences } from '@plumbline/language/sentences';
import { quotationsIn } from '@plumbline/quotes/quotes';
import { computedFigures, findDerivationError } from '../claims/calculations.ts';
import { areEmpty, languageOf, repeatsQuote, UNSAID } from '../claims/claim-verdict.ts';
import { type FigureFault, figureFaults, unsupported } from '../claims/figure-support.ts';
import { unfitToShow } from '../claims/language-adherence.ts';
import { findContradiction } from '../claims/polarity.ts';
import { dropsOnly, findUnsupportedQuantifier } from '../claims/quantifiers.ts';
import { verifyQuotedWords } from '../claims/quoted-words.ts';
import { findReplacement } from '../claims/replaced-words.ts';
import { statingText, wordCoverage } from '../claims/word-coverage.ts';
import { type CitedWords, type PartEvidence, type PartPassage, placesOf } from './part-evidence.ts';
import { strangeNames } from './rules-on-names.ts';
import { ALONE, type StatementSetting, withoutOwnSteps, withoutReadSections } from './statement-setting.ts';

/** A statement that has so many words of a sentence is about what the sentence says. */
const SAME_MATTER = 0.8;
/** One that has so many is in its words, so that they can be compared. */
const SIMILAR = 0.6;
/** One that has fewer may be about something else, unless it is short. */
const RELATED_FROM = 0.25;
const FEWEST_STRANGE = 4;

/** What the rules say of a statement: why it cannot stand, or what is left to judge. */
export type Ruling =
  | { readonly refused: string }
  | {
      readonly refused: null;
      /** With the spelling that the passage gives its quotations. */
      readonly claim: Claim;
      /** The words of its quotes: nothing is left to judge. */
      readonly isVerbatim: boolean;
      /** The computation that comes out, for the judge; null: nothing is computed. */
      readonly computed: string | null;
      /** Where its words differ from the cited ones, which may mean nothing: marks a statement that was not judged. */
      readonly doubts: readonly string[];
    };

/**
 * Compares a statement with the sentences that it cites and with their passage. It is refused only for what is certain without
 * meaning: words in quotation marks or an address that the source does not have, a computation that does not come out, words that
 * the source strikes out, and what is no statement for a reader.
 */
export async function ruleOnCited(
  claim: Claim,
  words: readonly CitedWords[],
  evidence: PartEvidence,
  setting = ALONE,
): Promise<Ruling> {
  if (areEmpty(words.map(({ quote }) => quote))) return { refused: UNSAID };
  if (await isVerbatim(claim, words, evidence)) {
    return { refused: null, claim, isVerbatim: true, computed: null, doubts: [] };
  }
  const unfit = claim.placement?.form === 'code' ? null : unfitToShow(claim, evidence.anchor.language);
  if (unfit !== null) return { refused: unfit };
  const passages = [...new Set(words.map(({ passage }) => passage))];
  const stored = await Promise.all(words.map(({ quote }) => evidence.texts.read(quote.textHash)));
  const quoted = verifyQuotedWords(claim.text, [...stored.flatMap(({ text }) => text ?? []), evidence.question]);
  if (quoted.text === null) return { refused: quoted.reason };
  const spelt = { ...claim, text: quoted.text };
  if (claim.placement?.form === 'code') return ruleOnCode(spelt, evidence, setting);
  return ruleOnProse(settingOf(spelt, words, passages, evidence, setting));
}

/** The words of a cell are true of its row or they are not. */
async function isVerbatim(
  { text, placement }: Claim,
  words: readonly CitedWords[],
  { read }: PartEvidence,
): Promise<boolean> {
  if (placement?.form === 'table') return false;
  const quotes = words.map(({ quote }) => quote);
  return repeatsQuote(text, quotes, await Promise.all(quotes.map(read)));
}

/** A setup may join lines of several passages. */
function ruleOnCode(claim: Claim, { passages, question }: PartEvidence, { said }: StatementSetting): Ruling {
  const trusted = passages.filter(({ finding }) => !isUntrusted(finding)).map(({ text }) => text);
  const { isCopied, doubts } = compareLines(claim.text, [...trusted, question].join('\n'), said);
  return { refused: null, claim, isVerbatim: isCopied, computed: null, doubts };
}

function ruleOnProse(setting: Setting): Ruling {
  const derived = readDerivation(setting);
  if (derived.refused !== null) return derived;
  const nearest = nearestSentence(setting);
  const figures = doubtsOnFigures(setting, [...derived.figures, ...setting.part.computed], nearest);
  const names = strangeNames(setting.texts, setting.names);
  const wording = setting.isComparable ? doubtsOnWording(setting, nearest) : [];
  const doubts = [...new Set([...figures, ...names, ...wording])];
  return { refused: null, claim: derived.claim, isVerbatim: false, computed: derived.computed, doubts };
}

/** A statement beside all that it is compared with. */
interface Setting {
  readonly claim: Claim;
  /** With the row and column of a cell. */
  readonly said: string;
  /** Of a cell also its labels. */
  readonly texts: readonly string[];
  /** What the cited sentences state, and what their whole passages do. */
  readonly cited: string;
  readonly around: string;
  readonly passages: readonly PartPassage[];
  readonly places: string;
  readonly question: string;
  readonly language: string;
  readonly isComparable: boolean;
  readonly part: StatementSetting;
  readonly names: Parameters<typeof strangeNames>[1];
}

function settingOf(
  claim: Claim,
  words: readonly CitedWords[],
  passages: readonly PartPassage[],
  { anchor, question, words: all, places: allPlaces }: PartEvidence,
  part: StatementSetting,
): Setting {
  const { placement, text } = claim;
  const language = languageOf(claim, anchor.language);
  const isComparable = passages.some((passage) => [language, 'und'].includes(passage.language));
  // A quotation from the cited source counts, wherever the source has it.
  const quotations = quotationsIn(text).map((quotation) => quotation.text);
  const cited = [...words.map(({ quote }) => statingText(quote.text)), ...quotations].join('\n');
  const around = [cited, ...passages.map((passage) => statingText(passage.text))].join('\n');
  const places = placesOf(passages);
  return {
    claim,
    said: withoutReadSections(withoutOwnSteps(statingText(statementOf(claim)), part), allPlaces),
    texts: placement?.form === 'table' ? [text, placement.row, placement.column] : [text],
    cited,
    around,
    passages,
    places,
    question,
    language,
    isComparable,
    part,
    names: {
      cited: `${places}\n${passages.map((passage) => passage.text).join('\n')}`,
      all: `${allPlaces}\n${all}`,
      question,
      language,
      isComparable,
    },
  };
}

/** A computation that fails does not count where the passage states the figure itself. */
function readDerivation({ claim, said, around }: Setting) {
  const { derivation, ...underived } = claim;
  if (derivation === undefined) return { refused: null, claim, figures: [], computed: null };
  const error = findDerivationError(derivation);
  if (error === null) {
    const { expression, result } = derivation;
    const figures = [...computedFigures(derivation, said), result];
    return { refused: null, claim, figures, computed: `${expression} = ${result}` };
  }
  const isStated = areAmong(figuresIn(said), figuresIn(around));
  return isStated ? { refused: null, claim: underived, figures: [], computed: null } : { refused: error };
}

/** What the passage does not have, or bounds in the other direction; of a near copy also what may be a way of counting. */
function doubtsOnFigures(setting: Setting, computed: readonly string[], { share }: NearestSentence): string[] {
  const { placement, text } = setting.claim;
  const { around, names, part } = setting;
  const isCertain = ({ kind }: FigureFault): boolean => kind === 'absent' || kind === 'turned';
  const doubtsOf = (said: string, words: string): string[] =>
    faultsIn({ ...setting, said }, words, computed)
      .filter((fault) => isCertain(fault) || share >= SIMILAR)
      .map(({ reason }) => reason);
  if (placement?.form !== 'table') return doubtsOf(setting.said, around);
  // The name of a row may be of another passage, or of a case that is supposed.
  const ofName = part.isSupposed ? [] : doubtsOf(placement.row, `${around}\n${names.all}`);
  return [...doubtsOf(statingText(text), around), ...ofName];
}

function faultsIn(
  { said, places, question, language, passages, part }: Setting,
  words: string,
  computed: readonly string[],
): FigureFault[] {
  const known = [places, question, ...passages.map(({ text }) => text)].join('\n');
  const stated = [words, ...computed].join('\n');
  const faults = figureFaults(said, { words: stated, known, places, question, language });
  return faults.filter(({ value }) => value === undefined || !part.counted.has(value));
}

/** In free words a quantity and a negation can be said in many ways: only what is near a sentence can be compared with it. */
function doubtsOnWording(setting: Setting, nearest: NearestSentence): string[] {
  const { claim, said, cited, around, places, language } = setting;
  const contradiction = findContradiction(said, cited, language) && findContradiction(said, around, language);
  // Another clause may speak of what the sentence does not: its negation contradicts nothing.
  const isOfMatter =
    contradiction !== null && wordCoverage(contradiction.clause, language, nearest.sentence).share >= SIMILAR;
  const quantifier = nearest.share >= SIMILAR ? findUnsupportedQuantifier(said, `${around}\n${places}`) : null;
  const replaced = findReplacement(said, cited, language) && findReplacement(said, around, language);
  // A cell and its labels are no sentence.
  const isSentence = claim.placement?.form !== 'table';
  return [
    ...(isOfMatter ? [contradiction.reason] : []),
    ...(quantifier === null ? [] : [unsupported(quantifier)]),
    ...(replaced === null || !isSentence ? [] : [unsupported(replaced)]),
    ...(nearest.share >= SAME_MATTER && dropsOnly(said, nearest.sentence) ? ['it leaves out “only”'] : []),
    ...(isSentence && isUnrelated(setting) ? ['the cited words have hardly any of its words'] : []),
  ];
}

/** Its passage has hardly any of its words, and none of its figures. */
function isUnrelated({ said, around, places, language }: Setting): boolean {
  const known = figuresIn(around);
  if ([...figuresIn(said)].some((figure) => known.has(figure))) return false;
  const { share, missing } = wordCoverage(said, language, `${around}\n${places}`);
  return share < RELATED_FROM && missing.length >= FEWEST_STRANGE;
}

interface NearestSentence {
  readonly sentence: string;
  /** Of the statement's words, 0..1. */
  readonly share: number;
}

/** The cited sentence that has most of a statement's words. */
function nearestSentence({ said, cited, language }: Setting): NearestSentence {
  const sentences = splitSentences(cited, language).map(({ start, end }) => cited.slice(start, end));
  const compared = sentences.map((sentence) => ({ sentence, share: wordCoverage(said, language, sentence).share }));
  return compared.sort((a, b) => b.share - a.share)[0] ?? { sentence: '', share: 0 };
}

const TOKEN = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
const COMMENT = /^\s*(?:#|\/\/|--|;)/u;

/** How lines of code or configuration differ from the passages. */
interface ComparedLines {
  /** Every line is one of the passages. */
  readonly isCopied: boolean;
  /** Words and values that neither the passages nor the text around have: an own name of a thing, or an option that there is not. */
  readonly doubts: readonly string[];
}

/**
 * Compares lines of code with passages, whatever the case of their words.
 *
 * @param said the sentences of the part, which may compute or explain a value; they are verified by themselves
 */
export function compareLines(code: string, passages: string, said: string): ComparedLines {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const known = inOneLine(passages);
  const own = lines.filter((line) => !known.includes(inOneLine(line)));
  const words = new Set(inOneLine(`${passages}\n${said}`).match(TOKEN));
  const strange = own.flatMap((line) => inOneLine(line).match(TOKEN) ?? []).filter((token) => !words.has(token));
  return { isCopied: own.length === 0, doubts: [...new Set(strange)].map(unsupported) };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
