import { callActivity } from '../../calls/activity-options.ts';
import type { AlignmentReview } from '../../contracts/evidence/alignment.ts';
import type { CheckedQuality, VerifiedReport } from '../../contracts/report/report-activities.ts';
import type { QualityScores, ReportDraft } from '../../contracts/report/report.ts';
import type {
  CheckedReport,
  StoredMaterial,
  WrittenReport,
  WrittenSections,
} from '../../contracts/report/settled-stages.ts';
import type { Diagnostic } from '../../contracts/research/diagnostic.ts';
import { allClaims } from '../../domain/report-claims.ts';
import { isBetter, isLow } from '../../domain/report-quality.ts';
import { withFindings } from '../../domain/verified-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { reviewAlignment } from './alignment-review.ts';
import { referTo } from './referred-evidence.ts';
import { writeDraft } from './synthesize-report.ts';

type VerificationParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning'>;

/** A draft after the stored sources were compared with it. */
interface VerifiedText extends VerifiedReport {
  /** In another language than the report's. */
  readonly foreignSentences: readonly string[];
}

/** A draft after the quality rules judged it, too. */
interface JudgedDraft extends VerifiedText, CheckedQuality {}

/** Checks the report against the stored sources, its language and quality; what is wrong is written once more. */
export async function verifyReport(
  run: VerificationParts,
  material: StoredMaterial,
  written: WrittenReport,
): Promise<CheckedReport> {
  run.progress.enter('verifying');
  const { verified, sections, languageRetried } = await verifyLanguage(run, material, written);
  const { judged: repairedDraft, repaired } = await repair(
    run,
    material,
    await checkQuality(material, verified),
    sections,
  );
  const { judged, alignment } = await review(run, material, repairedDraft);
  run.progress.establish({ alignment });
  return {
    draft: judged.draft,
    findings: judged.findings,
    quality: { ...judged.quality, scores: judged.scores, languageRetried, repaired },
    alignment,
    diagnostics: [
      ...languageDiagnostics(remaining(judged.foreignSentences, judged.draft)),
      ...qualityDiagnostics(judged.scores),
    ],
  };
}

/** Verifies the report; where it mixes languages, it is written once more. */
async function verifyLanguage(run: VerificationParts, material: StoredMaterial, { draft, sections }: WrittenReport) {
  const verified = await verify(run, material, draft);
  const { foreignSentences: sentences } = verified;
  if (sentences.length === 0 || !run.request.settings.retryLanguage) {
    return { verified, sections, languageRetried: false };
  }
  const again = await writeDraft(run, material, { correction: { kind: 'language', sentences }, sections });
  return { verified: await verify(run, material, again.draft), sections: again.sections, languageRetried: true };
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
  const second = await checkQuality(material, await verify(run, material, again.draft));
  const isTaken = second.scores !== null && isBetter(second.scores, first.scores);
  return isTaken ? { judged: second, repaired: true } : { judged: first, repaired: false };
}

async function verify(
  { accounts, request }: VerificationParts,
  material: StoredMaterial,
  draft: ReportDraft,
): Promise<VerifiedText> {
  const { anchor, findings } = material;
  const language = request.settings.validateLanguage ? anchor.language : null;
  const input = { anchor, draft, ...referTo(material, findings), engine: accounts.engine, language };
  const checked = await callActivity('verifyReport', input, 'check quotations, citations, figures and language');
  return { ...withFindings(checked, findings), foreignSentences: checked.foreignSentences };
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
  const { foreignSentences } = judged;
  return { judged: await checkQuality(material, { ...reviewed, foreignSentences }), alignment };
}

async function checkQuality(material: StoredMaterial, verified: VerifiedText): Promise<JudgedDraft> {
  const { anchor, corpus, tasks } = material;
  const input = {
    anchor,
    corpusId: corpus.corpusId,
    taskTexts: tasks.map(({ text }) => text),
    draft: verified.draft,
    ...referTo(material, verified.findings),
    verification: verified.quality,
  };
  return { ...verified, ...(await callActivity('checkQuality', input, 'check the quality of the report')) };
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
