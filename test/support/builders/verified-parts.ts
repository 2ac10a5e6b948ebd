import { createVerifyParts } from '../../../activities/entries/research/verify-parts.ts';
import type { Reasoner } from '../../../activities/model/engine/reasoner.ts';
import { createFileBlobStore } from '../../../activities/platform/storage/file-blob-store.ts';
import type { JudgeEntailmentStepInput } from '../../../activities/steps/judge-entailment.ts';
import { type MendStatementsStepInput, mendStatementsStep } from '../../../activities/steps/mend-statements.ts';
import { UNLIMITED } from '../../../workflows/contracts/common/metering.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { VerifyPartsInput, WrittenPart } from '../../../workflows/contracts/report/report-activities.ts';
import { askedIn } from './judged-statements.ts';
import { anchorOf } from './research-fixtures.ts';

interface ScriptedVerdict {
  readonly verdict: string;
  readonly reason: string;
  readonly id?: string;
}

export interface VerificationScript {
  /** An id of its own names a cell. */
  readonly verdict?: (
    text: string,
    quotes: readonly string[],
    id: string,
  ) => ScriptedVerdict | readonly ScriptedVerdict[] | undefined;
  readonly mend?: (input: MendStatementsStepInput) => string;
  readonly held?: readonly string[];
  readonly agreesToAll?: true;
}

const YES = { verdict: 'yes', reason: '' };

/** Verifies a section with a scripted model: it answers to no control, unless it agrees to everything. */
export async function verifyScripted(
  { home, findings }: { readonly home: string; readonly findings: readonly Finding[] },
  claims: readonly Claim[],
  script: VerificationScript = {},
  { part = 'section', ...changes }: Partial<VerifyPartsInput & Pick<WrittenPart, 'part'>> = {},
) {
  const judged: JudgeEntailmentStepInput[] = [];
  const mended: MendStatementsStepInput[] = [];
  const isControl = (place: string | undefined) => place === '' || place === 'Tide gauge';
  const reasoner = {
    run: async (step: { name: string }, input: unknown) => {
      const cost = { engine: 'model', modelCalls: 1, modelTokens: 10, degradations: [] };
      if (step.name === mendStatementsStep.name) {
        mended.push(input as MendStatementsStepInput);
        return { value: mendStatementsStep.output.parse(script.mend?.(input as MendStatementsStepInput) ?? ''), cost };
      }
      judged.push(input as JudgeEntailmentStepInput);
      const verdicts = askedIn(input as JudgeEntailmentStepInput).flatMap(({ id, text, words, places }) =>
        script.agreesToAll !== true && isControl(places[0])
          ? [{ id, verdict: 'no', reason: '' }]
          : [script.verdict?.(text, words, id) ?? YES].flat().map((verdict) => ({ id, ...verdict })),
      );
      return { value: { verdicts }, cost };
    },
  } as unknown as Reasoner;
  const texts = script.held ?? [];
  const corpus = {
    search: async () => ({ hits: texts.map((_, index) => ({ passage: { passageId: `p${index}` } })), notes: [] }),
    readPassages: async () =>
      new Map(
        texts.map((text, index) => [
          `p${index}`,
          { text, source: { title: 'Rules' }, passage: { headingPath: ['Oil'] } },
        ]),
      ),
    sourcesOf: async () => Array.from({ length: 36 }, (_, index) => ({ sourceId: `s${index}`, publishedAt: null })),
  } as never;
  const blobs = createFileBlobStore(home);
  const input: VerifyPartsInput = {
    engine: 'configured',
    today: '2026-01-02',
    metering: UNLIMITED,
    approvedTasks: [],
    anchor: anchorOf({ originalQuestion: 'How long does the harbour lamp burn?' }),
    corpusId: 'c1',
    findings,
    parts: [{ part, claims }],
    ...changes,
  };
  const activity = createVerifyParts({ corpus, blobs, reasoner });
  const { value, cost } = await activity(input, new AbortController().signal);
  return {
    claims: value.flatMap((one) => one.claims),
    refused: value.flatMap((one) => one.refused),
    texts: value.flatMap((one) => one.claims.map(({ text }) => text)),
    asked: judged.map((one) =>
      askedIn(one)
        .slice(0, -1)
        .map(({ text }) => text),
    ),
    mended,
    calls: cost.modelCalls,
  };
}
