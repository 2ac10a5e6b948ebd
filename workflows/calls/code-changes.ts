// oxlint-disable-next-line no-restricted-imports -- the one place that asks
import { patched } from '@temporalio/workflow';

/** Newest first. A workflow that began with one of them has those after it, too, and all changes from before there was this list. */
const DECIDED_AT_START = ['rules-first'] as const;

/** Place in the list of the newest change that this workflow began with; -1: it began before all of them. */
let began: number | undefined;

/**
 * Whether this workflow's code has a change of its commands. Workflows call it before their first rule: it decides then for all
 * changes, with one marker. A marker that is asked for later may move: after a query, replay brings the result of a rule one
 * workflow task earlier than it first came (decision 0117).
 */
export function hasChange(name: string): boolean {
  began ??= DECIDED_AT_START.findIndex((change) => patched(change));
  const place = DECIDED_AT_START.findIndex((change) => change === name);
  if (place >= 0) return began >= 0 && began <= place;
  return began >= 0 || patched(name);
}
