import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import { isReadByModel } from '@plumbline/contracts/evidence/model-read';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { areAmong, figuresIn } from '@plumbline/language/figures';
import { quotationsIn } from '@plumbline/quotes/quotes';
import { computedFigures, findDerivationError } from '../claims/calculations.ts';
import { areEmpty, languageOf, repeatsQuote, UNSAID } from '../claims/claim-verdict.ts';
import { absentFigures, unsupported } from '../claims/figure-support.ts';
import { unfitToShow } from '../claims/language-adherence.ts';
import { verifyQuotedWords } from '../claims/quoted-words.ts';
import { statingText } from '../claims/word-coverage.ts';
import { type CitedWords, type PartEvidence, type PartPassage, placesOf } from './part-evidence.ts';
import { strangeNames } from './rules-on-names.ts';
import { ALONE, type StatementSetting, withoutOwnSteps, withoutReadSections } from './statement-setting.ts';

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
      /** Figures, dates and names that stand nowhere in the cited passages: marks a statement that was not judged. */
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

/** The words of a cell are true of its row or they are not; what a model read in a picture is judged, too. */
async function isVerbatim(
  { text, placement }: Claim,
  words: readonly CitedWords[],
  { read }: PartEvidence,
): Promise<boolean> {
  const isSeen = words.some(({ quote }) => isReadByModel(quote.text));
  if (placement?.form === 'table' || isSeen) return false;
  const quotes = words.map(({ quote }) => quote);
  return repeatsQuote(text, quotes, await Promise.all(quotes.map(read)));
}

/**
 * A statement without a citation connects or concludes. It may quote and compute nothing that neither the evidence of its part nor
 * the question has.
 *
 * @param computed figures that other statements of the part compute
 */
export async function ruleOnUncited(
  claim: Claim,
  evidence: PartEvidence,
  computed: readonly string[],
  setting = ALONE,
): Promise<Ruling> {
  const { anchor, question, words, places, passages, texts } = evidence;
  const hashes = [...new Set(passages.map(({ finding }) => finding.passageSpan.textHash))];
  const stored = await Promise.all(hashes.map((hash) => texts.read(hash)));
  const quoted = verifyQuotedWords(claim.text, [...stored.flatMap(({ text }) => text ?? []), question]);
  if (quoted.text === null) return { refused: quoted.reason };
  const spelt = { ...claim, text: quoted.text };
  const language = languageOf(claim, anchor.language);
  const said = withoutOwnSteps(statingText(setting.isSupposed ? spelt.text : statementOf(spelt)), setting);
  const { derivation } = claim;
  const error = derivation === undefined ? null : findDerivationError(derivation);
  if (error !== null) return { refused: error };
  const own = derivation === undefined ? [] : [derivation.result, ...computedFigures(derivation, said)];
  const searched = claim.absence?.searched ?? '';
  const known = [places, words, question, searched, ...computed, ...setting.computed, ...own].join('\n');
  const figures = absentFigures(said, { words: known, known, places, question, counted: setting.counted });
  const isComparable = passages.some((passage) => [language, 'und'].includes(passage.language));
  const names = strangeNames([spelt.text], { cited: known, all: known, question, language, isComparable });
  const doubts = [...new Set([...figures, ...names])];
  const shown = derivation === undefined ? null : `${derivation.expression} = ${derivation.result}`;
  return { refused: null, claim: spelt, isVerbatim: false, computed: shown, doubts };
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
  const figures = doubtsOnFigures(setting, [...derived.figures, ...setting.part.computed]);
  const doubts = [...new Set([...figures, ...strangeNames(setting.texts, setting.names)])];
  return { refused: null, claim: derived.claim, isVerbatim: false, computed: derived.computed, doubts };
}

/** A statement beside all that it is compared with. */
interface Setting {
  readonly claim: Claim;
  /** With the row and column of a cell. */
  readonly said: string;
  /** Of a cell also its labels. */
  readonly texts: readonly string[];
  /** What the cited passages state. */
  readonly around: string;
  readonly passages: readonly PartPassage[];
  readonly places: string;
  readonly question: string;
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
    around,
    passages,
    places,
    question,
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

/** What the passage does not have. */
function doubtsOnFigures(setting: Setting, computed: readonly string[]): string[] {
  const { around, names, part, said, places, question, passages } = setting;
  const { placement, text } = setting.claim;
  const known = [places, question, ...passages.map((passage) => passage.text)].join('\n');
  const doubtsOf = (claimed: string, words: string): string[] =>
    absentFigures(claimed, { words: [words, ...computed].join('\n'), known, places, question, counted: part.counted });
  if (placement?.form !== 'table') return doubtsOf(said, around);
  // The name of a row may be of another passage, or of a case that is supposed.
  const ofName = part.isSupposed ? [] : doubtsOf(placement.row, `${around}\n${names.all}`);
  return [...doubtsOf(statingText(text), around), ...ofName];
}

const TOKEN = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
const COMMENT = /^\s*(?:#|\/\/|--|;)/u;

/**
 * Compares lines of code or configuration with passages, whatever the case of their words: whether every line is one of the passages,
 * and which words and values neither they nor the text around have: an own name of a thing, or an option that there is not.
 *
 * @param said the sentences of the part, which may compute or explain a value; they are verified by themselves
 */
export function compareLines(code: string, passages: string, said: string) {
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
