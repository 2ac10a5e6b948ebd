import { describe, expect, it } from 'vitest';
import { scoreReferencesStep } from '../../../activities/steps/score-references.ts';
import { anchorOf } from '../../support/builders/research-fixtures.ts';

const long = `${'A lamp of brass that hangs at the pier burns through the night. '.repeat(7).trim()} It burns as § 7 says.`;

function promptOf(sentence: string): string {
  const preview = { title: 'Harbour', headingPath: ['§ 7 Oil'], opening: 'Nine hours.', language: 'en' };
  const reference = { ...preview, id: 'p1', written: '§ 7', sentence, sentenceLanguage: 'en' };
  return scoreReferencesStep.prompt({ anchor: anchorOf(), needs: [], references: [reference] }).user;
}

describe('what the gate sees of a reference', () => {
  it('is the whole sentence that refers, also where the reference stands at its end', () => {
    expect(long.length).toBeGreaterThan(400);
    expect(promptOf(long)).toContain(`Sentence: ${long}\n`);
  });

  it('is the reference as it is written, among others of its sentence', () => {
    expect(promptOf('§ 3 holds, but the hours follow § 7.')).toContain('Reference: § 7\nSentence: § 3 holds');
  });
});
