import type { Finding } from '@plumbline/contracts/evidence/finding';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { toReadableFinding } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../test/support/builders/research-fixtures.ts';
import { coverageOf, type Wanted } from '../../answers/evidence-completeness.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const GERMAN = 'Die Laterne am alten Hafen brennt nach der Ordnung am Kai mit einer Füllung neun Stunden lang.';
const taskOf = (text: string, taskId = 't1') => ({
  taskId,
  text,
  need: { terms: weighTermsEvenly(text, 'en'), answerForm: 'open' as const },
});
const covered = (text: string, changes: Partial<Finding> = {}, wanted: Partial<Wanted> = {}) =>
  coverageOf({
    anchor: { keyEntities: ['lamp', 'whale'], language: 'en' },
    tasks: [taskOf('How long does the harbour lamp burn?'), taskOf('Which whales swim here?', 't2')],
    findings: [toReadableFinding(findingOf('t1f1', text, { title: '', headingPath: [], ...changes }))],
    understood: [],
    ...wanted,
  }).map(({ isCovered }) => isCovered);

describe('coverageOf', () => {
  it('covers what the evidence mentions and answers', () => {
    expect(covered(BURNS)).toEqual([true, false, true, false]);
  });

  it.each([
    ['tier 2', { contextTier: 2 as const, finalRelevance: 0.1 }, true],
    ['a relevant finding of tier 3', { contextTier: 3 as const, finalRelevance: 0.5 }, true],
    ['a weak finding of tier 3', { contextTier: 3 as const, finalRelevance: 0.49 }, false],
  ])('counts evidence by its strength: %s', async (_, changes, isCovered) => {
    expect(covered(BURNS, changes)[0]).toBe(isCovered);
  });

  it('lets an engine that reads other languages cover its task and what it wrote', () => {
    expect(covered(GERMAN)).toEqual([false, false, false, false]);
    expect(covered(GERMAN, {}, { understood: ['The lamp burns for nine hours.'] })).toEqual([true, false, true, false]);
  });
});
