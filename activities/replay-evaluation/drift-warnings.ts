import type { Drift } from '../../workflows/contracts/drift.ts';
import type { ChangedDecision } from '../../workflows/contracts/replay-evaluation.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { driftedTiers } from '../../workflows/domain/finding-validation.ts';
import type { FindingDecisions } from './finding-decisions.ts';

type Tiers = Drift['tiers'];

/** Tiers that the record warns of. */
export function warnedTiers({ report }: ResearchRecord): readonly number[] {
  return report.diagnostics.flatMap((diagnostic) => (diagnostic.code === 'DRIFT' ? [diagnostic.tier] : []));
}

/** Tiers of a run, changed by as much as its recorded findings are decided otherwise. */
export function replayedTiers(
  { drift }: ResearchRecord,
  recorded: FindingDecisions,
  replayed: FindingDecisions,
): Tiers {
  const of = (tiers: Tiers, tier: number) => tiers.find((each) => each.tier === tier) ?? { total: 0, kept: 0 };
  const all = drift?.tiers ?? [];
  const tiers = ([1, 2, 3] as const).map((tier) => {
    const [run, before, after] = [of(all, tier), of(recorded.tiers, tier), of(replayed.tiers, tier)];
    return { tier, total: run.total + after.total - before.total, kept: run.kept + after.kept - before.kept };
  });
  return tiers.filter(({ total }) => total > 0);
}

/** Tiers of which the report would warn, or no longer warn. */
export function compareWarnings(record: ResearchRecord, tiers: Tiers, driftWarning: number): ChangedDecision[] {
  const before = warnedTiers(record);
  const after: readonly number[] = driftedTiers({ tiers, dropped: [] }, driftWarning).map(({ tier }) => tier);
  const changed = ([1, 2, 3] as const).filter((tier) => before.includes(tier) !== after.includes(tier));
  return changed.map((tier) => {
    const share = (found: Tiers): string => {
      const { kept, total } = found.find((each) => each.tier === tier) ?? { kept: 0, total: 0 };
      return `${kept} of ${total} kept`;
    };
    return {
      effect: after.includes(tier) ? 'warned' : 'no-longer-warned',
      subject: 'tier',
      findingId: null,
      place: `tier ${tier}`,
      before: share(record.drift?.tiers ?? []),
      after: share(tiers),
      scores: { hit: null, first: null, final: null },
      excerpt: null,
    };
  });
}
