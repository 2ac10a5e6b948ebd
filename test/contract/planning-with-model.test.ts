import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActivitiesWithModel, createActivitiesWithModel } from '../support/builders/activities-with-model.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, type TestActivities } from '../support/builders/test-activities.ts';
import { answer, type ScriptedModelServer } from '../support/servers/scripted-model-server.ts';

const QUESTION = 'How long does the harbour lamp burn?';

let server: ScriptedModelServer;
let world: TestActivities;
let dispose: ActivitiesWithModel['dispose'];

beforeEach(async () => {
  ({ server, world, dispose } = await createActivitiesWithModel());
});

afterEach(() => dispose());

describe('planResearch with a model', () => {
  async function plan(texts: readonly string[], maxTasks = 6, anchor = anchorOf()) {
    server.replyWith(answer({ tasks: texts.map((text) => ({ text, rationale: `why ${text}` })) }));
    const { value, cost } = await world.activities.planResearch({
      ...BY_RULE,
      anchor,
      corpusId: world.report.corpusId,
      clarificationSummary: null,
      maxTasks,
      memory: [],
      places: [],
    });
    return { tasks: value.tasks, degradations: cost.degradations };
  }

  it('respects the number of tasks and issues its own ids', async () => {
    const asked = [`${QUESTION} `, QUESTION, ' ', 'How high is the lamp?', 'Who trims the wick?'];

    const { tasks } = await plan(asked, 2);

    expect(tasks).toEqual([
      { taskId: 't1', text: QUESTION, rationale: `why ${QUESTION}` },
      { taskId: 't2', text: 'How high is the lamp?', rationale: 'why How high is the lamp?' },
    ]);
  });

  it.each([['x'], [' ']])('makes the question the task when the plan is "%s", and notes it', async (text) => {
    const { tasks, degradations } = await plan([text]);

    expect(tasks).toEqual([{ taskId: 't1', text: QUESTION, rationale: '' }]);
    expect(degradations).toEqual([
      { step: 'plan-research', cause: 'a planned task asked nothing new and was left out', count: 1 },
      { step: 'plan-research', cause: 'no planned task was usable; the rule planned', count: 1 },
    ]);
  });

  it.each([
    ['leaves out a part of the question', ['How long does the harbour lamp burn on one filling?']],
    ['has as many tasks as the run allows', ['Burning time of the lamp?', 'Who trims its wick?', 'When is midnight?']],
    ['has one task without a word of the question', ['How long does the lamp burn?', 'Bakelo minura?']],
  ])('stays as the model made it where it %s', async (_, texts) => {
    const anchor = anchorOf({
      originalQuestion: 'How long does the harbour lamp burn, and who trims the wick at midnight?',
      refinements: ['on one filling'],
    });

    const { tasks, degradations } = await plan(texts, 3, anchor);

    expect(tasks.map(({ text }) => text)).toEqual(texts);
    expect(degradations).toEqual([]);
  });

  it('is asked for no more tasks than the run allows, in words and in the schema', async () => {
    await plan([QUESTION], 3);

    const asked = JSON.stringify(server.requests.at(-1));
    expect(asked).toContain('at most 3 tasks');
    expect(asked).toContain('"maxItems":3');
  });

  it('is that of the rule when no task has a word of the question', async () => {
    const originalQuestion = 'How long does the harbour lamp burn, and who trims the wick at midnight?';
    const { tasks } = await plan(['Bakelo minura?', 'Sotivu zeba?'], 6, anchorOf({ originalQuestion }));

    expect(tasks.map(({ text }) => text)).toEqual([
      'How long does the harbour lamp burn?',
      'Who trims the wick at midnight?',
    ]);
  });

  it('is made in view of the places that the first search found', async () => {
    server.replyWith(answer({ tasks: [{ text: QUESTION, rationale: '' }] }));
    const places = ['Harbour rules > § 4 Lamps', 'Ledger > Oil'];

    await world.activities.planResearch({
      ...BY_RULE,
      anchor: anchorOf(),
      corpusId: world.report.corpusId,
      memory: [],
      clarificationSummary: null,
      maxTasks: 3,
      places,
    });

    const asked = JSON.stringify(server.requests.at(-1));
    expect(asked).toContain('- Harbour rules > § 4 Lamps');
    expect(asked).toContain('- Ledger > Oil');
  });

  it('stays unchanged when it covers the whole question', async () => {
    const { tasks, degradations } = await plan(['For how many hours will the lamp of the harbour burn?']);

    expect(tasks.map(({ text }) => text)).toEqual(['For how many hours will the lamp of the harbour burn?']);
    expect(degradations).toEqual([]);
  });
});

