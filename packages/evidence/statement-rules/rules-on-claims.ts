import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import { MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { isForeign } from '@plumbline/language/detection';
import { figuresIn } from '@plumbline/language/figures';
import { splitSentences } from '@plumbline/language/sentences';
import { contentTerms } from '@plumbline/language/terms';
import { quotationsIn } from '@plumbline/quotes/quotes';
import { readableText } from '@plumbline/text/readable-text';
import { computedFigures, findDerivationError } from '../claims/calculations.ts';
import { languageOf, repeatsQuote } from '../claims/claim-verdict.ts';
import { unfitToShow } from '../claims/claim-verification.ts';
import { type FigureFault, figureFaults, unsupported } from '../claims/figure-support.ts';
import { findContradiction } from '../claims/polarity.ts';
import { dropsOnly, findUnsupportedQuantifier } from '../claims/quantifiers.ts';
import { verifyQuotedWords } from '../claims/quoted-words.ts';
import { findReplacement } from '../claims/replaced-words.ts';
import { statingText, wordCoverage } from '../claims/word-coverage.ts';
import { ruleOnLines } from './code-lines.ts';
import { type CitedWords, type PartEvidence, type PartPassage, placesOf } from './part-evidence.ts';
import { strangeNames } from './rules-on-names.ts';
import { ALONE, type StatementSetting, withoutOwnSteps, withoutReadSections } from './statement-setting.ts';

/** A statement that has so many words of a sentence is about what the sentence says, so that words can contradict it. */
const SAME_MATTER = 0.8;
const UNSAID = 'the source strikes out or hides the quotation';

/** What the rules say of a statement. */
export type Ruling =
  | { readonly refused: string }
  | {
      readonly refused: null;
      /** With the citation and the spelling that the passage gives it. */
      readonly claim: Claim;
      /** The words of its quotes: nothing is left to judge. */
      readonly isVerbatim: boolean;
      /** What the rules doubt and cannot decide. */
      readonly hints: readonly string[];
    };

/**
 * Compares a statement with the sentences that it cites and with their passage. A veto is only what is certain: a figure, date,
 * name or quotation that the passage does not have, a bound or a negation turned round. All else is a hint.
 */
export async function ruleOnCited(
  claim: Claim,
  words: readonly CitedWords[],
  evidence: PartEvidence,
  setting = ALONE,
): Promise<Ruling> {
  if (words.every(({ quote }) => quote.text.trim() === '')) return { refused: UNSAID };
  if (await isVerbatim(claim, words, evidence)) return { refused: null, claim, isVerbatim: true, hints: [] };
  const unfit = claim.placement?.form === 'code' ? null : unfitToShow(claim, evidence.anchor.language);
  if (unfit !== null) return { refused: unfit };
  const passages = [...new Set(words.map(({ passage }) => passage))];
  const stored = await Promise.all(words.map(({ quote }) => evidence.texts.read(quote.textHash)));
  const quoted = verifyQuotedWords(claim.text, [...stored.flatMap(({ text }) => text ?? []), evidence.question]);
  if (quoted.text === null) return { refused: quoted.reason };
  const spelt = { ...claim, text: quoted.text };
  if (claim.placement?.form === 'code') return ruleOnCode(spelt, evidence, setting);
  return ruleOnProse(spelt, words, settingOf(spelt, words, passages, evidence, setting));
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
  const ruled = ruleOnLines(claim.text, [...trusted, question].join('\n'), said);
  if (ruled.fault !== null) return { refused: ruled.fault };
  return { refused: null, claim, isVerbatim: ruled.isCopied, hints: ruled.doubts };
}

function ruleOnProse(claim: Claim, words: readonly CitedWords[], setting: Setting): Ruling {
  const computed = readDerivation(setting);
  if (computed.refused !== null) return computed;
  const figures = ruleOnFigures(setting, [...computed.figures, ...setting.part.computed]);
  const names = strangeNames(setting.texts, setting.names);
  const wording = setting.isComparable ? ruleOnWording(setting, figures.isElsewhere) : NOTHING;
  const vetoes = [...figures.vetoes, ...names.unknown, ...wording.vetoes];
  if (vetoes.length > 0) return { refused: [...new Set(vetoes)].join('; ') };
  const hints = [...new Set([...computed.hints, ...figures.hints, ...names.ofOthers, ...wording.hints])];
  const added = figures.key === null ? [] : [figures.key];
  return {
    refused: null,
    claim: { ...computed.claim, citations: [...new Set([...claim.citations, ...added])] },
    isVerbatim: hints.length === 0 && claim.derivation === undefined && isCopied(setting, words),
    hints,
  };
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
function readDerivation({ claim, said, cited, around, question }: Setting) {
  const { derivation, ...underived } = claim;
  if (derivation === undefined) return { refused: null, claim, figures: [], hints: [] };
  // A case that is supposed has figures of its own.
  const supposed = claim.placement?.form === 'table' ? `${question}\n${claim.placement.row}` : question;
  const error = findDerivationError(derivation, cited) && findDerivationError(derivation, `${around}\n${supposed}`);
  const figures = error === null ? computedFigures(derivation, said) : [];
  if (error === null) {
    const hint = `computed: ${derivation.expression} = ${derivation.result}`;
    return { refused: null, claim, figures: [...figures, derivation.result], hints: [hint] };
  }
  const isStated = figureFaults(said, { words: around, known: around, places: '', question: '', language: 'und' });
  return isStated.length === 0 ? { refused: null, claim: underived, figures: [], hints: [] } : { refused: error };
}

interface Found {
  readonly vetoes: readonly string[];
  readonly hints: readonly string[];
}
const NOTHING: Found = { vetoes: [], hints: [] };

interface FoundFigures extends Found {
  /** A figure is from a sentence that is not cited. */
  readonly isElsewhere: boolean;
  /** The key of this sentence, if it is one. */
  readonly key: string | null;
}

/** What no sentence of the passage has is invented; what another sentence has only lacks its citation. */
function ruleOnFigures(setting: Setting, computed: readonly string[]): FoundFigures {
  const inCited = faultsIn(setting, setting.cited, computed);
  if (inCited.length === 0) return { ...NOTHING, isElsewhere: false, key: null };
  const inPassage = faultsIn(setting, setting.around, computed);
  const isCertain = ({ kind }: FigureFault): boolean => kind === 'absent' || kind === 'turned';
  const wrong = inPassage.filter(isCertain).map(({ reason }) => reason);
  const { placement } = setting.claim;
  const vetoes = placement?.form === 'table' ? vetoesOnCell(setting, placement.row, computed, isCertain) : wrong;
  const isElsewhere = inCited.some(({ kind }) => kind === 'absent') && wrong.length === 0;
  return {
    vetoes,
    hints: [
      ...inCited.filter(({ kind }) => kind !== 'absent').map(({ reason }) => reason),
      ...wrong.filter((reason) => !vetoes.includes(reason)),
      ...(isElsewhere ? ['a figure is from another sentence of the passage'] : []),
    ],
    isElsewhere,
    key: isElsewhere ? sentenceWith(setting, computed) : null,
  };
}

/** The name of a row may be of another passage, or of a case that is supposed; what the cell says may not. */
function vetoesOnCell(
  setting: Setting,
  row: string,
  computed: readonly string[],
  isCertain: (fault: FigureFault) => boolean,
): string[] {
  const { claim, around, part, names } = setting;
  const ofCell = faultsIn({ ...setting, said: statingText(claim.text) }, around, computed);
  const ofName = part.isSupposed ? [] : faultsIn({ ...setting, said: row }, `${around}\n${names.all}`, computed);
  return [...ofCell, ...ofName].filter(isCertain).map(({ reason }) => reason);
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

/** The key of the one sentence of a passage that has the figures which the cited ones lack; null if none has all. */
function sentenceWith(setting: Setting, computed: readonly string[]): string | null {
  const isAbsent = ({ kind }: FigureFault): boolean => kind === 'absent';
  for (const { finding, text, start, language } of setting.passages) {
    for (const { start: from, end: to } of splitSentences(text, language)) {
      const words = `${setting.cited}\n${statingText(text.slice(from, to))}`;
      if (to - from < MIN_QUOTE_LENGTH || faultsIn(setting, words, computed).some(isAbsent)) continue;
      return addressKeyOf({ findingId: finding.findingId, start: start + from, end: start + to });
    }
  }
  return null;
}

/**
 * Negations and opposites are certain only where the statement nearly repeats a sentence; in a free wording they are a hint. So is a
 * word in the place of another, unless it is a figure that the sentence lacks.
 */
function ruleOnWording({ said, cited, around, places, language }: Setting, hasOtherFigure: boolean): Found {
  const contradiction = findContradiction(said, cited, language) && findContradiction(said, around, language);
  const nearest = nearestSentence(said, cited, language);
  const isSameMatter = nearest.share >= SAME_MATTER;
  const quantifier = findUnsupportedQuantifier(said, `${around}\n${places}`);
  const replaced = findReplacement(said, cited, language) && findReplacement(said, around, language);
  const reason = contradiction === null ? [] : [contradiction.reason];
  // Another clause may speak of what the sentence does not: its negation contradicts nothing.
  const isOfMatter =
    isSameMatter &&
    contradiction?.isCertain === true &&
    wordCoverage(contradiction.clause, language, nearest.sentence).share >= SAME_MATTER;
  const isFigure = replaced !== null && hasOtherFigure && figuresIn(replaced).size > 0;
  return {
    vetoes: [...(isOfMatter ? reason : []), ...(isFigure ? [unsupported(replaced)] : [])],
    hints: [
      ...(isOfMatter ? [] : reason),
      ...(quantifier === null ? [] : [unsupported(quantifier)]),
      ...(replaced === null ? [] : [unsupported(replaced)]),
      ...(isSameMatter && dropsOnly(said, nearest.sentence) ? ['it leaves out “only”'] : []),
    ],
  };
}

function nearestSentence(said: string, words: string, language: string) {
  const sentences = splitSentences(words, language).map(({ start, end }) => words.slice(start, end));
  const compared = sentences.map((sentence) => ({ sentence, share: wordCoverage(said, language, sentence).share }));
  return compared.sort((a, b) => b.share - a.share)[0] ?? { sentence: '', share: 0 };
}

/** Whether a statement is the words of a quote in their order, with few left out. */
function isCopied({ claim, language, isComparable }: Setting, words: readonly CitedWords[]): boolean {
  if (!isComparable || isForeign(claim.text, language) || claim.placement?.form === 'table') return false;
  const said = contentTerms(claim.text, language).map(({ stem }) => stem);
  return words.some(({ quote }) => {
    const text = readableText(quote.text);
    if (text === claim.text) return true;
    const known = contentTerms(text, language).map(({ stem }) => stem);
    let at = -1;
    const isInOrder = said.every((stem) => (at = known.indexOf(stem, at + 1)) !== -1);
    return isInOrder && said.length >= MOST_OF * known.length;
  });
}

/** A statement that leaves out more of a sentence may turn its sense. */
const MOST_OF = 0.8;
