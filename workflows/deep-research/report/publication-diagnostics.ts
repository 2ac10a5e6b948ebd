import type { Diagnostic } from '../../contracts/diagnostic.ts';
import type { Drift } from '../../contracts/drift.ts';
import { RULED_LANGUAGES } from '../../contracts/language-codes.ts';
import { questionLanguageOf } from '../../contracts/query-anchor.ts';
import type { ReportDraft } from '../../contracts/report.ts';
import type { CheckedReport, ReportMaterial } from '../../contracts/stage-results.ts';
import { driftedTiers } from '../../domain/finding-validation.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** What the reader of the report has to know about the run. */
export function publicationDiagnostics(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts'>,
  material: ReportMaterial,
  { draft, diagnostics }: CheckedReport,
  drift: Drift | null,
): Diagnostic[] {
  const { request, state, accounts } = run;
  const drifted = drift === null ? [] : driftedTiers(drift, request.settings.driftWarning);
  // In the order of the plan: tasks end in any order.
  const texts = new Set(material.tasks.map(({ text }) => text));
  const tasks = [...texts].filter((text) => accounts.fewRelevant.has(text));
  return [
    ...(tasks.length > 0 ? [{ code: 'FEW_RELEVANT' as const, tasks }] : []),
    ...languageDiagnostics(run, material, draft),
    ...drifted.map((tier) => ({ code: 'DRIFT' as const, ...tier })),
    ...state.current.rejections.map(({ message, reason }) => ({ code: 'MESSAGE_REJECTED' as const, message, reason })),
    ...diagnostics,
  ];
}

/** Words of one language do not find those of another, and the offline engine knows words only. */
function languageDiagnostics(
  { accounts }: Pick<ResearchRun, 'accounts'>,
  { anchor, corpus }: ReportMaterial,
  draft: ReportDraft,
): Diagnostic[] {
  const language = questionLanguageOf(anchor);
  const isOffline = accounts.engine === 'offline';
  const isForeign = corpus.languages.length > 0 && !corpus.languages.includes(language);
  const isUnruled = isOffline && language !== 'und' && !RULED_LANGUAGES.includes(language);
  const isUnreadable = isOffline && isForeign && draft.summary.length === 0;
  return [
    ...(isUnruled ? [{ code: 'QUESTION_LANGUAGE' as const, language }] : []),
    ...evidenceLanguage(draft, isUnreadable && !isUnruled ? corpus.languages : []),
    ...(draft.missingSubject !== null && !isUnreadable
      ? [{ code: 'SUBJECT_NOT_COVERED' as const, ...draft.missingSubject }]
      : []),
  ];
}

/** @param unreadable languages that nothing could be answered from */
function evidenceLanguage(draft: ReportDraft, unreadable: readonly string[]): Diagnostic[] {
  const unjudged = draft.sections
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.unjudged === true)
    .flatMap(({ quotedLanguage }) => quotedLanguage ?? []);
  if (unjudged.length > 0) return [{ code: 'EVIDENCE_LANGUAGE', languages: [...new Set(unjudged)], shown: true }];
  return unreadable.length === 0 ? [] : [{ code: 'EVIDENCE_LANGUAGE', languages: [...unreadable] }];
}
