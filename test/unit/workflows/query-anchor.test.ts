import { createHash } from 'node:crypto';
import { sha256Hex } from '@plumbline/contracts/common/sha256';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const assessment = {
  language: 'de',
  keyEntities: ['Lampe', 'Lampe', 'Docht'],
  namedReferences: ['§ 5'],
  scope: 'Messinglampen',
  knowledgeGaps: [],
  coverage: 0.5,
  questions: [],
  assumptions: ['die kleine Lampe ist gemeint'],
};
const answered = { questionId: 'r1q1', question: 'Welche?', answer: ' Die große. ', outcome: 'answered' as const };
const skipped = {
  questionId: 'r1q2',
  question: 'Welches Öl?',
  answer: null,
  outcome: 'skipped' as const,
  assumption: 'Rapsöl ist gemeint',
};

describe('freezeAnchor', () => {
  it('keeps answers verbatim and lists each entity once', () => {
    const anchor = freezeAnchor('Wie lange brennt sie?', assessment, [answered], '2026-01-01T00:00:00.000Z');

    expect(anchor).toMatchObject({ refinements: [' Die große. '], keyEntities: ['Lampe', 'Docht'] });
  });

  it('states what is assumed for each question of any round without an answer, once', () => {
    const [unasked] = assessment.assumptions;
    const conversation = [answered, skipped, { ...skipped, assumption: unasked }];
    const anchor = freezeAnchor('Wie lange?', assessment, conversation, '2026-01-01T00:00:00.000Z');

    expect(anchor.assumptions).toEqual(['Rapsöl ist gemeint', 'die kleine Lampe ist gemeint']);
  });

  it('cannot be changed afterwards', () => {
    const anchor = freezeAnchor('Wie lange?', assessment, [], '2026-01-01T00:00:00.000Z');

    expect(() => Object.assign(anchor, { language: 'en' })).toThrow(TypeError);
    expect(() => (anchor.refinements as string[]).push('x')).toThrow(TypeError);
    expect(() => (anchor.keyEntities as string[]).pop()).toThrow(TypeError);
  });

  it('has a hash that ignores the time and changes with everything else', () => {
    const hashOf = (question: string, createdAt: string, conversation = [answered]): string =>
      freezeAnchor(question, assessment, conversation, createdAt).anchorHash;

    const hash = hashOf('Wie lange?', '2026-01-01T00:00:00.000Z');

    expect(hashOf('Wie lange?', '2027-07-07T00:00:00.000Z')).toBe(hash);
    expect(hashOf('Wie kurz?', '2026-01-01T00:00:00.000Z')).not.toBe(hash);
    expect(hashOf('Wie lange?', '2026-01-01T00:00:00.000Z', [{ ...answered, answer: 'Die kleine.' }])).not.toBe(hash);
  });
});

describe('sha256Hex', () => {
  it('agrees with the reference implementation on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
    );
  });
});
