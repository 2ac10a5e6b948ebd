import { readFileSync } from 'node:fs';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Reasoner } from '@plumbline/model/reasoner';
import { parse } from 'yaml';
import { z } from 'zod';
import { createPartJudge } from '../../activities/report/verifying/judged-parts.ts';
import type { ClaimRow } from './claim-row.ts';
import { readGroup, type StatementGroup } from './statement-groups.ts';

/** What verification makes of a statement: it stays, it stays with a mark, or it goes back to its author. */
export type Outcome = 'kept' | 'unsure' | 'refused';

export interface MeantStatement {
  readonly set: string;
  readonly fault: string | null;
  readonly text: string;
  readonly outcome: Outcome;
  readonly reason: string;
}

/** Verifies each group as a part of a report: by rules, and by the model what they leave open. Nothing is mended. */
export async function judgeGroups(
  set: string,
  groups: readonly StatementGroup[],
  reasoner: Reasoner,
  signal: AbortSignal,
): Promise<MeantStatement[]> {
  const call = { engine: 'configured', metering: UNLIMITED, signal } as const;
  const judged = await Promise.all(
    groups.map(async (group, place) => {
      const { evidence, statements } = await readGroup(group, place);
      const claims = statements.map(({ claim }) => claim);
      const { value } = await createPartJudge({
        evidence,
        given: [],
        found: new Map(),
        mendsDoubts: false,
        reasoner,
        call,
      })([{ part: 'section', claims, judged: claims }]);
      return statements.map(({ fault, claim }): MeantStatement => {
        const judgement = value.get(claim);
        if (judgement === undefined || judgement.reason !== null) {
          return { set, fault, text: claim.text, outcome: 'refused', reason: judgement?.reason ?? '' };
        }
        const outcome = judgement.kept.isUnverified === true ? 'unsure' : 'kept';
        return { set, fault, text: claim.text, outcome, reason: '' };
      });
    }),
  );
  return judged.flat();
}

const doctoredSchema = z.object({
  title: z.string(),
  headings: z.array(z.string()),
  language: z.string(),
  question: z.string(),
  quote: z.string(),
  faithful: z.array(z.string()),
  doctored: z.array(z.record(z.string(), z.string())),
});

/** Claims that differ from their quotation in one thing, and such that say the same in other words. */
export function doctoredClaims(): StatementGroup[] {
  const file = new URL('../../test/promises/doctored-claims.yaml', import.meta.url);
  const cases = z.array(doctoredSchema).parse(parse(readFileSync(file, 'utf8')));
  return cases.map(({ quote: text, faithful, doctored, ...place }) => ({
    ...place,
    text,
    statements: [
      ...faithful.map((said) => statement(said, null)),
      ...doctored.flatMap((entry) => Object.entries(entry).map(([fault, said]) => statement(said, fault))),
    ],
  }));
}

/** Rows with a known verdict, each with the page that it cites. */
export function groupsOfRows(rows: readonly ClaimRow[]): StatementGroup[] {
  return rows.map(({ claim, pageText, verdict, change }) => ({
    title: '',
    headings: [],
    language: 'en',
    question: '',
    text: pageText,
    statements: [statement(claim, verdict === 'supported' ? null : (change ?? 'unsupported'))],
  }));
}

function statement(text: string, fault: string | null) {
  return { fault, claim: { text, citations: [] }, units: null };
}
