import { type Claim, statementOf } from '../../../workflows/contracts/evidence/claim.ts';
import type { Reasoned, ReasoningCost } from '../../../workflows/contracts/research/accounting.ts';
import { batchesOf } from '../../../workflows/domain/finding-selection.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { splitSentences } from '../../language/text/sentences.ts';
import { shortId } from '../../model/engine/answer-parts.ts';
import type { Reasoner, ReasoningCall } from '../../model/engine/reasoner.ts';
import { NO_COST, sumCosts, withDegradation } from '../../model/metering/paid-calls.ts';
import { judgeEntailmentStep, type ShownQuotation, type UndecidedStatement } from '../../steps/judge-entailment.ts';
import { wordCoverage } from '../../verification/claims/word-coverage.ts';
import type { CitedWords, PartEvidence } from '../../verification/sections/part-evidence.ts';

/** Statements of one call, beside the control: the statements of one section. */
const BATCH_SIZE = 40;
/** A quotation for the control shares less than this of the statement's words. */
const UNRELATED_BELOW = 0.1;
const AGREES_TO_ALL =
  'the model agreed to a statement beside a quotation of another subject; its verdicts are not used';

/** A statement that the rules leave open. */
export interface OpenStatement {
  readonly claim: Claim;
  /** What the part says before it. */
  readonly before: string;
  /** None: it is a conclusion. */
  readonly words: readonly CitedWords[];
  readonly hints: readonly string[];
}

export interface MeaningVerdict {
  readonly verdict: 'yes' | 'no' | 'unsure';
  readonly reason: string;
}

/**
 * Asks a small model about the statements of which words alone cannot decide whether their quotations say them. Each call holds a
 * statement beside a quotation of another subject: a model that agrees to this one agrees to all, and nothing that it says is used.
 *
 * @returns the verdicts by claim; none for a statement that was not judged
 */
export async function judgeMeaning(
  open: readonly OpenStatement[],
  evidence: PartEvidence,
  reasoner: Reasoner,
  call: ReasoningCall,
): Promise<Reasoned<ReadonlyMap<Claim, MeaningVerdict>>> {
  const verdicts = new Map<Claim, MeaningVerdict>();
  const costs: ReasoningCost[] = [];
  const { language } = evidence.anchor;
  for (const batch of batchesOf(open, BATCH_SIZE)) {
    const statements = [...batch.map(toStatement), controlFor(batch, evidence)];
    const { value, cost } = await reasoner.run(judgeEntailmentStep, { language, statements }, call);
    const said = new Map(value.verdicts.map(({ id, verdict, reason }) => [id, { verdict, reason }]));
    const agreesToAll = said.get(shortId(batch.length))?.verdict === 'yes';
    const degradation = { step: judgeEntailmentStep.name, cause: AGREES_TO_ALL, count: batch.length };
    costs.push(agreesToAll ? withDegradation(cost, degradation) : cost);
    if (agreesToAll) continue;
    for (const [index, { claim }] of batch.entries()) {
      const found = said.get(shortId(index));
      if (found !== undefined) verdicts.set(claim, found);
    }
  }
  return { value: verdicts, cost: costs.length === 0 ? NO_COST : sumCosts(costs) };
}

function toStatement({ claim, before, words, hints }: OpenStatement, index: number): UndecidedStatement {
  return { id: shortId(index), text: statementOf(claim, true), before, quotes: words.map(shown), doubts: hints };
}

/** Cited words with a sentence of their passage on either side. */
function shown({ quote, passage: { text, start, place, language, finding } }: CitedWords): ShownQuotation {
  const alone = { place, before: '', text: quote.text, after: '' };
  if (quote.textHash !== finding.passageSpan.textHash) return alone;
  const [from, to] = [quote.start - start, quote.end - start];
  const sentences = splitSentences(text, language);
  const before = sentences.findLast(({ end }) => end <= from);
  const after = sentences.find((sentence) => sentence.start >= to);
  const wordsOf = (span: typeof before): string => (span === undefined ? '' : text.slice(span.start, span.end));
  return { ...alone, before: wordsOf(before), after: wordsOf(after) };
}

/** Of another subject than any report; the second one for a report about ferries. */
const UNRELATED: readonly string[] = [
  'The ferry to the northern islands leaves the pier at dawn, before the fishermen return.',
  'Rye loaves leave the village oven while the baker’s daughter feeds her geese.',
];

/** A statement of the batch beside a quotation that has least of its words. */
function controlFor(batch: readonly OpenStatement[], { passages, anchor }: PartEvidence): UndecidedStatement {
  const quotations = passages
    .filter(({ finding }) => !isUntrusted(finding))
    .map(({ text, place, language }) => ({ text: firstSentence(text, language), place }));
  const id = shortId(batch.length);
  const isUnrelated = (claim: Claim, text: string): boolean =>
    wordCoverage(statementOf(claim), anchor.language, text).share < UNRELATED_BELOW;
  const cited = batch.filter(({ words }) => words.length > 0);
  for (const { claim, words } of cited.length > 0 ? cited : batch) {
    const own = new Set(words.map(({ passage }) => passage.place));
    const others = quotations.filter(({ place, text }) => !own.has(place) && text !== '');
    const unrelated = others.find(({ text }) => isUnrelated(claim, text));
    if (unrelated !== undefined) return toControl(id, claim, unrelated);
  }
  const claim = (cited[0] ?? batch[0])?.claim ?? { text: '', citations: [] };
  const text = UNRELATED.find((words) => isUnrelated(claim, words)) ?? UNRELATED[0] ?? '';
  return toControl(id, claim, { place: '', text });
}

function toControl(id: string, claim: Claim, { place, text }: { place: string; text: string }): UndecidedStatement {
  const quotes = [{ place, before: '', text, after: '' }];
  return { id, text: statementOf(claim, true), before: '', quotes, doubts: [] };
}

function firstSentence(text: string, language: string): string {
  const [first] = splitSentences(text, language).filter(({ kind }) => kind === 'prose');
  return first === undefined ? '' : text.slice(first.start, first.end);
}
