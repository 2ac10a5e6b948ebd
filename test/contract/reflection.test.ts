import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActivitiesWithModel, createActivitiesWithModel } from '../support/builders/activities-with-model.ts';
import { anchorOf, findingOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, type TestActivities } from '../support/builders/test-activities.ts';
import { answer, type ScriptedModelServer } from '../support/servers/scripted-model-server.ts';

let server: ScriptedModelServer;
let world: TestActivities;
let dispose: ActivitiesWithModel['dispose'];

beforeEach(async () => {
  ({ server, world, dispose } = await createActivitiesWithModel());
});
afterEach(() => dispose());

const NINE = { locator: 'lamp.md', title: 'Lamp', headingPath: ['Lamp', 'Oil'], relevance: 0.9 };
const FINDINGS = [
  findingOf('t1f1', 'Nine hours.', { ...NINE, extractedInfo: 'Nine hours.' }),
  findingOf('t1f2', 'Ten hours.', { ...NINE, locator: 'log.md', title: 'Log', extractedInfo: 'Ten hours.' }),
  findingOf('t1f3', 'It is high.', {
    ...NINE,
    headingPath: ['Lamp', 'Height'],
    relevance: 0.4,
    extractedInfo: 'High.',
  }),
];
const GAPS = [
  { taskId: 't1', text: 'How long it burns in a storm.' },
  { taskId: null, text: 'Who fills it.' },
];

async function reflect(said: object, changes = {}) {
  server.replyWith(answer({ closed: [], gaps: [], tasks: [], contradictions: [], ...said }));
  const { value } = await world.activities.reflectOnFindings({
    ...BY_RULE,
    anchor: anchorOf(),
    corpusId: world.report.corpusId,
    tasks: [{ taskId: 't1', text: 'How long does it burn?' }],
    gaps: GAPS,
    leads: ['§ 9 Storms'],
    contradictions: ['Whale oil burns seven or eight hours.'],
    lookedFor: [],
    maxTasks: 2,
    findings: FINDINGS,
    ...changes,
  });
  return value;
}

const prompt = (): string =>
  server.requests
    .at(-1)
    ?.messages.map(({ content }) => content)
    .join('\n') ?? '';

describe('a look at all findings', () => {
  it('shows a strong note once, a weak one by its place, and what is open', async () => {
    await reflect({});

    expect(prompt()).toContain(
      'Lamp\n- n1 (t1) Oil: Nine hours.\n- also read: (t1) Height\nLog\n- n2 (t1) Oil: Ten hours.',
    );
    expect(prompt()).not.toContain('High.');
    for (const said of ['g1: How long it burns in a storm.', '§ 9 Storms', 'seven or eight']) {
      expect(prompt()).toContain(said);
    }
  });

  it('shows every note whole, and the documents that there are', async () => {
    const [first, ...others] = FINDINGS;
    const long = `Nine hours. ${'It burns on and on. '.repeat(10)}`;
    await reflect({}, { findings: [{ ...first, extractedInfo: long } as Finding, ...others] });

    expect(prompt()).toContain(`n1 (t1) Oil: ${long.trim()}`);
    expect(prompt()).toContain('n2 (t1) Oil: Ten hours.');
    expect(prompt()).toMatch(/These documents can be searched\.[^<]*<document>\n- /u);
  });

  it.each([
    { said: { closed: ['g1'] }, open: ['Who fills it.'] },
    { said: { closed: [' g2 ', 'g9'], gaps: ['t1: What oil costs.'] }, open: [GAPS[0]?.text, 'What oil costs.'] },
    { said: {}, open: GAPS.map(({ text }) => text) },
  ])('leaves open what $said says', async ({ said, open }) => {
    const { gaps } = await reflect(said);

    expect(gaps.map(({ text }) => text)).toEqual(open);
  });

  it('knows which gap a task is to close, by its id or its words', async () => {
    const tasks = [
      { text: 'Does the lamp burn in a storm?', rationale: 'g1' },
      { text: 'What does oil cost?', rationale: 'closes: What oil costs' },
    ];
    const reflected = await reflect({ gaps: ['t1: What oil costs.'], tasks });

    expect(reflected.tasks).toEqual([
      { text: tasks[0]?.text, rationale: 'How long it burns in a storm.', closes: 'How long it burns in a storm.' },
      { text: tasks[1]?.text, rationale: 'closes: What oil costs', closes: 'What oil costs.' },
    ]);
  });

  it.each([
    { said: 'n1, n2: It burns for nine or for ten hours.', sides: ['t1f1', 't1f2'] },
    { said: 'n1: It burns for nine hours.', sides: [] },
    { said: 'n1 and n7: It burns for nine or for ten hours.', sides: [] },
  ])('takes "$said" for a contradiction of $sides', async ({ said, sides }) => {
    const { contradictions } = await reflect({ contradictions: [said] });
    const keys = FINDINGS.filter(({ findingId }) => sides.includes(findingId)).flatMap(({ quotes }) => keyOf(quotes));

    expect(contradictions).toEqual(
      sides.length === 0
        ? []
        : [{ text: '“Lamp > Oil”, “Log > Oil”: It burns for nine or for ten hours.', citations: keys }],
    );
  });
});

function keyOf([first]: readonly Quote[]): string[] {
  return first === undefined ? [] : [first.key];
}
