import type { AlignmentReview } from '@plumbline/contracts/evidence/alignment';
import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { VerifiedReport } from '@plumbline/contracts/report/report-activities';
import { allClaims } from '@plumbline/contracts/report/report-claims';
import type { CheckedReport, StoredMaterial } from '@plumbline/contracts/report/settled-stages';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import { callActivity } from '../../calls/activity-options.ts';
import { alignmentOf } from '../../domain/alignment.ts';
import { withFindings } from '../../domain/verified-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { writeByRule } from './synthesize-report.ts';
import { type Check, verifyWritten } from './verify-parts.ts';

type VerificationParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning'>;

/** A draft after the stored sources were compared with it. */
interface JudgedDraft extends VerifiedReport {
  /** In another language than the report's. */
  readonly foreignSentences: readonly string[];
}

/**
 * Checks the report against the stored sources, and its language. What a model wrote is verified part by part, and what was refused
 * is mended there.
 */
export async function verifyReport(
  run: VerificationParts,
  material: StoredMaterial,
  written: ReportDraft,
): Promise<CheckedReport> {
  run.progress.enter('verifying');
  const { accounts } = run;
  if (accounts.engine === 'offline') return checkedReport(await check(run, material, written), null);
  const { anchor, corpus, findings } = material;
  const sources = { anchor, corpusId: corpus.corpusId, ...referTo(material, findings), mendsDoubts: true };
  const { isByRule, ...judged } = await verifyWritten(run, sources, written, {
    check: (draft, given) => check(run, material, draft, given),
    findings,
    writeByRule: (cause) => writeByRule(run, material, cause),
  });
  return checkedReport(judged, isByRule ? null : alignmentOf(judged.draft, accounts.degradations));
}

function checkedReport(
  { draft, findings, quality, foreignSentences }: JudgedDraft,
  alignment: AlignmentReview | null,
): CheckedReport {
  return {
    draft,
    findings,
    quality,
    alignment,
    diagnostics: languageDiagnostics(remaining(foreignSentences, draft)),
  };
}

async function check(
  { accounts, request }: VerificationParts,
  material: StoredMaterial,
  draft: ReportDraft,
  { found = [], ...given }: Parameters<Check>[1] = {},
): Promise<JudgedDraft> {
  const { anchor } = material;
  const findings = [...material.findings, ...found];
  const language = request.settings.validateLanguage ? anchor.language : null;
  const input = { anchor, draft, ...referTo(material, findings), engine: accounts.engine, language };
  const checked = await callActivity('checkReport', { ...input, ...given }, 'check quotations, citations and language');
  return { ...withFindings(checked, { draft, findings }), foreignSentences: checked.foreignSentences };
}

/** Verification may have taken a sentence out since it was found. */
function remaining(sentences: readonly string[], draft: ReportDraft): readonly string[] {
  const texts = [
    ...allClaims(draft).map(({ text }) => text),
    ...draft.sections.map(({ heading }) => heading),
    ...draft.remainingGaps,
  ];
  return sentences.filter((sentence) => texts.some((text) => text.includes(sentence)));
}

function languageDiagnostics(sentences: readonly string[]): Diagnostic[] {
  return sentences.length === 0 ? [] : [{ code: 'LANGUAGE_MIXED', sentences: [...sentences] }];
}
