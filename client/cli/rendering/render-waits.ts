import { counted } from '../../../workflows/contracts/counted.ts';
import type { Ledger, LedgerEntry } from '../../../workflows/contracts/metering.ts';
import type { RunWait } from '../../../workflows/contracts/run-wait.ts';
import { LIMITS } from '../../configuration/settings.ts';
import { commands } from '../../wording/cli-commands.ts';
import { optionOf } from '../options/setting-text.ts';
import { renderElapsed } from '../terminal/duration.ts';

/** What a run waits for, why, until when, and what to do. */
export function describeWait(wait: RunWait, researchId: string, now: number): string {
  const { kind, subject, reason, until, attempts } = wait;
  const left = renderElapsed(Math.max(0, Date.parse(until) - now));
  const next = kind === 'budget' ? `finishes with what it has in ${left}` : `retries in ${left}`;
  const asked = attempts === 0 ? '' : `, retried ${counted(attempts, 'time')} so far`;
  return `${subject}: ${reason}; ${next}${asked}; ${remedyFor(wait, researchId)}`;
}

function remedyFor({ kind, subject }: RunWait, researchId: string): string {
  switch (kind) {
    case 'budget':
      return [
        `raise the limit: ${commands.extend(researchId, optionFor(subject))}`,
        `finish with what was found: ${commands.finish(researchId)}`,
        `stop: ${commands.cancel(researchId)}`,
      ].join('; ');
    case 'outage':
      return `retry now: ${commands.retry(researchId)}`;
    case 'setup':
      return `fix it, then retry now: ${commands.retry(researchId)}`;
  }
}

/** The option that raises a limit, with what stands for its value. */
function optionFor(limit: string): string {
  const setting = LIMITS.find(({ path }) => path.at(-1) === limit);
  return setting === undefined ? '…' : `${optionOf(setting)} …`;
}

/** What was saved first, as a shortened list ends with the rest, then one line per kind of call. */
export function describeLedger({ entries, reusedFrom }: Ledger): string[] {
  return [
    ...reusedFrom.map(({ researchId, answers }) => `${counted(answers, 'answer')} of ${researchId} reused`),
    ...entries.map(describeEntry),
  ];
}

function describeEntry(entry: LedgerEntry): string {
  const { kind, name, model, requests, lost, reused, promptTokens, completionTokens, money } = entry;
  const facts = [
    counted(requests, 'request'),
    ...(lost > 0 ? [`${lost} of them lost`] : []),
    ...(reused > 0 ? [`${reused} from the store`] : []),
    ...(promptTokens + completionTokens > 0 ? [`${promptTokens} + ${completionTokens} tokens`] : []),
    ...(money === null || money === 0 ? [] : [`$${money.toFixed(4)}`]),
  ];
  return `${kind} ${name}${model === '' ? '' : ` (${model})`}: ${facts.join(', ')}`;
}
