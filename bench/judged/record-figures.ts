import { researchRecordSchema } from '@plumbline/contracts/report/report';
import { type Trust, trustOf } from '@plumbline/contracts/report/trust';
import { z } from 'zod';
import { comparable } from '../answers/comparable-text.ts';
import type { ListedSource } from './source-list.ts';

const amount = z.number();

/** What the figures need of a `report.json`; a record of other rules may differ in the rest. */
const measuredRecordSchema = z.object({
  researchId: z.string(),
  ledger: z
    .object({
      entries: z.array(
        z.object({
          kind: z.string(),
          requests: amount,
          reused: amount,
          promptTokens: amount,
          completionTokens: amount,
        }),
      ),
    })
    .nullable(),
  report: z.object({
    citations: z.array(z.object({ number: z.number(), locator: z.string(), quote: z.object({ text: z.string() }) })),
    quality: z.object({
      statementsRemoved: amount,
      refused: z.array(z.object({ outcome: z.string() })).optional(),
    }),
    stats: z.object({ workedSeconds: amount }),
  }),
});
export interface MeasuredRecord extends z.infer<typeof measuredRecordSchema> {
  /** Null: other rules wrote the record. */
  readonly trust: Trust | null;
}

/** What a run spent and refused, as its record has it. */
export interface RecordFigures {
  /** Requests, those answered from the store included. */
  readonly modelCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly workedSeconds: number;
  /** Statements that verification refused, and what became of them. */
  readonly refused: number;
  readonly mended: number;
  readonly leftOut: number;
  /** Statements that serve the question, and answers of the person that are used, as the judge said. */
  readonly adherence: Trust['adherence'];
  readonly clarificationUse: Trust['clarificationUse'];
}

/** Null: it is no record. */
export function parseRecord(json: string): MeasuredRecord | null {
  try {
    const content: unknown = JSON.parse(json);
    const measured = measuredRecordSchema.safeParse(content).data;
    const whole = researchRecordSchema.safeParse(content).data;
    return measured === undefined ? null : { ...measured, trust: whole ? trustOf(whole.report, whole.anchor) : null };
  } catch {
    return null;
  }
}

export function measureRecord({ ledger, report, trust }: MeasuredRecord): RecordFigures {
  const spent = (ledger?.entries ?? []).filter(({ kind }) => kind === 'model');
  const { refused, statementsRemoved } = report.quality;
  const mended = refused?.filter(({ outcome }) => outcome === 'mended').length ?? 0;
  const leftOut = refused === undefined ? statementsRemoved : refused.length - mended;
  return {
    modelCalls: spent.reduce((sum, { requests, reused }) => sum + requests + reused, 0),
    promptTokens: spent.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completionTokens: spent.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
    workedSeconds: report.stats.workedSeconds,
    refused: mended + leftOut,
    mended,
    leftOut,
    adherence: trust?.adherence ?? null,
    clarificationUse: trust?.clarificationUse ?? null,
  };
}

/**
 * The citations of a record as a list of sources.
 *
 * @param listed by its Markdown, which alone has the lines
 */
export function sourcesOfRecord({ report }: MeasuredRecord, listed: readonly ListedSource[]): ListedSource[] {
  const lines = new Map(listed.map((source) => [source.number, source.lines]));
  return report.citations.map(({ number, locator, quote }) => ({
    number,
    place: locator,
    lines: lines.get(number) ?? null,
    quote: comparable(quote.text),
  }));
}
