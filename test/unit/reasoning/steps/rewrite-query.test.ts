import { describe, expect, it } from 'vitest';
import { type RewriteQueryStepInput, rewriteQueryStep } from '../../../../activities/steps/rewrite-query.ts';
import { anchorOf } from '../../../support/builders/research-fixtures.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const inputOf = (changes: Partial<RewriteQueryStepInput> = {}): RewriteQueryStepInput => ({
  anchor: anchorOf(),
  taskText: QUESTION,
  corpusLanguages: ['en'],
  count: 7,
  triedQueries: [QUESTION],
  found: null,
  learned: { telling: ['harbour', 'lamp', 'burn'], feedback: ['rapeseed'], relatives: [] },
  ...changes,
});

describe('the offline rule for queries', () => {
  it('gives the wanted number, and fewer when nothing is new', () => {
    const all = ['harbour lamp burn rapeseed', 'harbour lamp burn'];

    expect(rewriteQueryStep.offline(inputOf()).queries).toEqual(all);
    expect(rewriteQueryStep.offline(inputOf({ count: 1 })).queries).toEqual(all.slice(0, 1));
    expect(rewriteQueryStep.offline(inputOf({ count: 0 })).queries).toEqual([]);
  });

  it('corrects with the first query that was not tried', () => {
    const triedQueries = [QUESTION, 'rapeseed harbour lamp'];

    expect(rewriteQueryStep.offline(inputOf({ count: 1, found: [] })).queries).toEqual(['harbour lamp rapeseed']);
    expect(rewriteQueryStep.offline(inputOf({ count: 1, found: [], triedQueries })).queries).toEqual(['harbour lamp']);
  });
});

describe('the prompt for queries', () => {
  it('says how many are wanted and which was tried', () => {
    const { user } = rewriteQueryStep.prompt(inputOf({ count: 2 }));

    expect(user).toContain('Write at most 2 queries');
    expect(user).toContain(`- ${QUESTION}`);
  });

  it('shows what was found when a correction is wanted', () => {
    const found = [{ title: 'Lamp rules', headingPath: ['Oil'], snippet: 'The keeper fills the lamp.' }];

    expect(rewriteQueryStep.prompt(inputOf({ count: 1, found })).user).toContain('Lamp rules > Oil');
  });
});
