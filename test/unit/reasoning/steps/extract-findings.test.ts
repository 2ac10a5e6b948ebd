import { expect, it } from 'vitest';
import { extractFindingsStep } from '../../../../activities/steps/extract-findings.ts';
import { anchorOf } from '../../../support/builders/research-fixtures.ts';

it('the prompt for reading grades in five steps, and has words kept that define, limit, oblige or date', () => {
  const { user } = extractFindingsStep.prompt({ anchor: anchorOf(), approvedTasks: [], tasks: [], documents: [] });

  for (const grade of ['1 = answers', '0.75 = key support', '0.5 = related', '0.25 = loosely', '0 = irrelevant']) {
    expect(user).toContain(grade);
  }
  expect(user).toContain('p1.3!limit, p1.3!duty, p1.3!date, p1.3!definition');
});
