import type { BriefingRecord, ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';

/** Themes of which an output says something new. */
export function changedThemes({ themes }: Pick<BriefingRecord, 'themes'>): ThemeOutput[] {
  return themes.filter(({ delta, claims }) => !isQuiet(delta) || claims.some(({ mark }) => mark !== 'kept'));
}

function isQuiet(delta: ThemeOutput['delta']): boolean {
  return delta === 'ongoing' || delta === 'stale';
}
