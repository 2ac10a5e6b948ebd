import type { Diagnostic } from '../../contracts/diagnostic.ts';
import type { Drift } from '../../contracts/drift.ts';
import type { Rejection } from '../../contracts/progress.ts';
import type { CheckedReport, ReportMaterial } from '../../contracts/stage-results.ts';
import { evidenceDiagnostics } from '../../domain/evidence-diagnostics.ts';
import { driftedTiers } from '../../domain/finding-validation.ts';
import { readInPart } from '../../domain/unread.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** What the reader of the report has to know about the run. */
export function publicationDiagnostics(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts'>,
  material: ReportMaterial,
  { draft, diagnostics }: CheckedReport,
  drift: Drift | null,
): Diagnostic[] {
  const { request, state, accounts } = run;
  const { anchor, corpus } = material;
  const drifted = drift === null ? [] : driftedTiers(drift, request.settings.driftWarning);
  // In the order of the plan: tasks end in any order.
  const texts = new Set(material.tasks.map(({ text }) => text));
  const tasks = [...texts].filter((text) => accounts.fewRelevant.has(text));
  const unread = readInPart({ corpus, gaps: accounts.gaps, usesWeb: request.web !== null });
  return [
    ...(tasks.length > 0 ? [{ code: 'FEW_RELEVANT' as const, tasks }] : []),
    ...evidenceDiagnostics({ anchor, languages: corpus.languages, draft, engine: accounts.engine, unread }),
    ...drifted.map((tier) => ({ code: 'DRIFT' as const, ...tier })),
    ...refusals(state.current.rejections),
    ...diagnostics,
  ];
}

/** What was sent again with the same outcome is told once. */
function refusals(rejections: readonly Rejection[]): Diagnostic[] {
  const told = new Map(rejections.map(({ message, reason }) => [`${message}\n${reason}`, { message, reason }]));
  return [...told.values()].map((refused) => ({ code: 'MESSAGE_REJECTED' as const, ...refused }));
}
