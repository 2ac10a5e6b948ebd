import { describe, expect, it } from 'vitest';
import { isRetraction } from '../../../activities/briefings/judging/finding-judgement.ts';

describe('a retraction', () => {
  it.each([
    'The agency withdrew its statement that the park had been approved.',
    'The Norvik Times corrects its report on the Silverlake park.',
    'The ministry retracted an earlier claim about the outage.',
    'The report was retracted on Monday.',
    'An earlier version of this article gave another figure.',
    'Die Behörde korrigierte ihre Angaben zum Silbersee.',
    'Das Ministerium zog seine Aussage zum Ausfall zurück.',
    'Die Netzagentur hat ihre Mitteilung vom Montag zurückgezogen.',
  ])('is found in "%s"', (text) => {
    expect(isRetraction(text, 'Silverlake')).toBe(true);
  });

  it.each([
    'Halden withdrew its application for the gas terminal.',
    'The central bank revised its forecast to 1.2 percent.',
    'The regulator revoked the licence.',
    'Prices corrected by 3 percent on Monday.',
    'Der Konzern zog seinen Antrag zurück.',
  ])('is not found in "%s"', (text) => {
    expect(isRetraction(text, 'Silverlake')).toBe(false);
  });

  it('is found in the title', () => {
    expect(isRetraction('The park has a capacity of 300 megawatts.', 'Correction: Silverlake')).toBe(true);
  });
});
