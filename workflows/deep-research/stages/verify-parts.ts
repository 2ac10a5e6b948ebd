import { counted } from '@plumbline/contracts/common/counted';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { type DraftPart, groupsOf, type HeldDraft, joinParts, partsOf } from '@plumbline/contracts/report/draft-parts';
import type { RefusedStatement, ReportDraft } from '@plumbline/contracts/report/report';
import type { CheckReportInput, VerifiedReport, VerifyPartsInput } from '@plumbline/contracts/report/report-activities';
import { citedClaims, isCheckable } from '@plumbline/contracts/report/report-claims';
import type { ReasoningInput } from '@plumbline/contracts/research/accounting';
import { withRefused } from '../../domain/verified-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';

const NOTHING_HELD = 'no statement of the model held against its sources; the rules wrote in its place';

type VerifyingRun = Pick<ResearchRun, 'reasoning'>;

/** What a model's draft is verified against. */
export type DraftSources = Omit<VerifyPartsInput, 'parts' | keyof ReasoningInput>;

/** Verifies the parts of a model's draft, all at once. @param findings that it was written from */
export async function verifyParts(
  { reasoning }: VerifyingRun,
  sources: DraftSources,
  written: ReportDraft,
  findings: readonly Finding[],
): Promise<HeldDraft> {
  const parts = partsOf(written);
  const verified = await Promise.all(
    groupsOf(parts).map((group) =>
      reasoning.ask(
        'verifyParts',
        { ...sources, parts: group.map(({ part, name, claims }) => ({ part, name, claims })) },
        `${namesOf(group)}, ${counted(group.flatMap(({ claims }) => claims).length, 'statement')}`,
      ),
    ),
  );
  return joinParts(written, parts, verified.flat(), findings);
}

function namesOf([first, ...others]: readonly DraftPart[]): string {
  return others.length === 0 ? `${first?.name}` : `${first?.name} and ${others.length} more`;
}

/** Checks a draft as a whole. @param given how it came about */
export type Check<Checked extends VerifiedReport = VerifiedReport> = (
  draft: ReportDraft,
  given: Partial<Pick<CheckReportInput, 'engine' | 'refused'>> & Partial<Pick<HeldDraft, 'found'>>,
) => Promise<Checked>;

/** What differs between a report and an answer. */
interface Finishing<Checked extends VerifiedReport> {
  readonly check: Check<Checked>;
  /** That the draft was written from. */
  readonly findings: readonly Finding[];
  /** @param cause why, for the record */
  readonly writeByRule: (cause: string) => Promise<ReportDraft>;
}

/** What a model wrote, verified part by part and checked. Where nothing of it holds, the rules write in its place. */
export async function verifyWritten<Checked extends VerifiedReport>(
  run: VerifyingRun,
  sources: DraftSources,
  written: ReportDraft,
  { check, findings, writeByRule }: Finishing<Checked>,
): Promise<Checked & { readonly isByRule: boolean }> {
  const { draft, refused, found } = await verifyParts(run, sources, written, findings);
  if (holds(draft) || !holds(written)) return { ...(await check(draft, { refused, found })), isByRule: false };
  const judged = await check(await writeByRule(NOTHING_HELD), { engine: 'offline' });
  return { ...judged, quality: withRefused(judged.quality, refused.map(asLeftOut)), isByRule: true };
}

/** Whether a draft says anything that sources support or that a search did not find. */
function holds(draft: ReportDraft): boolean {
  return citedClaims(draft).some(isCheckable);
}

function asLeftOut({ text, reason }: RefusedStatement): RefusedStatement {
  return { text, reason, outcome: 'left-out' };
}
