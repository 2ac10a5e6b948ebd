import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { correctedQueries, newQueries, queryVariants, toQuery } from '@plumbline/ranking/query-variants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../../../test/support/builders/research-fixtures.ts';

const QUESTION = 'Wie lange brennt die Lampe am Hafen?';
const asked = (changes: Partial<QueryAnchor> = {}) =>
  anchorOf({ originalQuestion: QUESTION, language: 'de', keyEntities: ['Lampe'], ...changes });

describe('queryVariants', () => {
  it('asks for the words of the task alone', () => {
    expect(queryVariants(asked(), QUESTION)).toEqual(['brennt Lampe Hafen']);
  });

  it('starts with references that the question names, next to its entities', () => {
    expect(queryVariants(asked({ namedReferences: ['§ 7 HaLaO'] }), QUESTION)[0]).toBe('§ 7 HaLaO Lampe');
  });

  it('asks for the whole question with its refinements where the task is a part of it', () => {
    const anchor = asked({ refinements: ['die alte Lampe'] });

    expect(queryVariants(anchor, 'Wann wird sie gelöscht?')[0]).toBe('brennt Lampe Hafen alte');
  });
});

describe('correctedQueries', () => {
  it('ask for less and less', () => {
    expect(correctedQueries(asked(), ['Hafen', 'Lampe', 'brennt'])).toEqual([
      'Lampe',
      'Hafen Lampe',
      'Hafen',
      'Lampe',
      'brennt',
    ]);
  });
});

describe('newQueries', () => {
  it('leaves out what was tried, in any case, order, punctuation and inflection', () => {
    const queries = ['Lamp, harbour!', 'HARBOURS lamp', 'lamp oil', 'oil  lamps', '', '…'];

    expect(newQueries(queries, ['harbour lamp'], 'en')).toEqual(['lamp oil']);
  });

  it('treats a key phrase as different from the question', () => {
    expect(newQueries(['lamp burn'], ['How long does the lamp burn?'], 'en')).toEqual(['lamp burn']);
  });

  it('gives nothing twice, for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (queries, tried) => {
        const found = newQueries(queries, tried, 'en');

        expect(newQueries(found, [], 'en')).toEqual(found);
        expect(newQueries(found, [...tried, ...found], 'en')).toEqual([]);
      }),
    );
  });
});

describe('toQuery', () => {
  it('trims and cuts at 500 characters', () => {
    expect(toQuery(`  ${'lamp '.repeat(200)}`)).toHaveLength(500);
    expect(toQuery(' How long? ')).toBe('How long?');
  });
});
