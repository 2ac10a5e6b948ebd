import { type Finding, similarityOf } from '@plumbline/contracts/evidence/finding';
import { describe, expect, it } from 'vitest';
import { isCitable } from '../../../workflows/domain/evidence-selection.ts';
import { findingOf } from '../../support/builders/research-fixtures.ts';

const finding = (changes: Partial<Finding>): Finding => findingOf('t1f1', 'The lamp burns.', changes);

describe('similarityOf', () => {
  it.each([
    [{ finalRelevance: 0.1, relevance: 0.2, hitScore: 0.3 }, 0.1],
    [{ finalRelevance: null, relevance: 0.2, hitScore: 0.3 }, 0.2],
    [{ finalRelevance: null, relevance: null, hitScore: 0.3 }, 0.3],
    [{ finalRelevance: null, relevance: null, hitScore: null }, null],
    [{ finalRelevance: 0, relevance: 1, hitScore: 1 }, 0],
  ])('is the latest judgement of %j', (changes, expected) => {
    expect(similarityOf(finding(changes))).toBe(expected);
  });
});

describe('isCitable', () => {
  it.each([
    ['at the threshold', { finalRelevance: 0.3 }, true],
    ['below it', { finalRelevance: 0.29 }, false],
    ['unknown', { finalRelevance: null, relevance: null, hitScore: null }, true],
    ['an item of a catalogue', { finalRelevance: 0, sourceType: 'catalogue' }, true],
    ['a core entry', { finalRelevance: 0, sourceType: 'core' }, true],
    ['a note below it', { finalRelevance: 0.1, sourceType: 'note' }, false],
    ['among the first of the search', { finalRelevance: 0, searchRank: 1 }, true],
    ['judged by nobody', { relevance: null, finalRelevance: null, hitScore: 0 }, true],
  ] satisfies [string, Partial<Finding>, boolean][])('%s', (_, changes, expected) => {
    expect(isCitable(finding(changes), 0.3)).toBe(expected);
  });
});
