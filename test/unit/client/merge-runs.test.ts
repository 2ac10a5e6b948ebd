import { describe, expect, it } from 'vitest';
import { renderRuns } from '../../../client/cli/commands/runs.ts';
import { nextStepOf } from '../../../client/mcp/tools/research-status.ts';
import { mergeRuns } from '../../../client/runs/merge-runs.ts';
import { adviceFor } from '../../../client/runs/run-end.ts';
import { viewOfObservation, viewOfStored } from '../../../client/runs/run-view.ts';
import { observation, researchProgress, secondsIn, taskProgress } from '../../support/builders/run-views.ts';

const listed = {
  researchId: 'research-new-111111',
  question: 'New?',
  stage: 'researching',
  awaitingInput: false,
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: null,
  userId: null,
} as const;
const stored = {
  researchId: 'research-old-000000',
  question: 'Alt und für immer?',
  startedAt: '2026-02-01T10:00:00.000Z',
  userId: null,
  requestHash: null,
  progress: researchProgress({ stage: 'published' }),
  hasReport: false,
  reportPath: null,
  recordPath: null,
};

describe('mergeRuns', () => {
  it('adds what only the store remembers', () => {
    const runs = mergeRuns([stored, { ...stored, researchId: listed.researchId }], [listed], false);

    expect(runs.map(({ researchId, stage }) => [researchId, stage])).toEqual([
      ['research-new-111111', 'researching'],
      ['research-old-000000', 'published'],
    ]);
  });

  it('takes waiting runs from the store when Temporal does not run', () => {
    const planToApprove = { tasks: [{ taskId: 't-1', text: 'Why?', rationale: '' }] };
    const waiting = { ...stored, progress: researchProgress({ stage: 'planning', planToApprove }) };

    expect(mergeRuns([stored, waiting], null, true)).toHaveLength(1);
    expect(mergeRuns([waiting], [], true)).toHaveLength(0);
  });
});

describe('the findings of a run', () => {
  const found = { tasks: [taskProgress({ findings: 14 })] };
  const findingsOf = (progress: Parameters<typeof researchProgress>[0]) =>
    mergeRuns([{ ...stored, progress: researchProgress(progress) }], null, false).map(({ findings }) => findings);

  it('are all that were found, as those who watch it see them, also after validation', () => {
    const drift = {
      tiers: [
        { tier: 1 as const, total: 8, kept: 8 },
        { tier: 2 as const, total: 6, kept: 3 },
      ],
    };

    expect([findingsOf({ ...found, drift: null }), findingsOf({ ...found, drift })]).toEqual([[14], [14]]);
  });
});

describe('renderRuns', () => {
  it('shows a table', () => {
    const runs = mergeRuns([stored], [{ ...listed, awaitingInput: true }], false);

    expect(renderRuns(runs, { columns: 76, now: secondsIn(300) })).toBe(
      [
        'ID                   STAGE        AGE    AWAITING  QUESTION',
        'research-new-111111  researching  5 min  yes       New?',
        'research-old-000000  published    28 d             Alt und für immer?',
      ].join('\n'),
    );
  });

  it('shows two lines for each run where a table would leave no room for questions', () => {
    const runs = mergeRuns([stored], [{ ...listed, awaitingInput: true }], false);

    expect(renderRuns(runs, { columns: 40, now: secondsIn(300) })).toBe(
      [
        'research-new-111111',
        '  researching, 5 min, waiting: New?',
        'research-old-000000',
        '  published, 28 d: Alt und für immer?',
      ].join('\n'),
    );
  });
});

describe('the advice on a run that ended', () => {
  const RESUME = 'continue the run: npx plumbline resume r-1';
  const run = { researchId: 'r-1', question: 'How long?', hasReport: false };

  it.each([
    ['failed', 'synthesis', `Everything it found is kept. Once the cause is fixed, ${RESUME}`],
    ['failed', 'research', `Its plan is kept. Once the cause is fixed, ${RESUME}`],
    ['halted', 'plan', `The question as understood is kept. Once the cause is fixed, ${RESUME}`],
    ['cancelled', 'synthesis', null],
    ['published', 'synthesis', null],
    ['researching', 'research', null],
  ] as const)('%s, settled before %s', (stage, resumesFrom, advice) => {
    expect(adviceFor({ ...run, stage, progress: { resumesFrom } })).toBe(advice);
  });

  it.each([
    ['How long?', `"How long?"`],
    ['What is 5 % of "x"?', `'What is 5 % of "x"?'`],
    ['Costs $5?', `'Costs $5?'`],
    ["What's `x`?", `'What'\\''s \`x\`?'`],
    ["What's new?", `"What's new?"`],
    ['Zeile\nzwei?', `'Zeile\nzwei?'`],
  ])('quotes %j for a shell', (question, quoted) => {
    expect(adviceFor({ ...run, question, stage: 'failed', progress: null })).toContain(`research ${quoted} <options>`);
  });

  it('is none where a report is there', () => {
    expect(adviceFor({ ...run, hasReport: true, stage: 'failed', progress: null })).toBeNull();
  });

  it('is told by the store, by the server, in lists and to models', () => {
    const progress = researchProgress({ stage: 'failed', failure: 'x', resumesFrom: 'synthesis' });
    const kept = { ...stored, progress };
    const ended = { status: 'failed', stage: 'failed', endedAt: '2026-03-01T10:00:00.000Z', failure: 'x' } as const;
    const seen = viewOfObservation(observation({ ...ended, researchId: stored.researchId, progress }), kept, null);
    const words = 'npx plumbline resume research-old-000000';

    expect(viewOfStored(kept).advice).toContain(words);
    expect(seen.advice).toContain(words);
    expect(mergeRuns([kept], null, false)[0]?.advice).toContain(words);
    expect(nextStepOf({ ...viewOfStored(kept), hasReport: false })).toContain(words);
  });

  it('does not show the failure of before while the run goes on', () => {
    const progress = researchProgress({ stage: 'failed', failure: 'x' });

    expect(viewOfObservation(observation({ progress: null }), { ...stored, progress }, null).failure).toBeNull();
  });
});
