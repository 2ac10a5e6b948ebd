import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { VerifyPartsInput, WrittenPart } from '@plumbline/contracts/report/report-activities';
import type { Reasoner } from '@plumbline/model/reasoner';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { type BlobStore, createFileBlobStore } from '@plumbline/storage/blobs';
import { createVerifyParts } from '../../../activities/entries/research/verify-parts.ts';
import type { JudgeEntailmentStepInput } from '../../../activities/steps/judge-entailment.ts';
import { mendStatementsStep, type MendStatementsStepInput } from '../../../activities/steps/mend-statements.ts';
import { askedIn, type AskedStatement } from './judged-statements.ts';
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
  /** Texts of a document about oil, in which what is called absent is searched. */
  readonly held?: readonly string[];
  /** What takes the place of a statement, with the label of the passage that was found. */
  readonly instead?: (text: string, label: string) => string | undefined;
  readonly agreesToAll?: true;
}

const YES = { verdict: 'yes', reason: '' };

/** Verifies a section with a scripted model: it tells the controls apart, unless it agrees to everything. */
export async function verifyScripted(
  { home, findings }: { readonly home: string; readonly findings: readonly Finding[] },
  claims: readonly Claim[],
  script: VerificationScript = {},
  { part = 'section', ...changes }: Partial<VerifyPartsInput & Pick<WrittenPart, 'part'>> = {},
) {
  const judged: JudgeEntailmentStepInput[] = [];
  const mended: MendStatementsStepInput[] = [];
  const asked: string[][] = [];
  const reasoner = {
    run: async (step: { name: string }, input: unknown) => {
      const cost = { engine: 'model', modelCalls: 1, modelTokens: 10, degradations: [] };
      if (step.name === mendStatementsStep.name) {
        mended.push(input as MendStatementsStepInput);
        return { value: mendStatementsStep.output.parse(script.mend?.(input as MendStatementsStepInput) ?? ''), cost };
      }
      judged.push(input as JudgeEntailmentStepInput);
      const statements = askedIn(input as JudgeEntailmentStepInput);
      const controls = controlsIn(statements, script.agreesToAll === true);
      asked.push(statements.filter(({ id }) => !controls.has(id)).map(({ text }) => text));
      const verdicts = statements.flatMap(({ id, text, words }) =>
        [controls.get(id) ?? script.verdict?.(text, words, id) ?? YES].flat().map((verdict) => ({ id, ...verdict })),
      );
      const { found } = input as JudgeEntailmentStepInput;
      const instead = statements.flatMap(({ id, text }) => {
        const passage = found.find(({ ids }) => ids.includes(id))?.passage;
        const written = passage === undefined ? undefined : script.instead?.(text, passage.label);
        return written === undefined ? [] : [{ id, text: written }];
      });
      return { value: { verdicts, instead, beside: [], uses: [] }, cost };
    },
  } as unknown as Reasoner;
  const blobs = createFileBlobStore(home);
  const held = await Promise.all((script.held ?? []).map((text, index) => storedPassage(blobs, text, index)));
  const queries: string[] = [];
  const corpus = {
    search: async ({ query }: { query: string }) => {
      queries.push(query);
      return { hits: held.map(({ passage }) => ({ passage })), notes: [] };
    },
    readPassages: async () => new Map(held.map((stored) => [stored.passage.passageId, stored])),
    passagesOf: async (_: string, locator: string) =>
      held.filter(({ source }) => source.locator === locator).map(({ passage }) => passage),
    sourcesOf: async () => Array.from({ length: 36 }, (_, index) => ({ sourceId: `s${index}`, publishedAt: null })),
  } as never;
  const input: VerifyPartsInput = {
    engine: 'configured',
    today: '2026-01-02',
    metering: UNLIMITED,
    approvedTasks: [],
    anchor: anchorOf({ originalQuestion: 'How long does the harbour lamp burn?' }),
    corpusId: 'c1',
    findings,
    parts: [{ part, claims }],
    mendsDoubts: true,
    ...changes,
  };
  const activity = createVerifyParts({ corpus, blobs, reasoner });
  const { value, cost } = await activity(input, new AbortController().signal);
  return {
    claims: value.flatMap((one) => one.claims),
    refused: value.flatMap((one) => one.refused),
    texts: value.flatMap((one) => one.claims.map(({ text }) => text)),
    asked,
    mended,
    queries,
    found: value.flatMap((one) => one.found ?? []),
    answers: value.flatMap((one) => one.answers ?? []),
    shown: judged.flatMap((one) => one.found),
    calls: cost.modelCalls,
  };
}

/**
 * Verdicts on the statements that are there to try the judge: one is wrong, and behind it is one in the words of its source; where
 * nothing else cites anything, the wrong one alone. The last one is about another subject.
 */
function controlsIn(statements: readonly AskedStatement[], agrees: boolean): ReadonlyMap<string, ScriptedVerdict> {
  const planted = statements.findIndex(isVerbatim);
  const changed = planted === -1 ? statements.findIndex(({ words }) => words.length > 0) : planted - 1;
  const controls = statements.slice(changed, changed + (planted === -1 ? 2 : 3));
  return new Map(
    controls.map(({ id }, index) => [
      id,
      { verdict: (index === 1 && planted !== -1) || agrees ? 'yes' : 'no', reason: 'a control' },
    ]),
  );
}

function isVerbatim({ text, words }: AskedStatement): boolean {
  return words.some((one) => one.includes(text));
}

async function storedPassage(blobs: BlobStore, text: string, index: number): Promise<StoredPassage> {
  const { sha256 } = await blobs.putText(text, 'text/plain');
  const locator = `oil-${index}.md`;
  const passage = { passageId: `oil${index}`, page: null, headingPath: ['Oil'], start: 0, end: text.length };
  const source = {
    sourceId: `o${index}`,
    locator,
    title: 'Rules',
    language: 'en',
    text: { sha256 },
    untrustedBeside: [],
  };
  return { passage, source, text } as unknown as StoredPassage;
}
