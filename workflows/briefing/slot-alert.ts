import type { WantedIssue } from '../contracts/briefing-issues.ts';
import type { BriefingSlot } from '../contracts/briefing-slot.ts';

/** The issue that says that a slot has no output. */
export function slotAlert(name: string, { kind, slotId, time }: BriefingSlot, failed: Failed): WantedIssue {
  return {
    key: `${name}/SLOT_WITHOUT_OUTPUT`,
    title: `${name}: the ${kind} briefing ${slotId} has no output`,
    body: [
      `The ${kind} briefing \`${slotId}\` (${time}) failed and wrote nothing:`,
      '',
      ...failed.reason.split('\n').map((line) => `> ${line}`),
      '',
      `Workflow: \`${failed.workflowId}\`.`,
      'When the cause is gone, run the slot again with `briefing run --slot`, or with `briefing backfill` once later slots have run.',
    ].join('\n'),
    type: 'workflow',
    severity: 'high',
    code: 'SLOT_WITHOUT_OUTPUT',
    themeId: null,
  };
}

interface Failed {
  readonly workflowId: string;
  readonly reason: string;
}
