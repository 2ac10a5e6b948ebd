/** A run that waits for answers, and what it would then do. */
export const ID = 'research-limits-3f9a21';

export const PENDING = {
  round: 1,
  questions: [
    { questionId: 'r1q1', text: 'Which lamp?', reason: 'There are two.' },
    { questionId: 'r1q2', text: 'Which oil?', reason: 'There are three.' },
  ],
  answeredQuestionIds: [],
  assumptions: [],
  deadline: '2026-03-02T10:00:00.000Z',
};

export const PLAN = { tasks: [{ taskId: 'task-1', text: 'What burns?', rationale: '' }] };
