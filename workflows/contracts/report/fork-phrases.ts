import type { ForkOrigin } from '../research/fork.ts';
import type { SettingValue } from '../settings/setting.ts';

/** What a fork was asked to do differently, one text for each change: `relevanceThreshold 0.7 → 0.6`. */
export function describeChanges({ changes }: Pick<ForkOrigin, 'changes'>): string[] {
  return changes.map(({ name, a, b }) => `${name.replace(/^settings\./, '')} ${written(a)} → ${written(b)}`);
}

/** `from research-limits-3f9a21 at research, relevanceThreshold 0.7 → 0.6`. */
export function describeOrigin(origin: Pick<ForkOrigin, 'researchId' | 'from' | 'changes'>): string {
  const changes = describeChanges(origin);
  const place = `from ${origin.researchId} at ${origin.from}`;
  return [place, ...(changes.length === 0 ? ['nothing changed'] : changes)].join(', ');
}

function written(value: SettingValue): string {
  return value === null ? 'none' : Array.isArray(value) ? value.join(' ') || 'none' : String(value);
}
