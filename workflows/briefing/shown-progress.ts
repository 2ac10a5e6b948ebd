import { setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { BriefingDiagnostic } from '../contracts/briefing-issues.ts';
import type { BriefingSlot } from '../contracts/briefing-slot.ts';
import type { RunWait } from '../contracts/run-wait.ts';
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
