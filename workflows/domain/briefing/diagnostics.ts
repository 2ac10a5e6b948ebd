import type {
  BriefingDiagnostic,
  DiagnosticCode,
  OpenIssue,
  WantedIssue,
} from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingClaim, BriefingItem, LiveResult } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { isActive, type Theme } from '@plumbline/contracts/briefings/briefing-state';
import { counted } from '@plumbline/contracts/common/counted';
import { escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { isStanding } from './claim-conflicts.ts';
import { UNREAD } from './result-screening.ts';

const HOUR_MS = 3_600_000;
const ENOUGH_CONFIRMED = 2;
const STALE_HOURS = 48;
const FIRST_ITEMS = 5;
const CONCENTRATED = 3;
const MOST_REJECTED = 0.4;

/** What the diagnostics of a run rest on. */
interface DiagnosedRun {
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
  readonly unconfirmedTwice: readonly string[];
  /** ISO 8601. */
  readonly missedSlots: readonly string[];
}

interface IssueForm extends Pick<WantedIssue, 'type' | 'severity'> {
  readonly title: string;
  readonly happened: string;
  readonly advice: string;
}

/** Null: shown in the output, but no action is needed. */
const FORMS: Readonly<Record<DiagnosticCode, IssueForm | null>> = {
  STATE_MISSING: {
    type: 'task',
    severity: 'critical',
    title: 'The state is missing or too old',
    happened: 'The briefing was halted before any retrieval: without a current state it could not tell what is new.',
    advice: 'Check `state/active_themes.yml`, then confirm or edit the themes with `plumbline briefing themes`.',
  },
  CONTEXT_OVER_CAP: {
    type: 'task',
    severity: 'critical',
    title: 'Methodology and state leave no room',
    happened: 'The briefing was halted before any retrieval: methodology and state are never cut.',
    advice: 'Shorten `METHODOLOGY.md` or the themes, or raise `caps.total` in `briefing.yml`.',
  },
  THIN_COVERAGE: {
    type: 'source',
    severity: 'high',
    title: 'Too few confirmed items',
    happened: 'A theme of high conviction has too few confirmed items, also after one further query.',
    advice: 'List further sources of tier 1 or 2 in `SOURCES.md`, or check the actors of the theme.',
  },
  UNCONFIRMED_TWICE: {
    type: 'source',
    severity: 'high',
    title: 'Reported claims stay unconfirmed',
    happened: 'Claims that touch the mechanism of the theme were reported, and no source of tier 1 confirmed them.',
    advice: 'List a source of tier 1 that would know in `SOURCES.md`, or check the reported claims yourself.',
  },
  NOTHING_READ: null,
  SOURCE_CONCENTRATION: {
    type: 'source',
    severity: 'medium',
    title: 'Most items come from one outlet',
    happened: 'The first items of the briefing rest on one outlet.',
    advice: 'List further sources of tier 1 or 2 in `SOURCES.md`.',
  },
  BUDGET_EXCEEDED: {
    type: 'workflow',
    severity: 'medium',
    title: 'More queries were wanted than allowed',
    happened: 'Queries of the lowest priority were not asked.',
    advice: 'Raise `budget` in `briefing.yml`, or remove entries of `tomorrowsFocus` and watchpoints.',
  },
  HIGH_REJECTION: {
    type: 'workflow',
    severity: 'medium',
    title: 'Many live results were rejected',
    happened: 'Most of what the searches found was of no use.',
    advice: 'Make the queries more specific, or list the sources that were rejected wrongly in `SOURCES.md`.',
  },
  SLOTS_MISSED: {
    type: 'workflow',
    severity: 'medium',
    title: 'Slots were missed',
    happened: 'Nothing was running at the time of these slots.',
    advice: 'Keep a worker running, and make up for a day with `plumbline briefing run --again`.',
  },
  SLOT_WITHOUT_OUTPUT: {
    type: 'workflow',
    severity: 'high',
    title: 'A slot produced no output',
    happened: 'The briefing started and ended without an output.',
    advice: 'Look up the run in the Web UI, then run the briefing again with `plumbline briefing run`.',
  },
  STALENESS: null,
};

/** All conditions that a reader must know; what ends a run earlier is reported by the run itself. */
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

/** More than 40 % of the live results were rejected. A page that could not be read says nothing of the query. */
export function highRejection(results: readonly LiveResult[]): BriefingDiagnostic | null {
  const judged = results.filter(({ reason }) => reason !== UNREAD);
  const rejected = judged.filter(({ verdict }) => verdict === 'rejected').length;
  if (judged.length === 0 || rejected / judged.length <= MOST_REJECTED) return null;
  const percent = Math.round((100 * rejected) / judged.length);
  const detail = `${rejected} of ${counted(judged.length, 'live result')} rejected (${percent} %), more than ${MOST_REJECTED * 100} %`;
  return { code: 'HIGH_REJECTION', themeId: null, detail };
}

/** Neither a document nor a page, or, without the web, no document that names a theme: that all is well cannot be known. */
function nothingRead({ documents, results, unnamed, isLive }: DiagnosedRun): BriefingDiagnostic[] {
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

function confirmedOf({ id }: Pick<Theme, 'id'>, items: readonly BriefingItem[]): BriefingItem[] {
  return items.filter(({ themeId, status }) => themeId === id && status === 'confirmed');
}

/** The issues that the diagnostics of a run call for: one per condition and theme, the same for every run. */
export function wantedIssues(
  briefing: string,
  diagnostics: readonly BriefingDiagnostic[],
  themes: readonly Pick<Theme, 'id' | 'title'>[],
  slot: BriefingSlot,
): WantedIssue[] {
  const issues = diagnostics.flatMap(({ code, themeId, detail }) => {
    const form = FORMS[code];
    if (form === null) return [];
    const theme = themeId === null ? undefined : (themes.find(({ id }) => id === themeId)?.title ?? themeId);
    const title = theme === undefined ? form.title : `${form.title}: ${theme}`;
    const { type, severity } = form;
    const body = bodyOf(form, detail, theme, slot);
    return [{ key: keyOf(briefing, code, themeId), title, body, type, severity, code, themeId }];
  });
  return issues.filter(({ key }, index) => issues.findIndex((other) => other.key === key) === index);
}

interface Evaluated {
  readonly briefing: string;
  /** Ids of the themes of the run; issues of others stay as they are. */
  readonly evaluatedThemes: readonly string[];
}

/**
 * Open issues of the briefing whose condition is gone. A halted run knows nothing about the stages it did not reach:
 * with the state missing it closes nothing, with the context over its cap only the issues about missing state.
 */
export function issuesToClose(
  openIssues: readonly OpenIssue[],
  wanted: readonly WantedIssue[],
  { briefing, evaluatedThemes }: Evaluated,
): { key: string; reason: string }[] {
  const codes = new Set(wanted.map(({ code }) => code));
  const keys = new Set(wanted.map(({ key }) => key));
  const isKnown = ({ code, themeId }: OpenIssue): boolean => {
    if (codes.has('STATE_MISSING')) return false;
    if (codes.has('CONTEXT_OVER_CAP')) return code === 'STATE_MISSING';
    return themeId === null || evaluatedThemes.includes(themeId);
  };
  return openIssues
    .filter((issue) => issue.key.startsWith(`${briefing}/`) && !keys.has(issue.key) && isKnown(issue))
    .map(({ key, code }) => ({ key, reason: `The condition ${code} is gone.` }));
}

function keyOf(briefing: string, code: DiagnosticCode, themeId: string | null): string {
  return themeId === null ? `${briefing}/${code}` : `${briefing}/${code}/${themeId}`;
}

function bodyOf(
  { happened, advice }: IssueForm,
  detail: string,
  theme: string | undefined,
  { slotId, kind, time, timezone }: BriefingSlot,
): string {
  return [
    happened,
    ...(theme === undefined ? [] : [`**Theme:** ${escapeMarkdown(theme)}`]),
    `**Figures:** ${escapeMarkdown(detail)}`,
    `**What to do:** ${advice}`,
    `Slot: ${slotId} (${kind}, ${time}, ${timezone})`,
  ].join('\n\n');
}
