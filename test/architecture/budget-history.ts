import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Budget, budgetSchema, sumOf } from './budget.ts';

const FILE = 'budget.json';
const DECISION = /^docs\/decisions\/\d{4}-[^/]+\.md$/u;

/** One commit that changed the budget, seen from one of its parents. */
export interface BudgetChange {
  readonly commit: string;
  readonly before: Budget;
  readonly after: Budget;
  /** Texts of the decisions that the commit added or changed. */
  readonly decisions: readonly string[];
  /** Paths that the parent had and the commit has not. */
  readonly gone: readonly string[];
}

/** What a change of the budget must not be: a larger sum, or a raise without a decision that names what went for it. */
export function findRaises({ commit, before, after, decisions, gone }: BudgetChange): string[] {
  const [was, is] = [sumOf(before), sumOf(after)];
  const raised = raisedIn(before, after);
  const names = decisions.some((text) => gone.some((path) => text.includes(path)));
  return [
    ...(is.lines > was.lines ? [`${commit} raises the sum of lines from ${was.lines} to ${is.lines}`] : []),
    ...(is.files > was.files ? [`${commit} raises the sum of files from ${was.files} to ${is.files}`] : []),
    ...(raised.length > 0 && !names
      ? [`${commit} raises ${raised.join(', ')} without a decision that names the files that went`]
      : []),
  ];
}

function raisedIn(before: Budget, after: Budget): string[] {
  const rooms = Object.entries(after.rooms).flatMap(([room, { files, lines }]) => {
    const was = before.rooms[room] ?? { files: 0, lines: 0 };
    return files > was.files || lines > was.lines ? [room] : [];
  });
  const numbers = (name: 'names' | 'counts') =>
    Object.entries(after[name]).flatMap(([each, count]) =>
      count > (before[name][each] ?? 0) ? [`${name} of ${each}`] : [],
    );
  return [...rooms, ...numbers('names'), ...numbers('counts')];
}

/** Whether git has only the newest commits here, so that nothing can be said of the others. */
export function isShallow(): boolean {
  return git('rev-parse', '--is-shallow-repository') !== 'false';
}

/** All changes since the file was made, the newest first. */
export function readChanges(): BudgetChange[] {
  const [made, ...others] = git('log', '--format=%H', '--full-history', '--', FILE).split('\n').reverse();
  if (made === undefined || made === '') return [];
  return others.reverse().flatMap((commit) =>
    git('rev-list', '--parents', '-n', '1', commit)
      .split(' ')
      .slice(1)
      .flatMap((parent) => {
        const before = budgetAt(parent);
        const after = budgetAt(commit);
        return before === undefined || after === undefined ? [] : [changeOf(commit, parent, before, after)];
      }),
  );
}

function changeOf(commit: string, parent: string, before: Budget, after: Budget): BudgetChange {
  const changed = git('diff', '--name-status', '--no-renames', parent, commit)
    .split('\n')
    .map((line) => line.split('\t'));
  const decisions = changed
    .filter(([status, path = '']) => status !== 'D' && DECISION.test(path))
    .map(([, path]) => git('show', `${commit}:${path}`));
  const gone = changed.filter(([status]) => status === 'D').map(([, path = '']) => path);
  return { commit: commit.slice(0, 8), before, after, decisions, gone };
}

/** A branch from before the file has none. */
function budgetAt(commit: string): Budget | undefined {
  if (git('ls-tree', '--name-only', commit, '--', FILE) === '') return undefined;
  return budgetSchema.parse(JSON.parse(git('show', `${commit}:${FILE}`)));
}

function git(...options: readonly string[]): string {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  return execFileSync('git', options, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' }).trimEnd();
}
