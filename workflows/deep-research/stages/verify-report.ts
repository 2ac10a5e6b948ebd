import type { RuleCalls } from '../../calls/rule-calls.ts';
import type { AlignmentReview } from '../../contracts/alignment.ts';
import type { Diagnostic } from '../../contracts/diagnostic.ts';
import type { CheckedQuality, VerifiedReport } from '../../contracts/report-activities.ts';
import type { QualityScores, ReportDraft } from '../../contracts/report.ts';
import type { CheckedReport, StoredMaterial, WrittenReport, WrittenSections } from '../../contracts/stage-results.ts';
import { allClaims } from '../../domain/report-claims.ts';
import { isBetter, isLow } from '../../domain/report-repair.ts';
import { withFindings } from '../../domain/verified-findings.ts';
import { reviewAlignment } from '../report/alignment-review.ts';
import { findForeignSentences, writeDraft } from '../report/draft-writing.ts';
import { referTo } from '../report/referred-evidence.ts';
import type { ResearchRun } from '../run/research-run.ts';

type VerificationParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning' | 'rules'>;

/** A draft after the stored sources and the quality rules judged it. */
interface JudgedDraft extends VerifiedReport, CheckedQuality {}

/** Checks the report against the stored sources and for quality; one that scores low is written once more. */
export async function verifyReport(
  run: VerificationParts,
  material: StoredMaterial,
  { draft, sections, languageRetried, foreignSentences }: WrittenReport,
): Promise<CheckedReport> {
  run.progress.enter('verifying');
  const { judged: repairedDraft, repaired } = await repair(run, material, await judge(run, material, draft), sections);
  const { judged, alignment } = await review(run, material, repairedDraft);
  run.progress.establish({ alignment });
  const mixed = repaired
    ? await findForeignSentences(run, material, judged.draft)
    : remaining(foreignSentences, judged.draft);
  return {
    draft: judged.draft,
    findings: judged.findings,
    quality: { ...judged.quality, scores: judged.scores, languageRetried, repaired },
    alignment,
    diagnostics: [...languageDiagnostics(mixed), ...qualityDiagnostics(judged.scores)],
  };
}

/** One repair pass at most; a repair that made the report worse is not taken. */
async function repair(
  run: VerificationParts,
  material: StoredMaterial,
  first: JudgedDraft,
  sections: WrittenSections | null,
): Promise<{ readonly judged: JudgedDraft; readonly repaired: boolean }> {
  if (first.scores === null || !isLow(first.scores)) return { judged: first, repaired: false };
  const { draft, faults } = first;
  const correction = { kind: 'quality' as const, draft, faults };
  const again = await writeDraft(run, material, { correction, sections });
  const second = await judge(run, material, again.draft);
  const isTaken = second.scores !== null && isBetter(second.scores, first.scores);
  return isTaken ? { judged: second, repaired: true } : { judged: first, repaired: false };
}

async function judge(
  { accounts, rules }: VerificationParts,
  material: StoredMaterial,
  draft: ReportDraft,
): Promise<JudgedDraft> {
  const { anchor, findings } = material;
  const input = { anchor, draft, ...referTo(material, findings), engine: accounts.engine };
  const verified = await rules.call('verifyReport', input, 'check quotations, citations and figures');
  return checkQuality(rules, material, withFindings(verified, findings));
}

/** A correction may change how well the report serves the question. */
async function review(
  run: VerificationParts,
  material: StoredMaterial,
  judged: JudgedDraft,
): Promise<{ readonly judged: JudgedDraft; readonly alignment: AlignmentReview | null }> {
  const { alignment, ...reviewed } = await reviewAlignment(run, material.anchor, judged, (findings) =>
    referTo(material, findings),
  );
  if (alignment?.outcome !== 'corrected') return { judged, alignment };
  return { judged: await checkQuality(run.rules, material, reviewed), alignment };
}

async function checkQuality(
  rules: RuleCalls,
  material: StoredMaterial,
  verified: VerifiedReport,
): Promise<JudgedDraft> {
  const { anchor, corpus, tasks } = material;
  const input = {
    anchor,
    corpusId: corpus.corpusId,
    taskTexts: tasks.map(({ text }) => text),
    draft: verified.draft,
    ...referTo(material, verified.findings),
    verification: verified.quality,
  };
  return { ...verified, ...(await rules.call('checkQuality', input, 'check the quality of the report')) };
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

function qualityDiagnostics(scores: QualityScores | null): Diagnostic[] {
  if (scores === null || !isLow(scores)) return [];
  const { queryAdherence, citationSupport } = scores;
  return [{ code: 'QUALITY_LOW', queryAdherence, citationSupport }];
}
