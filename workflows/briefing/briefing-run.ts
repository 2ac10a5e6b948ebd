import type { BriefingInput, BriefingState } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingDiagnostic, OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import { type BriefingSettings, budgetOf } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { isActive, type Theme } from '@plumbline/contracts/briefings/briefing-state';
import type { RunWait } from '@plumbline/contracts/report/progress';
import { type ResearchRequest, researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import { createParts, RUN_PATIENCE, type RunParts } from '../deep-research/run/research-run.ts';
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

/** The parts of one briefing. Its `researchId` is its workflow id: the pages that it reads are kept under it. */
export interface BriefingRun extends RunParts, Opening {
  /** Those that this run reports on. */
  readonly themes: readonly Theme[];
  /** Of these themes, in the previous output. */
  readonly previousClaims: readonly BriefingClaim[];
}

interface Opening {
  readonly input: BriefingInput;
  readonly slot: BriefingSlot;
  readonly settings: BriefingSettings;
  /** What the briefing knows of the world; `state` is the run's own. */
  readonly known: BriefingState;
  readonly openIssues: readonly OpenIssue[];
  readonly shown: ShownProgress;
}

/** Builds the parts and connects them; nothing happens yet. */
export function createBriefingRun(opening: Opening): BriefingRun {
  const { input, known, shown } = opening;
  const { providerOutageSeconds: providerSeconds } = opening.settings;
  const parts = createParts({
    researchId: workflowInfo().workflowId,
    request: requestOf(opening),
    patience: { ...RUN_PATIENCE, providerSeconds },
    // A scheduled run has no user to ask.
    decisionSeconds: 0,
    changed: (waits) => shown.showWaits(waits),
  });
  // To a model, what came after the slot's day would be no news of the future.
  parts.reasoning.dateLike(opening.slot.day);
  const wanted = input.themeIds === null ? null : new Set(input.themeIds);
  const themes = known.themes.filter((theme) => isActive(theme) && (wanted === null || wanted.has(theme.id)));
  return { ...parts, ...opening, themes, previousClaims: claimsOf(themes, known) };
}

function claimsOf(themes: readonly Theme[], { previous }: BriefingState): readonly BriefingClaim[] {
  const ids = new Set(themes.map(({ id }) => id));
  return (previous?.themes ?? []).flatMap(({ claims }) => claims).filter(({ themeId }) => ids.has(themeId));
}

/** The request of a research run that would search the same places with the same budget. */
function requestOf({ slot, settings }: Opening): ResearchRequest {
  const { title, web, requireModel } = settings;
  const defaults = researchSettingsSchema.parse({});
  return {
    question: title,
    corpusDirectories: [],
    web: web === null ? null : { ...web, since: null },
    settings: {
      ...defaults,
      requireModel,
      // Not parsed: a budget may be nothing.
      limits: { ...defaults.limits, searches: budgetOf(settings, slot.kind) },
    },
  };
}