describe('assessClarity with a model', () => {
  async function assess(said: object, question = QUESTION, changes = {}) {
    const empty = { keyEntities: [], scope: '', knowledgeGaps: [], coverage: 0, questions: [] };
    server.replyWith(answer({ ...empty, ...said }));
    const { corpusId } = world.report;
    const { hits } = await world.activities.searchFolder({
      corpusId,
      queries: [QUESTION],
      language: 'en',
      topK: 1,
    });
    const asking = { mode: 'auto' as const, maxQuestions: 2, maxTasks: 6 };
    const input = { question, conversation: [], hits, corpusId, ...asking, ...changes };
    return (await world.activities.assessClarity({ ...BY_RULE, ...input })).value;
  }
  const asking = (text: string) => ({ text, reason: '', assumption: '' });

  it('keeps what has to do with the question', async () => {
    const questions = [asking('Which harbour do you mean, the old or the new one?')];
    const said = { keyEntities: ['harbour lamp'], scope: 'the lamp', coverage: 85, questions };

    expect(await assess(said)).toMatchObject({
      keyEntities: ['harbour lamp'],
      scope: 'the lamp',
      coverage: 0.85,
      questions: [{ text: questions[0]?.text }],
    });
  });

  it('keeps what the person named and what goes with it by the name of the documents', async () => {
    const keyEntities = ['harbour lamp', 'rapeseed oil', 'wick'];

    expect(await assess({ keyEntities })).toMatchObject({ keyEntities });
  });

  it.each([
    { assumption: 'The lamp of 1906 or later is meant.', isKept: true },
    { assumption: 'See https://example.test for the lamp.', isKept: false },
  ])('assumes "$assumption" where nobody can be asked: $isKept', async ({ assumption, isKept }) => {
    const questions = [{ ...asking('Which harbour lamp do you mean?'), assumption }];

    const { assumptions } = await assess({ keyEntities: ['lamp'], questions }, QUESTION, { mode: 'never' });

    expect(assumptions).toEqual(isKept ? [assumption] : []);
  });

  it('assumes what it would have asked where nobody can be asked, and says so to the model', async () => {
    const questions = [
      { ...asking('Which harbour do you mean?'), assumption: 'The old harbour is meant.' },
      asking('On which oil does the lamp burn?'),
    ];

    const assessment = await assess({ keyEntities: ['lamp'], questions }, QUESTION, { mode: 'never' });

    expect(assessment).toMatchObject({
      questions: [],
      assumptions: ['The old harbour is meant.', 'Every answer is considered to: On which oil does the lamp burn?'],
    });
    expect(JSON.stringify(server.requests)).toContain('Nobody can be asked');
  });

  it.each([
    [QUESTION],
    ['How long does the harbour lamp burn, please?'],
    ['Does the harbour lamp burn?'],
    ['Bakelo minura?'],
    [''],
  ])('does not ask back "%s"', async (text) => {
    expect((await assess({ keyEntities: ['lamp'], questions: [asking(text)] })).questions).toEqual([]);
  });

  it('does not ask back in another language, and assumes nothing in one', async () => {
    const assumption = 'Es ist nur die alte Lampe am Hafen von Osterhaven gemeint.';
    const questions = [{ ...asking('Which harbour do you mean?'), assumption }];

    expect(await assess({ keyEntities: ['lamp'], questions })).toMatchObject({ questions: [], assumptions: [] });
  });

  it('is left to the rule when nothing of it can be used', async () => {
    const { keyEntities, scope } = await assess({ keyEntities: ['Bakelo'], scope: 'Minura.' }, 'What about the lamp?');

    expect(keyEntities).toEqual(['lamp']);
    expect(scope).toContain('Harbour lamp');
  });
});
