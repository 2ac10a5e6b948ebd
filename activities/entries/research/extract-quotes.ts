import type { ExtractedQuotes, ExtractQuotesInput } from '@plumbline/contracts/activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { Degradation, Reasoned, ReasoningCost } from '@plumbline/contracts/research/accounting';
import { PassageNotFoundError } from '@plumbline/documents/errors';
import { askInParts } from '@plumbline/model/asking-in-parts';
import { NO_COST, sumCosts, withDegradation } from '@plumbline/model/calls';
import { createPassageSignals, type PresentReading } from '@plumbline/quotes/passages';
import { createStoredTexts, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import { type EvidenceStores, storeEvidence } from '@plumbline/storage/evidence';
import { extractFindingsStep } from '../../steps/extract-findings.ts';
import { showReadings, toFindings } from '../../steps/model-reading.ts';
import { readByRule } from '../../steps/rule-reading.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const PASSAGE_MISSING = 'the document changed in the meantime and the passage is missing';

type Dependencies = Pick<ActivityDependencies, 'corpus' | 'reasoner' | 'blobs'> & EvidenceStores;

/** What one call read. */
interface Read extends Pick<ExtractedQuotes, 'leads' | 'contradictions'> {
  readonly findings: readonly Finding[];
  readonly cost: ReasoningCost;
}

/** All of it was shown before. */
const NOTHING_NEW: Read = {
  findings: [],
  leads: [],
  contradictions: [],
  cost: { ...NO_COST, engine: 'model' },
};

/**
 * Reads passages for the whole question. With a model its judgement alone counts; rules read what a failed call leaves.
 * Every finding rests on words of the source.
 */
export function createExtractQuotes(dependencies: Dependencies) {
  const { corpus, blobs, runs } = dependencies;
  return async (input: ExtractQuotesInput, signal: AbortSignal): Promise<Reasoned<ExtractedQuotes>> => {
    const { readings, storeFor } = input;
    const texts = createStoredTexts(blobs);
    const present = await presentOf(corpus, texts, input);
    const parts = await askInParts(extractFindingsStep.name, present, (part, engine) =>
      read(dependencies, texts, engine === 'offline' ? { ...input, engine } : input, part, signal),
    );
    const found = parts.flatMap(({ findings }) => findings);
    const leads = parts.flatMap((part) => part.leads);
    const contradictions = parts.flatMap((part) => part.contradictions);
    const byId = new Map(found.map((finding) => [finding.findingId, finding]));
    const findings = readings.map(({ findingId }) => byId.get(findingId) ?? null);
    const stored = await storeEvidence({ blobs, runs }, storeFor, found);
    const missing = degradationOf(PASSAGE_MISSING, readings.length - present.length);
    return {
      value: { findings, leads, contradictions, stored },
      cost: missing.reduce(withDegradation, sumCosts(parts.map(({ cost }) => cost))),
    };
  };
}

async function read(
  { corpus, reasoner, blobs }: Dependencies,
  texts: StoredTexts,
  input: ExtractQuotesInput,
  present: readonly PresentReading[],
  signal: AbortSignal,
): Promise<Read> {
  const { anchor, approvedTasks, tasks, engine, metering } = input;
  const shown = await showReadings({ corpus, texts }, input, engine === 'offline' ? [] : present);
  if (engine !== 'offline' && shown.documents.length === 0) return NOTHING_NEW;
  const stepInput = { anchor, approvedTasks, tasks, documents: shown.documents };
  const { value: said, cost } = await reasoner.run(extractFindingsStep, stepInput, { engine, metering, signal });
  if (cost.engine === 'offline') {
    const findings = await readByRule(corpus, input, present);
    return { findings, leads: [], contradictions: [], cost };
  }
  const { degradations, ...noted } = await toFindings(blobs, input, shown, said);
  return { ...noted, cost: degradations.reduce(withDegradation, cost) };
}

/** @throws {PassageNotFoundError} when every passage is missing */
async function presentOf(
  corpus: Dependencies['corpus'],
  texts: StoredTexts,
  { corpusId, readings }: ExtractQuotesInput,
): Promise<PresentReading[]> {
  const passageIds = readings.map(({ hit }) => hit.passage.passageId);
  const stored = await corpus.readPassages(corpusId, passageIds);
  const [first] = passageIds;
  if (stored.size === 0 && first !== undefined) throw new PassageNotFoundError(first);
  const signalsOf = createPassageSignals(texts);
  const present = readings.map(async (reading): Promise<PresentReading[]> => {
    const found = stored.get(reading.hit.passage.passageId);
    return found === undefined ? [] : [{ reading, stored: found, untrusted: await signalsOf(found) }];
  });
  return (await Promise.all(present)).flat();
}

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: extractFindingsStep.name, cause, count }];
}
