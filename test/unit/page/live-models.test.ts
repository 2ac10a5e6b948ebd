import { MAX_TASKS, researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import { isFinal, STAGES } from '@plumbline/contracts/report/progress';
import { researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import { steerSchema } from '@plumbline/contracts/research/steering';
import { describe, expect, it } from 'vitest';
import { wordsOfRefusal } from '../../../packages/page/browser/models/refusal.ts';
import {
  addTask,
  changedLimits,
  changeTask,
  editedPlan,
  faultOfDraft,
  MAX_PLAN_TASKS,
  moveTask,
  removeTask,
  spendingsOf,
  STEER_ACTIONS,
  steerOf,
} from '../../../packages/page/browser/models/run-changes.ts';
import {
  foundByTask,
  hasNoWorker,
  needOf,
  openQuestions,
  stagePathOf,
} from '../../../packages/page/browser/models/run-progress.ts';
import { clockIn, usualIn } from '../../../packages/page/browser/models/times.ts';
import { durationsOf, workOf } from '../../../packages/page/browser/models/work.ts';
import { wordsIn } from '../../../packages/page/browser/words/page-words.ts';
import { listedRuns } from '../../support/builders/page-runs.ts';
import { findingOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress, runView } from '../../support/builders/run-views.ts';

const task = (taskId: string, text = taskId) => ({ taskId, text, rationale: '' });
const PLAN = { tasks: [task('t1'), task('t2'), task('t3')] };
const PENDING = {
  round: 1,
  questions: [
    { questionId: 'r1q1', text: 'Which lamp?', reason: '' },
    { questionId: 'r1q2', text: 'Which oil?', reason: '' },
  ],
  answeredQuestionIds: ['r1q1'],
  assumptions: [],
  deadline: '2026-03-02T10:00:00.000Z',
};

describe('the path of stages', () => {
  it('is done before the present stage, and to come behind it', () => {
    expect(stagePathOf('planning').map(({ state }) => state)).toEqual([
      'done',
      'done',
      'present',
      'ahead',
      'ahead',
      'ahead',
      'ahead',
    ]);
  });

  it.each([null, ...STAGES.filter((stage) => !isFinal(stage))])('has one present stage at %s', (stage) => {
    expect(stagePathOf(stage).filter(({ state }) => state === 'present')).toHaveLength(1);
  });
});

describe('a plan that is edited', () => {
  it('is sent as null while it is the proposed one', () => {
    expect(editedPlan(PLAN.tasks, PLAN)).toBe(null);
    expect(editedPlan(changeTask(changeTask(PLAN.tasks, 0, 'x'), 0, ' t1 '), PLAN)).toBe(null);
  });

  it('takes changes, and fits what a run accepts', () => {
    const changed = changeTask(addTask(removeTask(moveTask(PLAN.tasks, 2, -1), 0)), 2, 'What is new?');

    const edited = editedPlan(changed, PLAN);

    expect(edited?.tasks.map(({ text }) => text)).toEqual(['t3', 't2', 'What is new?']);
    expect(researchPlanSchema.safeParse(edited).error).toBeUndefined();
  });

  it('never has an id twice, whatever is removed and added', () => {
    const twice = addTask(removeTask(addTask(addTask(PLAN.tasks)), 3));

    expect(new Set(twice.map(({ taskId }) => taskId)).size).toBe(twice.length);
  });

  it('stays as it is where a task is moved beyond an end', () => {
    expect(moveTask(PLAN.tasks, 0, -1)).toBe(PLAN.tasks);
    expect(moveTask(PLAN.tasks, 2, 1)).toBe(PLAN.tasks);
  });

  it('says what it lacks', () => {
    expect(faultOfDraft([])).toBe('empty-plan');
    expect(faultOfDraft(addTask(PLAN.tasks))).toBe('empty-task');
    expect(faultOfDraft(PLAN.tasks)).toBe(null);
    expect(MAX_PLAN_TASKS).toBe(MAX_TASKS);
  });
});

describe('what a run needs', () => {
  const asking = runView({ progress: researchProgress({ pendingClarification: PENDING }) });
  const planned = runView({ progress: researchProgress({ planToApprove: PLAN }) });
  const run = runView();
  const shown = (view: typeof run) => ({ ...view, hasReport: false });

  it('is an answer, or approval, while it is under way', () => {
    expect([asking, planned, run].map((view) => needOf(view)?.kind ?? null)).toEqual(['answers', 'plan', null]);
    expect(needOf({ ...asking, endedAt: '2026-03-01T11:00:00.000Z' })).toBe(null);
    expect(openQuestions(PENDING).map(({ questionId }) => questionId)).toEqual(['r1q2']);
  });

  it('may be a worker', () => {
    expect(hasNoWorker(shown(runView({ from: 'server' })))).toBe(true);
    expect(hasNoWorker(shown(runView({ from: 'server', workerIsBusy: true })))).toBe(false);
    expect(hasNoWorker(shown(run))).toBe(false);
  });
});

describe('the clock of a run', () => {
  it('shows each second', () => {
    expect([0, 59.9, 61, 3_727].map(clockIn)).toEqual(['0:00', '0:59', '1:01', '1:02:07']);
  });

  it('stands beside what the middle half of earlier runs took, once there are three', () => {
    expect(usualIn('en', [60, 600])).toBeNull();
    expect(usualIn('en', [10, 70, 100, 150, 9_000])).toBe('1–3 minutes');
    expect(usualIn('de', [20, 20, 20])).toBe('20 Sekunden');
    expect(usualIn('en', [0.2, 0.2, 0.2])).toBe('1 second');
  });

  it('counts runs with a report alone', () => {
    const times = { startedAt: '2026-03-01T10:00:00Z', endedAt: '2026-03-01T10:01:00Z' };
    const runs = listedRuns().map((listed) => ({ ...listed, ...times }));

    expect(runs.map(({ stage }) => stage)).toContain('failed');
    expect(durationsOf(workOf(runs, []))).toEqual([60]);
  });
});

describe('limits', () => {
  const limits = researchLimitsSchema.parse({ searches: 80 });

  it('are shown beside what was used', () => {
    const usage = { searches: 3, pages: 0, modelCalls: 0, modelTokens: 0, money: 0.5 };

    const spendings = spendingsOf({ usage, limits });

    expect(spendings[0]).toEqual({ name: 'searches', used: 3, limit: 80 });
    expect(spendings.at(-1)).toEqual({ name: 'money', used: 0.5, limit: null });
  });

  it('are sent where they were changed', () => {
    expect(changedLimits({ searches: '80', pages: ' 200 ', money: '' }, limits)).toEqual({ pages: 200 });
  });
});

describe('a change of what is still to do', () => {
  const TYPED = { 'set-threshold': '0.5', 'set-language': 'DE', 'drop-task': 't1' } as const;

  it.each(STEER_ACTIONS)('fits what a run accepts: %s', (action) => {
    const typed = action in TYPED ? TYPED[action as keyof typeof TYPED] : ' example.org ';

    expect(steerSchema.safeParse(steerOf(action, typed)).error).toBeUndefined();
  });

  it('can be every one that there is', () => {
    expect([...STEER_ACTIONS].sort()).toEqual(steerSchema.options.map(({ shape }) => shape.action.value).sort());
  });
});

describe('what was found so far', () => {
  it('stands below its task, in the order of the plan', () => {
    const tasks = PLAN.tasks.map(({ taskId, text }) => ({ taskId, text, isDone: false }));
    const findings = [
      findingOf('f1', 'one', { taskId: 't2' }),
      findingOf('f2', 'two', { taskId: 'old' }),
      findingOf('f3', 'three', { taskId: 't1' }),
    ];

    const found = foundByTask({ tasks, findings }).map(({ taskId, findings: of }) => [
      taskId,
      of.map(({ findingId }) => findingId),
    ]);

    expect(found).toEqual([
      ['t1', ['f3']],
      ['t2', ['f1']],
      ['', ['f2']],
    ]);
  });
});

describe('a refused change', () => {
  it.each([
    [
      'the run refused the message: pages is already 120; searches is already 80',
      'Passages read: it is already 120, and a limit can only be raised; Searches: it is already 80, and a limit can only be raised',
      'Gelesene Stellen: schon jetzt 120, und eine Grenze lässt sich nur erhöhen; Suchen: schon jetzt 80, und eine Grenze lässt sich nur erhöhen',
    ],
    [
      'it came after research was over, too late for the report',
      'it came too late: the report is being written without it',
      'es kam zu spät: der Bericht wird ohne sie geschrieben',
    ],
    ['there is no task "t$1"', 'there is no task "t$1"', 'there is no task "t$1"'],
  ])('is said in words: %s', (reason, english, german) => {
    expect(wordsOfRefusal(reason, wordsIn('en').live)).toBe(english);
    expect(wordsOfRefusal(reason, wordsIn('de').live)).toBe(german);
  });
});
