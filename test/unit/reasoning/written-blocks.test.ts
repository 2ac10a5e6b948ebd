import { describe, expect, it } from 'vitest';
import { claimsOfBlocks, writtenSectionSchema } from '../../../activities/steps/write-section.ts';

const read = (...blocks: readonly object[]) => claimsOfBlocks(writtenSectionSchema.parse({ blocks }).blocks);
const stated = (changes: object) => ({
  text: 'It burns.',
  citations: ['t1f1q1'],
  kind: 'cited',
  derivation: null,
  ...changes,
});
const sum = { expression: '9 + 5', result: '14 hours' };

describe('the blocks of a section', () => {
  it('become claims that know their block', () => {
    expect(
      read(
        { form: 'paragraph', statements: [stated({}), stated({ text: 'It is old.' })] },
        { form: 'list', statements: [stated({ text: 'Oil.' })] },
      ),
    ).toEqual([
      { text: 'It burns.', citations: ['t1f1q1'], placement: { form: 'paragraph', block: 0 } },
      { text: 'It is old.', citations: ['t1f1q1'], placement: { form: 'paragraph', block: 0 } },
      { text: 'Oil.', citations: ['t1f1q1'], placement: { form: 'list', block: 1 } },
    ]);
  });

  it('have a claim for each cell that says something, under a column that there is', () => {
    const table = {
      form: 'table',
      columns: ['Hours', 'Oil'],
      rows: [
        {
          heading: 'Lamp',
          cells: [
            { text: '9', citations: ['t1f1q1'] },
            { text: '', citations: [] },
          ],
        },
        {
          heading: 'Beacon',
          cells: [
            { text: '5', citations: ['t1f2q1'] },
            { text: 'fish', citations: ['q3'] },
            { text: 'lost', citations: ['q4'] },
          ],
        },
      ],
    };

    expect(read(table)).toEqual([
      { text: '9', citations: ['t1f1q1'], placement: { form: 'table', block: 0, row: 'Lamp', column: 'Hours' } },
      { text: '5', citations: ['t1f2q1'], placement: { form: 'table', block: 0, row: 'Beacon', column: 'Hours' } },
      { text: 'fish', citations: ['q3'], placement: { form: 'table', block: 0, row: 'Beacon', column: 'Oil' } },
    ]);
  });

  it('keep what is derived and what is concluded', () => {
    const [derived, concluded] = read({
      form: 'paragraph',
      statements: [stated({ kind: 'derived', derivation: sum }), stated({ kind: 'inference' })],
    });

    expect(derived).toMatchObject({ citations: ['t1f1q1'], derivation: sum });
    expect(concluded).toMatchObject({ citations: ['t1f1q1'], isInference: true });
  });

  it('are read from a model that is careless with the form', () => {
    expect(
      read({
        form: 'essay',
        statements: ['It burns.', stated({ kind: 'maybe', derivation: { operation: 'guess' } }), stated({ text: '' })],
      }),
    ).toEqual([
      { text: 'It burns.', citations: [], placement: { form: 'paragraph', block: 0 } },
      { text: 'It burns.', citations: ['t1f1q1'], placement: { form: 'paragraph', block: 0 } },
    ]);
  });
});
