import { describe, expect, it } from 'vitest';
import { singleStatements } from '../../../activities/report/writing/entailment.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';

const textsOf = (claims: readonly Claim[]) => singleStatements(claims, 'en').map(({ text }) => text);
const cited = (text: string, more: Partial<Claim> = {}): Claim => ({ text, citations: ['t1f1q1'], ...more });

describe('statements of several sentences', () => {
  it('become one for each, with the citations and the place of the whole', () => {
    const placement = { form: 'paragraph', block: 0 } as const;
    const whole = cited('Lamps burn 9 hours. Beacons burn 5 hours [t1f2q1].', { placement });

    expect(singleStatements([whole], 'en')).toEqual([
      { text: 'Lamps burn 9 hours.', citations: ['t1f1q1', 't1f2q1'], placement },
      { text: 'Beacons burn 5 hours.', citations: ['t1f1q1', 't1f2q1'], placement },
    ]);
  });

  it('keep a sentence with the one that names its subject', () => {
    expect(textsOf([cited('The lamp burns oil. It holds 4 litres. The keeper fills it.')])).toEqual([
      'The lamp burns oil. It holds 4 litres.',
      'The keeper fills it.',
    ]);
  });

  it('are not split within an address', () => {
    const text = 'More stands at https://harbour.example/lamp?q=oil about the lamp.';

    expect(textsOf([cited(text)])).toEqual([text]);
  });

  it('are left whole where they are computed, or a cell', () => {
    const derivation = { expression: '9 + 5', result: '14 hours' };
    const cell = { form: 'table', block: 0, row: 'Lamp', column: 'Use' } as const;
    const claims = [
      cited('Both burn. Together it is 14 hours.', { derivation }),
      cited('At night. Not by day.', { placement: cell }),
      cited('At night. Not by day.', { placement: { ...cell, row: 'Beacon' } }),
    ];

    expect(singleStatements(claims, 'en')).toEqual(claims);
  });

  it('are said once', () => {
    expect(textsOf([cited('Lamps burn.'), cited('Lamps burn. Beacons burn.'), cited('Beacons burn.')])).toEqual([
      'Lamps burn.',
      'Beacons burn.',
    ]);
  });
});
