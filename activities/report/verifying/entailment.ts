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
  idsIn,
  judgeEntailmentStep,
  type JudgeEntailmentStepInput,
  type ShownBlock,
  type ShownPart,
} from '../../steps/judge-entailment.ts';
import { readWrittenSection } from '../writing/written-report.ts';
import { type NumberedWords, numberWords, placeWords } from './cited-passages.ts';
import { type ControlKind, type Controls, controlsFor } from './control-statement.ts';
import { addressed, placedLike } from './mending.ts';
import { idOf, type JudgedUnit, type OpenPart, type OpenStatement, showPart, unitsOf } from './shown-part.ts';

/** Sentences and rows of one call, beside the controls. */
const BATCH_SIZE = 80;
const CONFIRMS_WRONG = 'the judge confirmed a statement that had been changed on purpose, so its verdicts are not used';
const REFUSES_TRUE = 'the judge did not confirm a sentence of a source beside itself, so its verdicts are not used';

export interface MeaningVerdict {
  readonly verdict: 'yes' | 'no' | 'unsure';
  readonly reason: string;
  /** What was found says in its place; absent where nothing does. */
  readonly instead?: readonly Claim[];
  /** Absent: the judge did not see what is beside the question. */
  readonly bearing?: Claim['bearing'];
}

const YES: MeaningVerdict = { verdict: 'yes', reason: '' };

/**
 * Asks a small model whether quotations say the statements that cite them. Among the statements of a call are two of which the answer is
 * known: a model that takes the changed one for true, or the true one for wrong, has judged nothing.
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
  const controls = controlsFor(
    batch.flatMap(({ statements }) => statements),
    evidence,
  );
  const ids = idsOf(batch, controls);
  const input = toInput(batch, ids, controls, evidence);
  const { value, cost } = await reasoner.run(judgeEntailmentStep, input, call);
  const said = new Map(value.verdicts.map(({ id, verdict, reason }) => [id, { verdict, reason }]));
  const fault = faultOf(said, ids);
  if (value.verdicts.length > 0 && fault !== null) {
    const degradation = { step: judgeEntailmentStep.name, cause: fault, count: batch.length };
    return { value: [], cost: withDegradation(cost, degradation) };
  }
  const insteadOf = readInstead(value.instead, input, evidence);
  const judged = batch.flatMap((unit, index) => {
    const id = ids.units[index] ?? '';
    const bearing = bearingOf(value, ids, [id, ...unit.statements.map((one) => idOf(id, one))]);
    return verdictsOn(unit, id, said).map(([claim, verdict]) => {
      return [claim, { ...insteadOf(claim, id, verdict), ...(bearing !== null && { bearing }) }] as const;
    });
  });
  return { value: judged, cost };
}

/** Ids of a prompt, in the order in which it shows what they name. */
interface BatchIds {
  readonly units: readonly string[];
  readonly controls: ReadonlyMap<ControlKind, string>;
}

function idsOf(batch: readonly JudgedUnit[], controls: Controls): BatchIds {
  const places = new Map(
    batch.flatMap(({ statements }, index) => statements.map(({ origin }) => [origin, shortId(index)] as const)),
  );
  const shown = partsOf(batch).map((part) => showPart(part, places, () => []));
  const middle = middlePart(shown);
  const before = [...shown.slice(0, middle).flat(), ...firstHalf(shown[middle] ?? [])].flatMap(idsIn).length;
  return {
    units: batch.map((_, index) => shortId(index < before ? index : index + controls.size)),
    controls: new Map([...controls.keys()].map((kind, index) => [kind, shortId(before + index)])),
  };
}

function partsOf(batch: readonly JudgedUnit[]): OpenPart[] {
  return [...new Set(batch.map(({ part }) => part))];
}

/** The controls stand behind the first half of this part. */
function middlePart(parts: readonly unknown[]): number {
  return Math.floor((parts.length - 1) / 2);
}

function firstHalf(blocks: readonly ShownBlock[]): readonly ShownBlock[] {
  return blocks.slice(0, Math.ceil(blocks.length / 2));
}

