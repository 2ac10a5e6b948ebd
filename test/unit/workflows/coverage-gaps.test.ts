import { describe, expect, it } from 'vitest';
import { findCoverageGaps } from '../../../workflows/deep-research/stages/follow-up-rounds.ts';
import { anchorOf, findingOf } from '../../support/builders/research-fixtures.ts';

const anchor = anchorOf({ keyEntities: ['harbour lamp', 'whale oil'] });
const tasks = [
  { taskId: 't1', text: 'burning time', rationale: '' },
  { taskId: 't2', text: 'kind of oil', rationale: '' },
];

describe('findCoverageGaps', () => {
  it('names the task without good evidence, then the entity that nothing good mentions', () => {
    const findings = [
      findingOf('t1f1', 'It burns nine hours.', { contextTier: 2, mentionedEntities: ['harbour lamp'] }),
      findingOf('t2f1', 'Whale oil.', { taskId: 't2', contextTier: 3, mentionedEntities: ['whale oil'] }),
    ];

    expect(findCoverageGaps(anchor, tasks, findings).map(({ taskId, text }) => [taskId, text])).toEqual([
      ['t2', 'kind of oil'],
      [null, `whale oil: ${anchor.originalQuestion}`],
    ]);
  });

  it('finds nothing open when every task and entity has good evidence', () => {
    const mentionedEntities = ['harbour lamp', 'whale oil'];
    const findings = tasks.map(({ taskId }) => findingOf(`${taskId}f1`, 'It does.', { taskId, mentionedEntities }));

    expect(findCoverageGaps(anchor, tasks, findings)).toEqual([]);
  });

  it('names only tasks when none of them has evidence: they look for the entities anyway', () => {
    expect(findCoverageGaps(anchor, tasks, []).map(({ taskId }) => taskId)).toEqual(['t1', 't2']);
  });
});
