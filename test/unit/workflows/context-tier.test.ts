import { describe, expect, it } from 'vitest';
import { type FindingFacts, gradeFinding } from '../../../workflows/domain/context-tier.ts';

const facts: FindingFacts = {
  relevance: 0.9,
  depth: 0,
  origin: 'search',
  isNamedByQuestion: false,
  mentionsKeyEntity: false,
  mentionsClarifiedEntity: false,
  standsIn: false,
};

describe('gradeFinding', () => {
  it.each<[string, Partial<FindingFacts>, number, number]>([
    ['a passage that the question names, whatever else', { isNamedByQuestion: true, relevance: null, depth: 2 }, 1, 1],
    ['one that stands in for evidence, unjudged', { standsIn: true, relevance: null }, 2, 0.4],
    ['one that is only unjudged', { relevance: null }, 3, 0],
    ['a clarification passage', { origin: 'clarification', relevance: 1 }, 3, 0.4],
    ['a reference of a reference', { depth: 2, origin: 'reference', relevance: 0.5 }, 3, 0.2],
    ['a followed reference with high relevance', { depth: 1, origin: 'reference', relevance: 1 }, 2, 0.7],
    ['a followed reference with low relevance', { depth: 1, origin: 'reference', relevance: 0.2 }, 2, 0.14],
    ['high relevance with a key entity', { relevance: 0.85, mentionsKeyEntity: true }, 1, 1],
    ['high relevance without one', { relevance: 0.85 }, 1, 0.95],
    ['middling relevance at its upper end', { relevance: 0.84, mentionsKeyEntity: true }, 2, 0.588],
    ['middling relevance at its lower end', { relevance: 0.6 }, 2, 0.42],
    ['low relevance with an entity of the clarification', { relevance: 0.59, mentionsClarifiedEntity: true }, 2, 0.413],
    ['low relevance with a key entity only', { relevance: 0.59, mentionsKeyEntity: true }, 3, 0.236],
    ['no relevance at all', { relevance: 0 }, 3, 0],
    ['a missing relevance', { relevance: null, mentionsKeyEntity: true }, 3, 0],
    ['a reference without relevance', { relevance: null, depth: 1, origin: 'reference' }, 3, 0],
  ])('puts %s into its tier', (_, changes, contextTier, weight) => {
    const grade = gradeFinding({ ...facts, ...changes });

    expect(grade.contextTier).toBe(contextTier);
    expect(grade.weight).toBeCloseTo(weight, 10);
  });
});
