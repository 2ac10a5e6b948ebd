import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Reasoned, ReasoningCost } from '@plumbline/contracts/research/accounting';
import type { PartEvidence } from '@plumbline/evidence/statement-rules';
import { shortId } from '@plumbline/model/answers';
import { askInParts } from '@plumbline/model/asking-in-parts';
import { NO_COST, sumCosts, withDegradation } from '@plumbline/model/calls';
import type { Reasoner, ReasoningCall } from '@plumbline/model/reasoner';
import { resolveAddresses } from '@plumbline/quotes/passages';
import { batchesOf } from '../../../workflows/domain/finding-selection.ts';
import {
  type Entailment,
  type FoundPassage,
  judgeEntailmentStep,
  type JudgeEntailmentStepInput,
} from '../../steps/judge-entailment.ts';
import { readWrittenSection } from '../writing/written-report.ts';
import { numberWords, placeWords } from './cited-passages.ts';
import { controlFor } from './control-statement.ts';
import { addressed, placedLike } from './mending.ts';
import { idOf, type JudgedUnit, type OpenPart, type OpenStatement, showPart, unitsOf } from './shown-part.ts';

/** Sentences and rows of one call, beside the control. */
const BATCH_SIZE = 80;
const AGREES_TO_ALL =
  'the model agreed to a statement beside a quotation of another subject; its verdicts are not used';

export interface MeaningVerdict {
  readonly verdict: 'yes' | 'no' | 'unsure';
  readonly reason: string;
  /** What was found says in its place; absent where nothing does. */
  readonly instead?: readonly Claim[];
}

const YES: MeaningVerdict = { verdict: 'yes', reason: '' };

/**
 * Asks a small model about the statements of which words alone cannot decide whether their quotations say them. Each call holds a
 * statement beside a quotation of another subject: a model that agrees to this one agrees to all, and nothing that it says is used.
 *
 * @returns the verdicts by claim; none for a statement that was not judged
 */
export async function judgeMeaning(
  parts: readonly OpenPart[],
  evidence: PartEvidence,
  reasoner: Reasoner,
  call: ReasoningCall,
): Promise<Reasoned<ReadonlyMap<Claim, MeaningVerdict>>> {
  const verdicts = new Map<Claim, MeaningVerdict>();
  const costs: ReasoningCost[] = [];
  const judge = (batch: readonly JudgedUnit[], engine: ReasoningCall['engine']) =>
    judgeBatch(batch, evidence, reasoner, engine === 'offline' ? { ...call, engine } : call);
  for (const batch of batchesOf(parts.flatMap(unitsOf), BATCH_SIZE)) {
    for (const { value, cost } of await askInParts(judgeEntailmentStep.name, batch, judge)) {
      for (const [claim, verdict] of value) verdicts.set(claim, verdict);
      costs.push(cost);
    }
  }
  return { value: verdicts, cost: costs.length === 0 ? NO_COST : sumCosts(costs) };
}

async function judgeBatch(
  batch: readonly JudgedUnit[],
  evidence: PartEvidence,
  reasoner: Reasoner,
  call: ReasoningCall,
): Promise<Reasoned<readonly (readonly [Claim, MeaningVerdict])[]>> {
  const input = toInput(batch, evidence);
  const { value, cost } = await reasoner.run(judgeEntailmentStep, input, call);
  const said = new Map(value.verdicts.map(({ id, verdict, reason }) => [id, { verdict, reason }]));
  if (said.get(shortId(batch.length))?.verdict === 'yes') {
    return {
      value: [],
      cost: withDegradation(cost, { step: judgeEntailmentStep.name, cause: AGREES_TO_ALL, count: batch.length }),
    };
  }
  const insteadOf = readInstead(value.instead, input, evidence);
  const judged = batch.flatMap((unit, index) => {
    const verdicts = verdictsOn(unit, shortId(index), said);
    return verdicts.map(([claim, verdict]) => [claim, insteadOf(claim, shortId(index), verdict)] as const);
  });
  return { value: judged, cost };
}

