import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { ReportAsWritten, SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import type { Reasoned, ReasoningCost } from '@plumbline/contracts/research/accounting';
import type { ReportLength } from '@plumbline/contracts/settings/report-settings';
import { isTooLong, ofLength } from '@plumbline/model/asking-in-parts';
import { withDegradation } from '@plumbline/model/calls';
import type { AnyReasoningStep, Reasoner, ReasoningCall } from '@plumbline/model/reasoner';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { BlobStore } from '@plumbline/storage/blobs';
import {
  synthesizeReportStep,
  type SynthesizeReportStepInput,
  type WrittenDraft,
} from '../../steps/synthesize-report.ts';
import { readEvidence } from './draft-evidence.ts';
import { isUsable, modelDraft, ruledDraft } from './drafts.ts';
import { readWrittenReport, type WrittenReport } from './written-report.ts';

/** What drafts are written with. */
export interface DraftTools {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  readonly reasoner: Reasoner;
}

/** A step that writes a draft; by rule it says what `synthesizeReportStep` says. */
export interface DraftStep<Input extends SynthesizeReportStepInput> {
  readonly step: AnyReasoningStep<Input, WrittenDraft>;
  /** Adds what the step knows beyond the evidence. */
  readonly inputOf: (evidence: SynthesizeReportStepInput) => Input;
}

const NOTHING_WRITTEN = 'the model wrote nothing that cites an address; the offline rule wrote in its place';
const FEWER_PASSAGES = 'it was sent with fewer passages';
const UNKNOWN_ADDRESSES = 'addresses that no passage has were left out';

/** Room for passages by the length of what is written, in characters; four are about a token. */
const ROOM: Readonly<Record<ReportLength, number>> = { brief: 36_000, standard: 50_000, full: 110_000 };
/** The caps of the settings that a length belongs to: they fill the room. */
const FINDINGS_BY_LENGTH: Readonly<Record<ReportLength, number>> = { brief: 15, standard: 30, full: 30 };

/** All of it for the caps by default, less for lower ones: they say how many findings a report is written from. */
function roomFor({ length = 'standard', tierCaps }: Pick<SynthesizeReportInput, 'length' | 'tierCaps'>): number {
  if (tierCaps === undefined) return ROOM[length];
  const most = tierCaps.tier1 + tierCaps.tier2 + tierCaps.tier3;
  return ROOM[length] * Math.min(1, most / FINDINGS_BY_LENGTH[length]);
}

/** With less room than this, it is not the passages that a model has no room for. */
const SMALLEST_ROOM = 1_500;

/**
 * Writes the content of a report or an answer in one call. A model's text stays as it is; the rule writes where the call
 * failed, or brought nothing that could be checked.
 */
export async function writeDraft<Input extends SynthesizeReportStepInput>(
  tools: DraftTools,
  { step, inputOf }: DraftStep<Input>,
  material: SynthesizeReportInput,
  call: ReasoningCall,
): Promise<Reasoned<ReportAsWritten>> {
  const { input, addressed, value, cost } = await ask(tools, { step, inputOf }, material, call);
  if (typeof value !== 'string') return { value: ruledDraft(value, input), cost };
  const written = readWrittenReport(value, material.anchor.language, addressed.resolve);
  if (!isUsable(written)) return writeByRule(step.name, input, cost);
  return { value: modelDraft(written, input), cost: withUnknown(cost, step.name, written) };
}

/** A prompt that is too long for the model is sent again with half the passages, as long as there are any to leave out. */
async function ask<Input extends SynthesizeReportStepInput>(
  tools: DraftTools,
  { step, inputOf }: DraftStep<Input>,
  material: SynthesizeReportInput,
  call: ReasoningCall,
  room = roomFor(material),
): Promise<Awaited<ReturnType<typeof readEvidence>> & Reasoned<WrittenDraft>> {
  const read = await readEvidence(tools.corpus, createStoredTexts(tools.blobs), material, room);
  try {
    return { ...read, ...(await tools.reasoner.run(step, inputOf(read.input), call)) };
  } catch (error) {
    if (!isTooLong(error) || room / 2 < SMALLEST_ROOM) throw error;
    const shorter = await ask(tools, { step, inputOf }, material, call, room / 2);
    return { ...shorter, cost: withDegradation(shorter.cost, ofLength(step.name, error, FEWER_PASSAGES)) };
  }
}

/** In place of a call that failed or is unusable. */
async function writeByRule(
  step: string,
  input: SynthesizeReportStepInput,
  cost: ReasoningCost,
): Promise<Reasoned<ReportDraft>> {
  const degraded = withDegradation(cost, { step, cause: NOTHING_WRITTEN, count: 1, isByRule: true });
  const value = ruledDraft(synthesizeReportStep.offline(input), input);
  return { value, cost: { ...degraded, engine: 'offline' } };
}

function withUnknown(cost: ReasoningCost, step: string, { unknown }: WrittenReport): ReasoningCost {
  if (unknown.length === 0) return cost;
  return withDegradation(cost, { step, cause: UNKNOWN_ADDRESSES, count: unknown.length });
}
