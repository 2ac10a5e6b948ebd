import { describe, expect, it } from 'vitest';
import { rewriteQueryStep } from '../../../../activities/reasoning/steps/rewrite-query.ts';
import { anchorOf } from '../../../support/research-fixtures.ts';

const queriesOf = (anchor: Parameters<typeof anchorOf>[0], taskText: string) =>
  rewriteQueryStep.offline({ today: '2026-01-02', anchor: anchorOf(anchor), taskText, corpusLanguages: ['de', 'en'] })
    .queries;

const plain = { refinements: [], namedReferences: [], keyEntities: ['Lampe'] };

describe('the offline rule for queries', () => {
  it('asks once where the task is the question, with its content words', () => {
    const question = 'Wie lange brennt die Lampe am Hafen?';

    expect(queriesOf({ ...plain, originalQuestion: question, language: 'de' }, question)).toEqual([
      'brennt Lampe Hafen',
    ]);
  });

  it('asks with the words of the task first, then with those of the whole question and its refinements', () => {
    const anchor = {
      ...plain,
      originalQuestion: 'How bright is the lamp, and when is it lit?',
      language: 'en',
      refinements: ['the harbour lamp'],
    };

    expect(queriesOf(anchor, 'When is it lit?')).toEqual(['lit', 'bright lamp lit harbour']);
  });

  it('asks for references that the question names, beside its entities', () => {
    const question = 'Was sagt § 7 HaLaO zur Lampe?';
    const anchor = { ...plain, originalQuestion: question, language: 'de', namedReferences: ['§ 7 HaLaO'] };

    expect(queriesOf(anchor, question)).toContain('§ 7 HaLaO Lampe');
  });
});
