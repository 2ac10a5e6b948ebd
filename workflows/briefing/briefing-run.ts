import { setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import { waitForWorkers } from '../calls/activity-options.ts';
import { BudgetWait } from '../calls/budget-wait.ts';
import type { BriefingInput, BriefingState } from '../contracts/briefings/briefing-activities.ts';
import type { BriefingDiagnostic, OpenIssue } from '../contracts/briefings/briefing-issues.ts';
import type { BriefingClaim } from '../contracts/briefings/briefing-items.ts';
import { type BriefingSettings, budgetOf } from '../contracts/briefings/briefing-settings.ts';
import type { BriefingSlot } from '../contracts/briefings/briefing-slot.ts';
import { isActive, type Theme } from '../contracts/briefings/briefing-state.ts';
import type { RunWait } from '../contracts/report/progress.ts';
import { type ResearchRequest, researchSettingsSchema } from '../contracts/research/research-request.ts';
import { type ResearchRun, RUN_PATIENCE } from '../deep-research/run/research-run.ts';
import { RunAccounts, WorkTime } from '../deep-research/run/run-accounts.ts';
import { RunReasoning } from '../deep-research/run/run-reasoning.ts';
import { LiveState } from '../deep-research/run/run-state.ts';
import { RunWaits } from '../deep-research/run/run-waits.ts';
import { ServerWaits } from '../deep-research/run/server-waits.ts';
import { type BriefingProgress, briefingProgressQuery } from './messages.ts';

/** What people see of a briefing while it runs and afterwards: in the Web UI, and by query. */
export class ShownProgress {
  readonly #title: string;
  readonly #details: string[] = [];
  #stage = 'state';
  #waits: readonly RunWait[] = [];

  constructor({ kind, slotId, time }: BriefingSlot, isBackfill: boolean) {
    this.#title = `**${kind} ${slotId}**${isBackfill ? ' (backfill)' : ''}, nominal time ${time}`;
    setHandler(briefingProgressQuery, () => this.#progress);
    this.#show();
  }

  enter(stage: string): void {
    this.#stage = stage;
    this.#show();
  }

  /** Adds lines to what was found so far. */
  note(...lines: readonly string[]): void {
    this.#details.push(...lines);
    this.#show();
  }

  noteDiagnostics(diagnostics: readonly BriefingDiagnostic[]): void {
    const lines = diagnostics.map(
      ({ code, themeId, detail }) => `\`${code}\`${themeId === null ? '' : ` ${themeId}`}: ${detail}`,
    );
    this.note(...(lines.length === 0 ? ['HEALTHY'] : lines));
  }

  showWaits(waits: readonly RunWait[]): void {
    this.#waits = waits;
    this.#show();
  }

  get #progress(): BriefingProgress {
    const waiting = this.#waits.map(({ subject, until, reason }) => `waiting for ${subject} until ${until}: ${reason}`);
    return { stage: this.#stage, details: [...this.#details, ...waiting] };
  }

  #show(): void {
    const { stage, details } = this.#progress;
    setCurrentDetails([this.#title, '', `**${stage}**`, '', ...details.map((line) => `- ${line}`)].join('\n'));
  }
}

/** What a briefing shares with a research run, so that search, reading and verification serve it. */
type SharedParts = Pick<
  ResearchRun,
  'researchId' | 'request' | 'state' | 'accounts' | 'budget' | 'servers' | 'reasoning'
>;

/** The parts of one briefing. Its `researchId` is its workflow id: the pages that it reads are kept under it. */
export interface BriefingRun extends SharedParts {
  readonly input: BriefingInput;
  readonly slot: BriefingSlot;
  readonly settings: BriefingSettings;
  /** What the briefing knows of the world; `state` is the run's own. */
  readonly known: BriefingState;
  /** Those that this run reports on. */
  readonly themes: readonly Theme[];
  /** Of these themes, in the previous output. */
  readonly previousClaims: readonly BriefingClaim[];
  readonly openIssues: readonly OpenIssue[];
  readonly shown: ShownProgress;
}

interface Opening {
  readonly input: BriefingInput;
  readonly slot: BriefingSlot;
  readonly settings: BriefingSettings;
  readonly known: BriefingState;
  readonly openIssues: readonly OpenIssue[];
  readonly shown: ShownProgress;
}

/** Builds the parts and connects them; nothing happens yet. */
export function createBriefingRun(opening: Opening): BriefingRun {
  const { input, known, shown } = opening;
  const { providerOutageSeconds: providerSeconds } = opening.settings;
  const request = requestOf(opening);
  const state = new LiveState(request.settings.limits);
  const accounts = new RunAccounts(() => state.current.limits);
  const waits = new RunWaits(state, { changed: () => shown.showWaits(state.current.waits) }, new WorkTime());
  const servers = new ServerWaits(state, waits, { ...RUN_PATIENCE, providerSeconds });
  waitForWorkers(servers.worker);
  const budget = new BudgetWait({
    // A scheduled run has no user to ask: at a limit it makes do with less.
    timeoutMs: 0,
    limits: () => state.current.limits,
    hasReached: (name) => name !== 'wallTimeSeconds' && accounts.isAt(name),
    isFinishing: () => state.isFinishing,
    waitForPeople: async () => undefined,
  });
  const reasoning = new RunReasoning({ request, state, accounts, budget, model: servers.model });
  // To a model, what came after the slot's day would be no news of the future.
  reasoning.dateLike(opening.slot.day);
  const wanted = input.themeIds === null ? null : new Set(input.themeIds);
  const themes = known.themes.filter((theme) => isActive(theme) && (wanted === null || wanted.has(theme.id)));
  const shared = { researchId: workflowInfo().workflowId, request, state, accounts, budget, servers, reasoning };
  return { ...shared, ...opening, themes, previousClaims: claimsOf(themes, known) };
}

function claimsOf(themes: readonly Theme[], { previous }: BriefingState): readonly BriefingClaim[] {
  const ids = new Set(themes.map(({ id }) => id));
  return (previous?.themes ?? []).flatMap(({ claims }) => claims).filter(({ themeId }) => ids.has(themeId));
}

/** The request of a research run that would search the same places with the same budget. */
function requestOf({ slot, settings }: Opening): ResearchRequest {
  const { title, web } = settings;
  const defaults = researchSettingsSchema.parse({});
  return {
    question: title,
    corpusDirectories: [],
    web: web === null ? null : { ...web, since: null },
    settings: {
      ...defaults,
      // Not parsed: a budget may be nothing.
      limits: { ...defaults.limits, searches: budgetOf(settings, slot.kind) },
    },
  };
}
