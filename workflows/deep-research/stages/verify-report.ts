import { callActivity } from '../../calls/activity-options.ts';
import type { AlignmentReview } from '../../contracts/evidence/alignment.ts';
import type { CheckedQuality, QualityTerms, VerifiedReport } from '../../contracts/report/report-activities.ts';
import type { QualityScores, ReportDraft, ReportQuality } from '../../contracts/report/report.ts';
import type { CheckedReport, StoredMaterial } from '../../contracts/report/settled-stages.ts';
import type { Diagnostic } from '../../contracts/research/diagnostic.ts';
import { referTo } from '../../domain/evidence-index.ts';
import { allClaims } from '../../domain/report-claims.ts';
import { isBetter, isLow } from '../../domain/report-quality.ts';
import { withFindings } from '../../domain/verified-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { reviewAlignment } from './alignment-review.ts';
import { writeByRule, writeDraft } from './synthesize-report.ts';
import { type Check, verifyWritten } from './verify-parts.ts';

type VerificationParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning'>;

/** A draft after the stored sources were compared with it, and the quality rules judged it. */
interface JudgedDraft extends VerifiedReport, CheckedQuality {
  /** In another language than the report's. */
  readonly foreignSentences: readonly string[];
}

/** Checks the report against the stored sources, its language and quality. */
export function verifyReport(
  run: VerificationParts,
  material: StoredMaterial,
  written: ReportDraft,
): Promise<CheckedReport> {
  run.progress.enter('verifying');
  return run.accounts.engine === 'model' ? verifyModelled(run, material, written) : verifyRuled(run, material, written);
}

/** What a model wrote is verified part by part; what was refused was mended there, so nothing is written once more. */
async function verifyModelled(
  run: VerificationParts,
  material: StoredMaterial,
  written: ReportDraft,
): Promise<CheckedReport> {
  const { anchor, corpus, findings } = material;
  const sources = { anchor, corpusId: corpus.corpusId, ...referTo(material, findings) };
  const judged = await verifyWritten(run, sources, written, {
    check: (draft, given) => check(run, material, draft, given),
    writeByRule: (cause) => writeByRule(run, material, cause),
  });
  return checkedReport(judged, null, NOT_REPEATED);
}

const NOT_REPEATED = { languageRetried: false, repaired: false };

/** What is wrong with what the rules wrote is written once more. */
async function verifyRuled(
  run: VerificationParts,
  material: StoredMaterial,
  written: ReportDraft,
): Promise<CheckedReport> {
  const { judged: first, languageRetried } = await verifyLanguage(run, material, written);
  const { judged, repaired } = await repair(run, material, first);
  const alignment = await reviewAlignment(material.anchor, judged, referTo(material, judged.findings));
  run.progress.establish({ alignment });
  return checkedReport(judged, alignment, { languageRetried, repaired });
}

function checkedReport(
  { draft, findings, quality, scores, foreignSentences }: Omit<JudgedDraft, 'faults'>,
  alignment: AlignmentReview | null,
  repeated: Pick<ReportQuality, 'languageRetried' | 'repaired'>,
): CheckedReport {
  return {
    draft,
    findings,
    quality: { ...quality, scores, ...repeated },
    alignment,
    diagnostics: [...languageDiagnostics(remaining(foreignSentences, draft)), ...qualityDiagnostics(scores)],
  };
}

/** Checks the report; where it mixes languages, it is written once more. */
async function verifyLanguage(run: VerificationParts, material: StoredMaterial, draft: ReportDraft) {
  const judged = await check(run, material, draft);
  const { foreignSentences: sentences } = judged;
  if (sentences.length === 0 || !run.request.settings.retryLanguage) {
    return { judged, languageRetried: false };
  }
  const again = await writeDraft(run, material, { kind: 'language', sentences });
  return { judged: await check(run, material, again), languageRetried: true };
}

/** One repair pass at most; a repair that made the report worse is not taken. */
async function repair(
  run: VerificationParts,
  material: StoredMaterial,
  first: JudgedDraft,
): Promise<{ readonly judged: JudgedDraft; readonly repaired: boolean }> {
  if (first.scores === null || !isLow(first.scores)) return { judged: first, repaired: false };
  const { draft, faults } = first;
  const again = await writeDraft(run, material, { kind: 'quality', draft, faults });
  const second = await check(run, material, again);
  const isTaken = second.scores !== null && isBetter(second.scores, first.scores);
  return isTaken ? { judged: second, repaired: true } : { judged: first, repaired: false };
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
  const checked = await callActivity(
    'checkReport',
    { ...input, ...given, scoredBy: qualityTerms(material) },
    'check quotations, citations, figures, language and quality',
  );
  const { foreignSentences, scores, faults } = checked;
  return { ...withFindings(checked, { draft, findings }), foreignSentences, scores, faults };
}

function qualityTerms({ corpus, tasks }: StoredMaterial): QualityTerms {
  return { corpusId: corpus.corpusId, taskTexts: tasks.map(({ text }) => text) };
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
