import type { BriefingDiagnostic } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingClaim, BriefingItem, LiveResult } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { isActive, type Theme } from '@plumbline/contracts/briefings/briefing-state';
import { counted } from '@plumbline/contracts/common/counted';
import { isStanding } from './claim-conflicts.ts';

const HOUR_MS = 3_600_000;
const ENOUGH_CONFIRMED = 2;
const STALE_HOURS = 48;
const FIRST_ITEMS = 5;
const CONCENTRATED = 3;
const MOST_REJECTED = 0.4;

/** What the diagnostics of a run rest on. */
export interface DiagnosedRun {
  readonly slot: BriefingSlot;
  /** Those that the run evaluated. */
  readonly themes: readonly Theme[];
  readonly highConviction: number;
  /** As the run found or updated them. */
  readonly claims: readonly BriefingClaim[];
  /** Of this run, those promoted first in front. */
  readonly items: readonly BriefingItem[];
  readonly results: readonly LiveResult[];
  /** How many documents of the briefing were searched. */
  readonly documents: number;
  /** Themes that none of them names. */
  readonly unnamed: readonly string[];
  /** The web may be searched: documents alone are neither listed sources nor independent, and confirm nothing. */
  readonly isLive: boolean;
  readonly budget: number;
  readonly droppedQueries: number;
  /** Themes; see `unconfirmedTwice`. */
  readonly unconfirmedTwice: readonly string[];
  /** ISO 8601. */
  readonly missedSlots: readonly string[];
}

/**
 * All conditions of a run that a reader must know. `stateMissing` and `contextOverCap` report what aborts a run
 * earlier.
 */
export function diagnose(run: DiagnosedRun): BriefingDiagnostic[] {
  const active = run.themes.filter(isActive);
  const found = [
    ...(run.isLive ? active.map((theme) => thinCoverage(theme, run.items, run.highConviction)) : []),
    ...active.map((theme) => staleness(theme, run.claims, run.items, run.slot)),
    sourceConcentration(run.items),
    budgetExceeded(run.droppedQueries, run.budget),
    highRejection(run.results),
    ...run.unconfirmedTwice.map(twiceUnconfirmed),
    ...nothingRead(run),
    slotsMissed(run.missedSlots),
  ];
  return found.filter((diagnostic) => diagnostic !== null);
}

/** An active theme of high conviction with fewer than two confirmed items. */
export function thinCoverage(
  theme: Theme,
  items: readonly BriefingItem[],
  highConviction: number,
): BriefingDiagnostic | null {
  const confirmed = confirmedOf(theme, items).length;
  if (!isActive(theme) || theme.conviction < highConviction || confirmed >= ENOUGH_CONFIRMED) return null;
  const detail = `${counted(confirmed, 'confirmed item')}, fewer than ${ENOUGH_CONFIRMED}; conviction ${theme.conviction}`;
  return { code: 'THIN_COVERAGE', themeId: theme.id, detail };
}

/** Everything confirmed on a theme is older than 48 hours; without confirmed claims nothing can be stale. */
export function staleness(
  theme: Theme,
  claims: readonly BriefingClaim[],
  items: readonly BriefingItem[],
  slot: BriefingSlot,
): BriefingDiagnostic | null {
  const known = claims.filter((one) => one.themeId === theme.id && one.status === 'confirmed' && isStanding(one));
  if (known.length === 0) return null;
  const published = confirmedOf(theme, items).map(({ publishedAt }) => publishedAt);
  const newest = Math.max(...[...known.map(({ evidencedAt }) => evidencedAt), ...published].map(Date.parse));
  const hours = (Date.parse(slot.time) - newest) / HOUR_MS;
  if (hours <= STALE_HOURS) return null;
  const detail = `no new developments: the newest confirmed evidence is ${Math.floor(hours)} hours old, over ${STALE_HOURS}`;
  return { code: 'STALENESS', themeId: theme.id, detail };
}

/** At least three of the first five promoted items come from one outlet. */
export function sourceConcentration(items: readonly BriefingItem[]): BriefingDiagnostic | null {
  const first = items.filter(({ status }) => status === 'confirmed').slice(0, FIRST_ITEMS);
  const outlets = [...new Set(first.map(({ outlet }) => outlet))];
  const shares = outlets.map((outlet) => ({ outlet, count: first.filter((item) => item.outlet === outlet).length }));
  const concentrated = shares.find(({ count }) => count >= CONCENTRATED);
  if (concentrated === undefined) return null;
  const detail = `${concentrated.count} of the first ${first.length} promoted items are from ${concentrated.outlet}`;
  return { code: 'SOURCE_CONCENTRATION', themeId: null, detail };
}

/** More queries were wanted than the budget allowed. */
export function budgetExceeded(dropped: number, budget: number): BriefingDiagnostic | null {
  if (dropped <= 0) return null;
  const detail = `${counted(dropped, 'query', 'queries')} dropped beyond the budget of ${budget}`;
  return { code: 'BUDGET_EXCEEDED', themeId: null, detail };
}

/** More than 40 % of the live results were rejected. */
export function highRejection(results: readonly LiveResult[]): BriefingDiagnostic | null {
  const rejected = results.filter(({ verdict }) => verdict === 'rejected').length;
  if (results.length === 0 || rejected / results.length <= MOST_REJECTED) return null;
  const percent = Math.round((100 * rejected) / results.length);
  const detail = `${rejected} of ${counted(results.length, 'live result')} rejected (${percent} %), more than ${MOST_REJECTED * 100} %`;
  return { code: 'HIGH_REJECTION', themeId: null, detail };
}

/** Neither a document nor a page, or, without the web, no document that names a theme: that all is well cannot be known. */
export function nothingRead({
  documents,
  results,
  unnamed,
  isLive,
}: Pick<DiagnosedRun, 'documents' | 'results' | 'unnamed' | 'isLive'>): BriefingDiagnostic[] {
  const code = 'NOTHING_READ';
  if (documents === 0 && results.length === 0) {
    return [{ code, themeId: null, detail: 'no document was searched, and no page was found' }];
  }
  const detail = `none of ${counted(documents, 'document')} names the theme or its actors`;
  return isLive ? [] : unnamed.map((themeId) => ({ code, themeId, detail }));
}

/** Reported items of a theme stayed unconfirmed in two or more corrections within 7 days. */
export function twiceUnconfirmed(themeId: string): BriefingDiagnostic {
  const detail = 'at least 2 corrective queries within 7 days confirmed nothing';
  return { code: 'UNCONFIRMED_TWICE', themeId, detail };
}

/** Slots passed while nothing was running. */
export function slotsMissed(missed: readonly string[]): BriefingDiagnostic | null {
  if (missed.length === 0) return null;
  const detail = `${counted(missed.length, 'slot')} without a run since the newest output: ${missed.join(', ')}`;
  return { code: 'SLOTS_MISSED', themeId: null, detail };
}

/** Halts: the themes are missing or too old. */
export function stateMissing(reason: string): BriefingDiagnostic {
  return { code: 'STATE_MISSING', themeId: null, detail: reason };
}

/** Halts: methodology or state exceed what the context may hold. */
export function contextOverCap(figures: string): BriefingDiagnostic {
  return { code: 'CONTEXT_OVER_CAP', themeId: null, detail: figures };
}

function confirmedOf({ id }: Pick<Theme, 'id'>, items: readonly BriefingItem[]): BriefingItem[] {
  return items.filter(({ themeId, status }) => themeId === id && status === 'confirmed');
}