/** The parts of which a batch holds anything are shown as wholes, each word that they cite once. */
function toInput(batch: readonly JudgedUnit[], evidence: PartEvidence): JudgeEntailmentStepInput {
  const control = controlFor(
    batch.flatMap(({ statements }) => statements),
    evidence,
  );
  const judged = batch.flatMap(({ statements }, index) =>
    statements.map((one) => ({
      ...one,
      unitId: shortId(index),
      id: idOf(shortId(index), one),
      placed: one.words.map(placeWords),
    })),
  );
  const { passages, numbersOf } = numberWords([...judged.flatMap(({ placed }) => placed), control.words]);
  const ids = new Map(judged.map(({ origin, unitId }) => [origin, unitId]));
  const quotes = new Map(judged.map(({ origin, placed }) => [origin, placed.flatMap(numbersOf)]));
  const shown = { id: shortId(batch.length), text: control.text, quotes: numbersOf(control.words) };
  return {
    language: evidence.anchor.language,
    parts: [
      ...[...new Set(batch.map(({ part }) => part))].map((part) =>
        showPart(part, ids, (claim) => quotes.get(claim) ?? []),
      ),
      [{ form: 'paragraph', statements: [shown] }],
    ],
    passages,
    doubts: judged.flatMap(({ id, hints }) => hints.map((doubt) => ({ id, doubt }))),
    found: foundFor(judged, batch.length + 1),
  };
}

/** Each passage once, under labels that no statement has as its id. */
function foundFor(judged: readonly (OpenStatement & { readonly unitId: string })[], before: number): FoundPassage[] {
  const ids = Map.groupBy(
    judged.flatMap(({ unitId, found }) => found.map((passage) => ({ unitId, passage }))),
    ({ passage }) => passage,
  );
  return [...ids].map(([passage, statements], index) => ({
    ids: statements.map(({ unitId }) => unitId),
    passage: addressed(passage, shortId(before + index)),
    place: passage.place.replaceAll('\n', ' > '),
  }));
}

/** Adds to the verdict on a claim what its judge says in its place: only what cites words of a passage that was found. */
function readInstead(
  said: Entailment['instead'],
  { found }: JudgeEntailmentStepInput,
  { anchor }: PartEvidence,
): (claim: Claim, id: string, verdict: MeaningVerdict) => MeaningVerdict {
  const byLabel = new Map(found.map(({ passage }) => [passage.label, passage]));
  const texts = new Map(said.map(({ id, text }) => [id, text]));
  return (claim, id, verdict) => {
    const read = readWrittenSection(texts.get(id) ?? '', anchor.language, (mark) => resolveAddresses(mark, byLabel));
    const cited = read.claims.filter(({ citations }) => citations.length > 0);
    if (verdict.verdict === 'yes' || cited.length === 0) return verdict;
    return { ...verdict, instead: placedLike(claim, cited).map((one) => ({ ...one, isEntailed: true })) };
  };
}

/** Of a row, what is said of a cell counts for this cell; a no without one, for the cells that the rules doubt, if there are any. */
function verdictsOn(
  { statements }: JudgedUnit,
  id: string,
  said: ReadonlyMap<string, MeaningVerdict>,
): (readonly [Claim, MeaningVerdict])[] {
  const whole = said.get(id);
  const own = statements.map((one) => said.get(idOf(id, one)));
  const isLocated = own.some((one) => one !== undefined && one.verdict !== 'yes');
  const isDoubted = statements.some(({ hints }) => hints.length > 0);
  return statements.flatMap(({ claim, hints, column }, index): (readonly [Claim, MeaningVerdict])[] => {
    const spares = isLocated || (whole?.verdict === 'no' && isDoubted && hints.length === 0);
    const verdict = own[index] ?? (column !== null && spares ? YES : whole);
    return verdict === undefined ? [] : [[claim, verdict]];
  });
}
