import type { SteeringStep } from '@plumbline/contracts/research/steering';
import { expect, it } from 'vitest';
import { approvedTasksOf } from '../../../workflows/domain/approved-tasks.ts';

const planned = { taskId: 't1', text: 'How long does it burn?', rationale: '' };
const own = { taskId: 'mine', text: 'Who made it?', rationale: '' };
const again = { taskId: 'r1t1', text: 'Who made it?', rationale: 'no good evidence for mine yet' };
const added = { taskId: 's1', text: 'How high is it?', rationale: '' };
const entity = { taskId: 'r1t2', text: 'harbour: How long does it burn?', rationale: '' };
const tasks = [planned, own, added, again, entity];
const step = (steer: SteeringStep['steer']): SteeringStep => ({ steer, at: '2026-01-02T03:04:05.000Z', effect: '' });
const addition = step({ action: 'add-task', text: added.text });

it.each([
  { what: 'nothing without an approved plan or steering', approvedPlan: null, steering: [], ids: [] },
  { what: 'the added task', approvedPlan: null, steering: [addition], ids: ['s1'] },
  {
    what: 'the tasks of the approved plan, also when they are asked once more',
    approvedPlan: { tasks: [own] },
    steering: [],
    ids: ['mine', 'r1t1'],
  },
  {
    what: 'nothing of a task that was dropped since',
    approvedPlan: { tasks: [planned, own] },
    steering: [addition, step({ action: 'drop-task', taskId: 'mine' }), step({ action: 'drop-task', taskId: 's1' })],
    ids: ['t1'],
  },
])('a person approved $what', ({ approvedPlan, steering, ids }) => {
  expect(approvedTasksOf({ approvedPlan, steering, tasks }).map(({ taskId }) => taskId)).toEqual(ids);
});
