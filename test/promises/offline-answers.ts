import { randomUUID } from 'node:crypto';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { verifyReport } from '@plumbline/report/record-verification';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { withGrades } from '../../workflows/domain/context-tier.ts';
import { applyValidation } from '../../workflows/domain/finding-validation.ts';
import { runsIn } from '../support/builders/stored-records.ts';
import { BY_RULE, research, type TestActivities } from '../support/builders/test-activities.ts';

/** What a report says first, and what it rests on. */
export interface OfflineAnswer {
  readonly claims: readonly string[];
  /** Quotes that all claims cite, in the source's own characters. */
  readonly quotes: readonly string[];
  /** What is stated or shown. */
  readonly shown: readonly string[];
  /** What the verification of the published report finds wrong. */
  readonly problems: readonly string[];
  readonly draft: ReportDraft;
  /** The published report. */
  readonly text: string;
}

/** Below this relevance a finding is dropped before the report is written, as in a run with the usual settings. */
const DRIFT_THRESHOLD = 0.5;

/** Asks one question of the documents, from search to the published report and its verification. */
export async function askOffline(world: TestActivities, question: string, language: string): Promise<OfflineAnswer> {
  const input = await research(withValidation(world), question, { language });
  // Several questions of one world may be asked at once, and each has its own report.
  const researchId = randomUUID();
  await world.activities.publishReport({ ...input, researchId });
  const { home } = world.corpus;
  const report = await runsIn(home).readReport(researchId);
  if (report === null) throw new Error(`no report of "${question}" was published`);
  const { problems } = await verifyReport(report, createFileBlobStore(home));
  return {
    claims: input.draft.summary.map(({ text }) => text),
    quotes: quotesOf(input),
    shown: citedClaims(input.draft).map(({ text }) => text),
    problems,
    draft: input.draft,
    text: report.markdown ?? '',
  };
}

/** Findings are validated where tiers are given, so that a report rests on what a run would leave. */
function withValidation(world: TestActivities): TestActivities {
  const { activities, report } = world;
  return {
    ...world,
    activities: {
      ...activities,
      async classifyTiers(input) {
        const classified = await activities.classifyTiers(input);
        const findings = withGrades(input.findings, classified.findings);
        const { corpusId } = report;
        const given = { ...BY_RULE, anchor: input.anchor, corpusId, findings, knowledgeGaps: [], storeFor: null };
        const { scores } = await activities.validateRelevance(given);
        return { ...classified, findings: [...applyValidation(findings, scores, DRIFT_THRESHOLD).kept] };
      },
    },
  };
}

function quotesOf({ findings, draft }: PublishReportInput): string[] {
  const cited = new Set(citedClaims(draft).flatMap(({ citations }) => citations));
  return findings.flatMap(({ quotes }) => quotes.filter(({ key }) => cited.has(key)).map(({ text }) => text));
}
