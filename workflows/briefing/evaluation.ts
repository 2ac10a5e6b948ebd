import type { BriefingDiagnostic } from '../contracts/briefings/briefing-issues.ts';
import type { BriefingClaim, BriefingItem } from '../contracts/briefings/briefing-items.ts';
import type { BriefingRecord, Interaction, Signal } from '../contracts/briefings/briefing-record.ts';
import { budgetOf } from '../contracts/briefings/briefing-settings.ts';
import type { Finding } from '../contracts/evidence/evidence.ts';
import { checkAnchoring } from '../domain/briefing/anchoring.ts';
import type { AssembledContext } from '../domain/briefing/context-assembly.ts';
import { confirmationsOf, unconfirmedTwice } from '../domain/briefing/corrections.ts';
import { deltaOf, type UpdatedClaims, updateClaims } from '../domain/briefing/deltas.ts';
import { diagnose } from '../domain/briefing/diagnostics.ts';
import { interactionsOf } from '../domain/briefing/interactions.ts';
import { signalsOf } from '../domain/briefing/signals.ts';
import { claimsOfTheWeek } from '../domain/briefing/weekly-claims.ts';
import { assemble, keptItems } from './assembly.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';
import type { LiveEvidence } from './live-search.ts';
import type { ThemeDelta } from './synthesis.ts';

/** What the rules make of state, corpus and live evidence, before anything is written. */
export interface Evaluation {
  readonly context: AssembledContext;
  /** Those that the context has room for. */
  readonly items: readonly BriefingItem[];
  readonly signals: readonly Signal[];
  readonly themes: readonly ThemeDelta[];
  readonly updated: UpdatedClaims;
  readonly corrections: BriefingRecord['corrections'];
  readonly interactions: readonly Interaction[];
  readonly diagnostics: readonly BriefingDiagnostic[];
  readonly anchoring: ReturnType<typeof checkAnchoring>;
  /** Of this run and of the outputs that its claims come from. */
  readonly findings: readonly Finding[];
}

/** Decides what changed. Nothing here asks anybody: the same evidence gives the same deltas. */
export function evaluate(run: BriefingRun, corpus: CorpusContext, evidence: LiveEvidence): Evaluation {
  const { slot, themes, known, previousClaims } = run;
  const signals = signalsOf({
    items: evidence.items,
    relations: evidence.relations,
    recent: known.recent,
    taxonomy: corpus.canon.taxonomy,
  });
  const context = assemble(run, corpus, evidence.items, signals);
  const items = keptItems(context, evidence.items);
  const updated = updateClaims({ previousClaims, items, relations: evidence.relations, slot });
  const claims = slot.kind === 'weekly' ? claimsOfTheWeek(updated.claims, known.recent, slot) : updated.claims;
  const corrections = [...evidence.corrections, ...confirmationsOf(previousClaims, updated.claims)];
  const diagnostics = diagnoseRun(run, evidence, { claims, corrections });
  const stale = new Set(diagnostics.flatMap(({ code, themeId }) => (code === 'STALENESS' ? [themeId] : [])));
  return {
    context,
    items,
    signals,
    updated,
    corrections,
    diagnostics,
    themes: themes.map((theme) => {
      const isStale = stale.has(theme.id);
      const own = claims.filter(({ themeId }) => themeId === theme.id);
      return { theme, claims: own, delta: deltaOf({ theme, claims: own, previousClaims, isStale }) };
    }),
    interactions: interactionsOf(themes, claims),
    anchoring: checkAnchoring(known.convictionLog, slot),
    findings: [...(known.previous?.findings ?? []), ...known.weekFindings, ...evidence.findings],
  };
}

function diagnoseRun(
  { slot, themes, settings, known, input }: BriefingRun,
  { items, results, dropped }: LiveEvidence,
  {
    claims,
    corrections,
  }: { readonly claims: readonly BriefingClaim[]; readonly corrections: Evaluation['corrections'] },
): BriefingDiagnostic[] {
  return diagnose({
    slot,
    themes,
    highConviction: settings.highConviction,
    claims,
    items,
    results,
    budget: budgetOf(settings, slot.kind),
    droppedQueries: dropped,
    unconfirmedTwice: unconfirmedTwice(known.recent, corrections, slot),
    // Those since then are no news to a backfill.
    missedSlots: input.isBackfill ? [] : known.missedSlots,
  });
}
