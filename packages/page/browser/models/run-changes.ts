import type { ResearchPlan, ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { PublicProgress } from '@plumbline/contracts/report/run-view';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';
import type { Steer } from '@plumbline/contracts/research/steering';

export const LIMIT_NAMES = [
  'searches',
  'pages',
  'modelCalls',
  'modelTokens',
  'money',
  'wallTimeSeconds',
] as const satisfies readonly (keyof ResearchLimits)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

/** What a run has used of a limit. */
export interface Spending {
  readonly name: Exclude<LimitName, 'wallTimeSeconds'>;
  readonly used: number;
  /** Null: no limit. */
  readonly limit: number | null;
}

/** What was used of which limit; a run does not report its time. */
export function spendingsOf({ usage, limits }: Pick<PublicProgress, 'usage' | 'limits'>): Spending[] {
  const names = LIMIT_NAMES.filter((name) => name !== 'wallTimeSeconds');
  return names.map((name) => ({ name, used: usage[name], limit: limits[name] }));
}

/** What was typed, by limit; an empty text changes nothing. */
export type TypedLimits = Readonly<Partial<Record<LimitName, string>>>;

const HOUR_SECONDS = 3_600;

/** A limit as people write it: times in hours. */
export function shownLimit(name: string, limit: number): number {
  return name === 'wallTimeSeconds' ? limit / HOUR_SECONDS : limit;
}

/** A limit as the API takes it. */
export function limitFrom(name: string, shown: number): number {
  return name === 'wallTimeSeconds' ? Math.round(shown * HOUR_SECONDS) : shown;
}

/** The limits that were changed; what is no number is left for the server to refuse. */
export function changedLimits(typed: TypedLimits, present: ResearchLimits): Partial<ResearchLimits> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const text = typed[name]?.trim() ?? '';
      const limit = limitFrom(name, Number(text.replace(',', '.')));
      return text === '' || limit === present[name] ? [] : [[name, limit]];
    }),
  );
}

export const STEER_ACTIONS = [
  'add-task',
  'drop-task',
  'ban-source',
  'ban-domain',
  'prefer-source',
  'set-threshold',
  'set-language',
] as const satisfies readonly Steer['action'][];

/** A change as it is sent, from its action and the one thing that it needs; what does not fit the server refuses. */
export function steerOf(action: Steer['action'], typed: string): Steer {
  const text = typed.trim();
  switch (action) {
    case 'add-task':
      return { action, text };
    case 'drop-task':
      return { action, taskId: text };
    case 'ban-source':
      return { action, locator: text };
    case 'ban-domain':
      return { action, domain: text };
    case 'prefer-source':
      return { action, source: text };
    case 'set-threshold':
      return { action, relevanceThreshold: Number(text) };
    case 'set-language':
      return { action, language: text };
  }
}

/** More tasks no run takes (`MAX_TASKS` of the contract). */
export const MAX_PLAN_TASKS = 24;

/** A plan while a person edits it. */
export type PlanDraft = readonly ResearchTask[];

export function changeTask(draft: PlanDraft, index: number, text: string): PlanDraft {
  return draft.map((task, place) => (place === index ? { ...task, text } : task));
}

export function removeTask(draft: PlanDraft, index: number): PlanDraft {
  return draft.toSpliced(index, 1);
}

/** Moves a task by so many places; at an end it stays. */
export function moveTask(draft: PlanDraft, index: number, by: number): PlanDraft {
  const task = draft[index];
  const target = index + by;
  if (task === undefined || target < 0 || target >= draft.length) return draft;
  return draft.toSpliced(index, 1).toSpliced(target, 0, task);
}

/** Adds an empty task under an id that none has. */
export function addTask(draft: PlanDraft): PlanDraft {
  const taken = new Set(draft.map(({ taskId }) => taskId));
  let number = draft.length + 1;
  while (taken.has(`own-${number}`)) number += 1;
  return [...draft, { taskId: `own-${number}`, text: '', rationale: '' }];
}

/** Why the draft cannot be sent; null: it can. */
export function faultOfDraft(draft: PlanDraft): 'empty-plan' | 'empty-task' | null {
  if (draft.length === 0) return 'empty-plan';
  return draft.some(({ text }) => text.trim() === '') ? 'empty-task' : null;
}

/** What is to be sent; null: the plan as it was proposed. */
export function editedPlan(draft: PlanDraft, proposed: ResearchPlan): ResearchPlan | null {
  const tasks = draft.map((task) => ({ ...task, text: task.text.trim() }));
  const isSame =
    tasks.length === proposed.tasks.length &&
    tasks.every(({ taskId, text }, index) => {
      const before = proposed.tasks[index];
      return before?.taskId === taskId && before.text === text;
    });
  return isSame ? null : { tasks };
}
