import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOf, findingOf } from '../support/builders/research-fixtures.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

let world: TestActivities;
beforeAll(async () => {
  world = await createTestActivities();
});
afterAll(() => world.dispose());

describe('a norm that an approved task names', () => {
  const norm = { taskId: 'norm', text: 'Was steht in § 9 der Hafenordnung?', rationale: '' };
  const finding = findingOf('normf1', 'Wer die Laterne brennen lässt, zahlt fünf Taler.', {
    taskId: 'norm',
    title: 'Hafenordnung',
    locator: 'hafen.md',
    headingPath: ['Hafenordnung', '§ 9 Strafe'],
    relevance: 0.25,
  });

  it.each([
    { given: [], contextTier: 3 },
    { given: [norm], contextTier: 1 },
    { given: [{ ...norm, taskId: 'other' }], contextTier: 3 },
  ])('is of tier $contextTier for $given', async ({ given, contextTier }) => {
    const input = {
      anchor: anchorOf({ language: 'de' }),
      findings: [finding],
      approvedTasks: given,
      storeFor: null,
    };
    const { findings } = await world.activities.classifyTiers(input);

    expect(findings[0]?.contextTier).toBe(contextTier);
  });
});