/** Why a judge cannot be relied on; null: it told the controls apart. */
function faultOf(said: ReadonlyMap<string, Pick<MeaningVerdict, 'verdict'>>, { controls }: BatchIds): string | null {
  const isConfirmed = (kind: ControlKind): boolean => said.get(controls.get(kind) ?? '')?.verdict === 'yes';
  if (isConfirmed('changed')) return CONFIRMS_WRONG;
  return !controls.has('planted') || isConfirmed('planted') ? null : REFUSES_TRUE;
}

/** What a judge says of a statement and the question; null: it did not see what is beside the question, and so has not looked. */
function bearingOf(
  { beside, uses }: Pick<Entailment, 'beside' | 'uses'>,
  { controls }: BatchIds,
  own: readonly string[],
): NonNullable<Claim['bearing']> | null {
  if (!beside.includes(controls.get('stray') ?? '')) return null;
  const answers = uses
    .filter(({ statements }) => statements.some((id) => own.includes(id)))
    .flatMap(({ answer }) => /^a(?<number>[1-9]\d?)$/u.exec(answer)?.groups?.['number'] ?? []);
  return {
    ...(own.some((id) => beside.includes(id)) && { isBeside: true }),
    ...(answers.length > 0 && { answers: answers.map(Number) }),
  };
}

/** The parts of which a batch holds anything are shown as wholes, each word that they cite once. */
function toInput(
  batch: readonly JudgedUnit[],
  ids: BatchIds,
  controls: Controls,
  evidence: PartEvidence,
): JudgeEntailmentStepInput {
  const judged = batch.flatMap(({ statements }, index) =>
    statements.map((one) => {
      const unitId = ids.units[index] ?? '';
      return { ...one, unitId, id: idOf(unitId, one), placed: one.words.map(placeWords) };
    }),
  );
  const known = [...controls.values()].flatMap(({ words }) => words ?? []);
  const { passages, numbersOf } = numberWords([...judged.flatMap(({ placed }) => placed), ...known]);
  const unitIds = new Map(judged.map(({ origin, unitId }) => [origin, unitId]));
  const quotes = new Map(judged.map(({ origin, placed }) => [origin, placed.flatMap(numbersOf)]));
  const parts = partsOf(batch).map((part): ShownPart => {
    return { heading: part.heading, blocks: showPart(part, unitIds, (claim) => quotes.get(claim) ?? []) };
  });
  return {
    anchor: evidence.anchor,
    parts: withControls(parts, ids, controls, numbersOf),
    passages,
    computed: judged.flatMap(({ id, computed }) => (computed === null ? [] : [{ id, computation: computed }])),
    found: foundFor(judged, batch.length + controls.size),
  };
}

/** The controls as a paragraph. */
function withControls(
  parts: readonly ShownPart[],
  ids: BatchIds,
  controls: Controls,
  numbersOf: NumberedWords['numbersOf'],
): ShownPart[] {
  const statements = [...controls].map(([kind, { text, words }]) => {
    return { id: ids.controls.get(kind) ?? null, text, quotes: words === undefined ? [] : numbersOf(words) };
  });
  return parts.map(({ heading, blocks }, index) => {
    if (index !== middlePart(parts)) return { heading, blocks };
    const before = firstHalf(blocks);
    return { heading, blocks: [...before, { form: 'paragraph', statements }, ...blocks.slice(before.length)] };
  });
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

/** Of a row, what is said of a cell counts for this cell, and spares the others. */
function verdictsOn(
  { statements }: JudgedUnit,
  id: string,
  said: ReadonlyMap<string, MeaningVerdict>,
): (readonly [Claim, MeaningVerdict])[] {
  const whole = said.get(id);
  const own = statements.map((one) => said.get(idOf(id, one)));
  const isLocated = own.some((one) => one !== undefined && one.verdict !== 'yes');
  return statements.flatMap(({ claim, column }, index): (readonly [Claim, MeaningVerdict])[] => {
    const verdict = own[index] ?? (column !== null && isLocated ? YES : whole);
    return verdict === undefined ? [] : [[claim, verdict]];
  });
}
