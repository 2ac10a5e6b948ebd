import { isDeepStrictEqual } from 'node:util';
import { MOST_THEMES, type Theme } from '../../../workflows/contracts/briefing-state.ts';

/** What a run changes of a theme that a file lists; what is absent stays as it is. */
export interface ThemeChange {
  readonly themeId: string;
  readonly status?: Theme['status'];
  readonly tomorrowsFocus?: readonly string[];
  readonly evidence: readonly { readonly watchpointId: string; readonly evidence: number }[];
}

export interface ThemeVersions {
  /** As the run found them; null: unknown. */
  readonly before: readonly Theme[] | null;
  /** As they are now: a person or another run may have changed them meanwhile. */
  readonly now: readonly Theme[];
  /** As the run wants them. */
  readonly after: readonly Theme[];
}

/**
 * What of a run's changes still applies. A field that somebody else changed meanwhile stays as they left it, and a theme that a
 * person removed is not brought back.
 */
export function themeChanges({ before, now, after }: ThemeVersions): ThemeChange[] {
  return now.flatMap((theme) => {
    const wanted = after.find(({ id }) => id === theme.id);
    if (wanted === undefined) return [];
    const found = before?.find(({ id }) => id === theme.id);
    // Not found before, and listed now: somebody added it, or this run did before it was killed.
    if (before !== null && found === undefined) return [];
    const change = {
      themeId: theme.id,
      ...fieldChanges(found, theme, wanted),
      evidence: evidenceOf(found, theme, wanted),
    };
    return Object.keys(change).length > 2 || change.evidence.length > 0 ? [change] : [];
  });
}

/** Candidates that the run found and nobody lists yet, as far as the file has room for them. */
export function addedThemes({ before, now, after }: ThemeVersions): Theme[] {
  const known = new Set([...(before ?? []), ...now].map(({ id }) => id));
  const found = after.filter(({ id, status }) => status === 'candidate' && !known.has(id));
  // A file with more themes than it may have would halt the next run.
  return found.slice(0, Math.max(0, MOST_THEMES - now.length));
}

function fieldChanges(
  before: Theme | undefined,
  now: Theme,
  after: Theme,
): Pick<ThemeChange, 'status' | 'tomorrowsFocus'> {
  const status = merged(before?.status, now.status, after.status);
  const tomorrowsFocus = merged(before?.tomorrowsFocus, now.tomorrowsFocus, after.tomorrowsFocus);
  return { ...(status !== undefined && { status }), ...(tomorrowsFocus !== undefined && { tomorrowsFocus }) };
}

function evidenceOf(before: Theme | undefined, now: Theme, after: Theme): ThemeChange['evidence'] {
  const evidenceIn = (theme: Theme | undefined, watchpointId: string): number | undefined =>
    theme?.watchpoints.find(({ id }) => id === watchpointId)?.evidence;
  return now.watchpoints.flatMap(({ id, evidence: present }) => {
    const wanted = evidenceIn(after, id);
    const evidence = wanted === undefined ? undefined : merged(evidenceIn(before, id), present, wanted);
    return evidence === undefined ? [] : [{ watchpointId: id, evidence }];
  });
}

/** The value to write; undefined: the present one stays. */
function merged<Value>(before: Value | undefined, now: Value, after: Value): Value | undefined {
  const isUntouched = before === undefined || isDeepStrictEqual(before, now);
  return isUntouched && !isDeepStrictEqual(now, after) ? after : undefined;
}
