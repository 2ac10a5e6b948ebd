import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { correctedQueries, newQueries, queryVariants, toQuery } from '@plumbline/ranking/query-variants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../../../test/support/builders/research-fixtures.ts';

const QUESTION = 'Wie lange brennt die Lampe am Hafen?';
const NOTHING = { telling: [], feedback: [], relatives: [] };
const LEARNED = {
  telling: ['Hafen', 'Lampe', 'brennt'],
  feedback: ['Rapsöl', 'Füllung', 'Docht', 'Wärter', 'Mole'],
  relatives: ['Hafenlampe'],
};
const materialOf = (changes: Partial<QueryAnchor> = {}, learned = LEARNED, taskText = QUESTION) => ({
  anchor: anchorOf({ originalQuestion: QUESTION, language: 'de', keyEntities: ['Lampe'], ...changes }),
  taskText,
  learned,
});

describe('queryVariants', () => {
  it('adds learned words to the key phrase, then asks for the key phrase, then for relatives of its words', () => {
    expect(queryVariants(materialOf())).toEqual([
      'brennt Lampe Hafen Rapsöl Füllung Docht Wärter Mole',
      'brennt Lampe Hafen',
      'brennt Lampe Hafen Hafenlampe',
    ]);
  });

  it('starts with references that the question names, next to its entities', () => {
    expect(queryVariants(materialOf({ namedReferences: ['§ 7 HaLaO'] }))[0]).toBe('§ 7 HaLaO Lampe');
  });

  it('asks for the whole question with its refinements where the task is a part of it', () => {
    const material = materialOf({ refinements: ['die alte Lampe'] }, NOTHING, 'Wann wird sie gelöscht?');

    expect(queryVariants(material)[0]).toBe('brennt Lampe Hafen alte');
  });
});

describe('correctedQueries', () => {
  it('joins the most telling words with some that were learned', () => {
    expect(correctedQueries(materialOf())[0]).toBe('Hafen Lampe Rapsöl Füllung Docht Wärter');
  });

  it('is broader when nothing was learned', () => {
    expect(correctedQueries(materialOf({}, { ...LEARNED, feedback: [] }))).toEqual([
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
