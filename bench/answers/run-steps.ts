import type { ExtractedQuotes, ExtractQuotesInput, Reading } from '@plumbline/contracts/activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ValidatedRelevance } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { RerankedHits, RerankInput } from '@plumbline/contracts/research/retrieval-activities';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

type Event = temporal.api.history.v1.IHistoryEvent;

/** The fused hits of a task, best first, with their scores, and what was passed on. */
export interface RankedSearch {
  readonly searched: Pick<RerankInput, 'hits' | 'scores' | 'relevanceThreshold'>;
  readonly ranked: RerankedHits['hits'];
}

/** What a run did with passages between search and report, which its report no longer tells. */
export interface RunSteps {
  readonly searches: readonly RankedSearch[];
  readonly readings: readonly Reading[];
  /** Every finding that validation saw, as it was extracted. */
  readonly findings: readonly Finding[];
  /** What it gave them. */
  readonly finalScores: readonly RelevanceScore[];
}

/** Reads the steps of a run from its history, where each is the input or the result of an activity. */
export function readSteps(events: readonly Event[]): RunSteps {
  const calls = completedCalls(events);
  const searches = calls.rerank.map(({ input, result }) => ({
    searched: input as RerankInput,
    ranked: (result as RerankedHits).hits,
  }));
  const finalScores = calls.validateRelevance.flatMap(({ result }) => (result as ValidatedRelevance).scores);
  const validated = new Set(finalScores.map(({ id }) => id));
  const found = calls.extractQuotes.flatMap(({ result }) => (result as Reasoned<ExtractedQuotes>).value.findings);
  return {
    searches,
    readings: calls.extractQuotes.flatMap(({ input }) => (input as ExtractQuotesInput).readings),
    findings: found.filter((finding) => finding !== null).filter(({ findingId }) => validated.has(findingId)),
    finalScores,
  };
}

const ACTIVITIES = ['rerank', 'extractQuotes', 'validateRelevance'] as const;

interface Call {
  readonly input: unknown;
  readonly result: unknown;
}

/** The calls that succeeded, by activity. */
function completedCalls(events: readonly Event[]): Record<(typeof ACTIVITIES)[number], Call[]> {
  const scheduled = new Map(
    events.flatMap((event) => {
      const attributes = event.activityTaskScheduledEventAttributes;
      const name = ACTIVITIES.find((activity) => activity === attributes?.activityType?.name);
      return name === undefined
        ? []
        : [[String(event.eventId), { name, input: decode(attributes?.input?.payloads) }] as const];
    }),
  );
  const calls: Record<(typeof ACTIVITIES)[number], Call[]> = { rerank: [], extractQuotes: [], validateRelevance: [] };
  for (const { activityTaskCompletedEventAttributes: completed } of events) {
    const call = scheduled.get(String(completed?.scheduledEventId));
    if (call !== undefined) calls[call.name].push({ input: call.input, result: decode(completed?.result?.payloads) });
  }
  return calls;
}

/** Evaluations run without a key, so payloads are plain. */
function decode(payloads: readonly Payload[] | null | undefined): unknown {
  const [payload] = payloads ?? [];
  return payload === undefined ? undefined : defaultPayloadConverter.fromPayload(payload);
}
