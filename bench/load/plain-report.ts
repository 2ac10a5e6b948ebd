import type { Activities } from '@plumbline/contracts/activities';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { withFindings } from '../../workflows/domain/verified-findings.ts';

type Written = Pick<PublishReportInput, 'request' | 'corpus' | 'anchor' | 'findings' | 'draft' | 'taskSummaries'> & {
  readonly plan: NonNullable<PublishReportInput['plan']>;
};

/** Verifies and publishes a report of a run that kept no accounts. @returns the hash of its record */
export async function writePlainReport(activities: Activities, written: Written): Promise<string> {
  const { anchor, draft, findings } = written;
  const { language } = anchor;
  const judged = { anchor, findings, draft, engine: 'model', refused: [] } as const;
  const checked = await activities.checkReport({ ...judged, language });
  const verified = withFindings(checked, { draft, findings });
  const { record } = await activities.publishReport({
    ...written,
    ...verified,
    ...NO_ACCOUNTS,
    quality: verified.quality,
    publishedAt: new Date().toISOString(),
  });
  return record.sha256;
}

const NO_ACCOUNTS = {
  researchId: 'research-lamp',
  outcome: 'published',
  conversation: [],
  clarificationSummary: null,
  clarity: null,
  alignment: null,
  leftOut: [],
  gaps: [],
  telemetry: {
    rewrittenQueries: [],
    reflections: [],
    qualityNotes: [],
    references: { resolved: 0, followed: 0, refused: [], refusedCount: 0, unresolved: [] },
    providerErrors: [],
    counts: { issued: 0, found: 0, duplicates: 0, corrected: 0, rounds: 0, belowThreshold: 0, read: 0, failed: 0 },
  },
  degradations: [],
  diagnostics: [],
  drift: null,
  engine: 'model',
  usage: { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 },
  workedSeconds: 0,
  steering: [],
} as const satisfies Partial<PublishReportInput>;
