import { describe, expect, it } from 'vitest';
import { rewriteQueryStep } from '../../../../activities/steps/rewrite-query.ts';
import { anchorOf } from '../../../support/builders/research-fixtures.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const tasks = [
  { taskId: 't1', text: QUESTION, places: ['Lamp rules > Oil'] },
  { taskId: 't2', text: 'Who fills it?', places: [] },
];

describe('the prompt for queries', () => {
  const { user, ids } = rewriteQueryStep.prompt({
    anchor: anchorOf(),
    shelf: [],
    corpusLanguages: ['en'],
    count: 2,
    tasks,
  });

  it('asks for all tasks at once, says how many queries each may have, and shows what its own words found', () => {
    expect(user).toContain('at most 2 queries');
    expect(user).toContain(`<task id="t1">\n${QUESTION}\n- Lamp rules > Oil\n</task>`);
    expect(ids).toEqual(['t1', 't2']);
  });
});

describe('an answer with queries', () => {
  const read = (answer: unknown) => rewriteQueryStep.output.safeParse(answer).data?.tasks;
  const said = [{ taskId: 't1', queries: ['lamp hours'] }];

  it.each([{ t1: ['lamp hours'] }, { queries: { t1: ['lamp hours'] } }, { tasks: said }])('is read as %o', (answer) => {
    expect(read(answer)).toEqual(said);
  });
});
