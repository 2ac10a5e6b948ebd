import type {
  BriefingDiagnostic,
  DiagnosticCode,
  OpenIssue,
  WantedIssue,
} from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { escapeMarkdown } from '@plumbline/contracts/common/markdown-text';

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
    advice: 'Check `state/active_themes.yml`, then confirm or edit the themes with `plumbline briefing refresh-state`.',
  },
  CONTEXT_OVER_CAP: {
    type: 'task',
    severity: 'critical',
    title: 'Methodology or state exceed their caps',
    happened: 'The briefing was halted before the synthesis: methodology and state are never cut.',
    advice: 'Shorten `METHODOLOGY.md` or the themes, or raise `caps` in `briefing.yml`.',
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
    advice: 'Keep a worker running, and make up for a day with `plumbline briefing backfill`.',
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
    return [
      {
        key: keyOf(briefing, code, themeId),
        title,
        body: bodyOf(form, detail, theme, slot),
        type,
        severity,
        code,
        themeId,
      },
    ];
  });
  return issues.filter(({ key }, index) => issues.findIndex((other) => other.key === key) === index);
}

export interface Evaluated {
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
