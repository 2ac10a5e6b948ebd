import type { LiveQuery } from '../contracts/briefing-items.ts';
import { budgetOf } from '../contracts/briefing-settings.ts';
import { correctionsOf, itemsToCorrect } from '../domain/briefing/corrections.ts';
import { thinCoverage } from '../domain/briefing/diagnostics.ts';
import { correctionQuery, coverageQuery, wantedQueries, withinBudget } from '../domain/briefing/live-queries.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';
import { type LiveEvidence, startEvidence } from './live-evidence.ts';
import { searchLive } from './live-search.ts';

/**
 * Layer 3: what the state asks of the web; then one corrective query for each reported item that touches a mechanism; then one for
 * each theme that is still thinly covered. All of them share one budget.
 */
export async function retrieveLive(run: BriefingRun, corpus: CorpusContext): Promise<LiveEvidence> {
  const { slot, settings, known, openIssues } = run;
  const locators = known.recent.flatMap((output) => output.locators);
  const evidence = startEvidence(budgetOf(settings, slot.kind), new Set(locators));
  if (settings.web === null) return evidence;
  run.shown.enter('live search');
  const { wanted, refused } = wantedQueries({
    kind: slot.kind,
    slot,
    themes: run.input.themeIds === null ? known.themes : run.themes,
    taxonomy: corpus.canon.taxonomy,
    openIssues,
    language: settings.language,
  });
  evidence.refused.push(...refused);
  await ask(run, corpus, evidence, wanted);
  await ask(run, corpus, evidence, corrections(run, evidence));
  evidence.corrections.push(...correctionsOf(evidence.queries, evidence.items, evidence.relations));
  await ask(run, corpus, evidence, coverage(run, evidence));
  return evidence;
}

/** A query that goes to several providers costs a request each. */
async function ask(
  run: BriefingRun,
  corpus: CorpusContext,
  evidence: LiveEvidence,
  wanted: readonly LiveQuery[],
): Promise<void> {
  const cost = run.request.web?.providers.length ?? 1;
  const { issued, dropped } = withinBudget(wanted, Math.floor(evidence.left / cost));
  evidence.left -= issued.length * cost;
  evidence.dropped += dropped;
  await searchLive(run, corpus, issued, evidence);
}

function corrections({ slot, themes }: BriefingRun, { items, relations, queries }: LiveEvidence): LiveQuery[] {
  const themeOf = new Map(themes.map((theme) => [theme.id, theme]));
  return itemsToCorrect(items, relations, queries).flatMap((item, index) => {
    const theme = themeOf.get(item.themeId ?? '');
    return theme === undefined ? [] : [correctionQuery(item, theme, slot, `c${index + 1}`)];
  });
}

function coverage({ slot, themes, settings }: BriefingRun, { items }: LiveEvidence): LiveQuery[] {
  return themes
    .filter((theme) => thinCoverage(theme, items, settings.highConviction) !== null)
    .map((theme, index) => coverageQuery(theme, slot, `k${index + 1}`));
}
