import { counted } from '@plumbline/contracts/common/counted';
import { toPlainLine, layoutTable, truncate } from '../../client/cli/terminal/text-layout.ts';
import {
  type ChangedDecision,
  DECISION_EFFECTS,
  type DecisionEffect,
  type EffectCounts,
  type ReplayedRun,
} from './replayed-run.ts';

/** One record of a folder. */
export type ReplayedFile = { readonly path: string } & (
  | ReplayedRun
  | { readonly state: 'unreadable'; readonly problem: string }
);

const LABELS: Readonly<Record<DecisionEffect, string>> = {
  accepted: 'rejected -> accepted',
  rejected: 'accepted -> rejected',
  read: 'not read -> read',
  unread: 'read -> not read',
  warned: 'drift warned of',
  'no-longer-warned': 'drift no longer warned of',
};

const INDENT = '  ';
/** Differences listed for a run that was recorded by other rules. */
const LISTED_DIFFERENCES = 5;

/** What other settings would have changed, run by run, and a table of all. */
export function renderReplays(files: readonly ReplayedFile[], total: EffectCounts, columns: number): string {
  return [...files.map((file) => [...runLines(file, columns), ''].join('\n')), ...tableOf(files, total, columns)].join(
    '\n',
  );
}

function runLines(file: ReplayedFile, columns: number): string[] {
  if (file.state === 'unreadable') return [`not compared: ${toPlainLine(file.problem)}`];
  const head = truncate(`${toPlainLine(file.researchId)}: ${toPlainLine(file.question)}`, columns);
  if (file.state === 'recorded-by-other-rules') {
    const more = file.differences.length - LISTED_DIFFERENCES;
    return [
      head,
      `${INDENT}not compared, recorded by other rules: its own settings do not lead to its decisions (${toPlainLine(file.path)})`,
      ...file.differences
        .slice(0, LISTED_DIFFERENCES)
        .map((difference) => `${INDENT}${INDENT}${toPlainLine(difference)}`),
      ...(more > 0 ? [`${INDENT}${INDENT}and ${more} more`] : []),
    ];
  }
  const { changes, decisions, notRecorded } = file;
  return [
    head,
    ...(changes.length === 0 ? [`${INDENT}no change in ${counted(decisions, 'decision')}`] : []),
    ...DECISION_EFFECTS.flatMap((effect) => effectLines(effect, changes, columns)),
    ...notRecorded.map((missing) => `${INDENT}not recorded: ${toPlainLine(missing)}`),
  ];
}

function effectLines(effect: DecisionEffect, changes: readonly ChangedDecision[], columns: number): string[] {
  const affected = changes.filter((change) => change.effect === effect);
  if (affected.length === 0) return [];
  return [
    `${INDENT}${LABELS[effect]}: ${affected.length}`,
    ...affected.flatMap((change) => changeLines(change, columns)),
  ];
}

function changeLines(change: ChangedDecision, columns: number): string[] {
  const { subject, findingId, place, before, after, excerpt } = change;
  const lines = [
    `${findingId ?? subject}  ${toPlainLine(place)}`,
    `${INDENT}${toPlainLine(`${before} -> ${after}`)}${scoresOf(change)}`,
    ...(excerpt === null || excerpt === '' ? [] : [`${INDENT}"${toPlainLine(excerpt)}"`]),
  ];
  return lines.map((line) => truncate(`${INDENT}${INDENT}${line}`, columns));
}

function scoresOf({ scores }: ChangedDecision): string {
  const known = (['hit', 'first', 'final'] as const).flatMap((name) => {
    const score = scores[name];
    return score === null ? [] : [`${name} ${score.toFixed(2)}`];
  });
  return known.length === 0 ? '' : `  (${known.join(', ')})`;
}

/** A row for each effect: runs have long ids and are many. */
function tableOf(files: readonly ReplayedFile[], total: EffectCounts, columns: number): string[] {
  const compared = files.filter((file) => file.state === 'compared');
  const rows = DECISION_EFFECTS.map((effect) => {
    const runs = compared.filter(({ counts }) => counts[effect] > 0).length;
    return [LABELS[effect], String(total[effect]).padStart(7), String(runs).padStart(4)];
  });
  const others = files.length - compared.length;
  const skipped = others === 0 ? '' : `; ${others} not compared`;
  const decisions = compared.reduce((sum, each) => sum + each.decisions, 0);
  return [
    `${counted(compared.length, 'run')} compared, ${counted(decisions, 'decision')}${skipped}`,
    ...layoutTable([['', 'changes', 'runs'], ...rows], columns),
  ];
}
