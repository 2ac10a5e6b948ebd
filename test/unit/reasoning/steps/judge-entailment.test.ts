import { expect, it } from 'vitest';
import { judgeEntailmentStep } from '../../../../activities/steps/judge-entailment.ts';
import { anchorOf } from '../../../support/builders/research-fixtures.ts';

it('the prompt of the judge is short beside what it judges', () => {
  const { system, user } = judgeEntailmentStep.prompt({
    anchor: anchorOf(),
    parts: [],
    passages: [],
    computed: [],
    found: [],
  });

  expect(user).toContain('Give a verdict for every id');
  // A passage that it is shown may have 20,000.
  expect(system.length + user.length).toBeLessThan(3_500);
});
