import { describe, expect, it } from 'vitest';
import { evidenceDiagnostics, type WrittenEvidence } from '../../../workflows/domain/evidence-diagnostics.ts';
import { anchorOf, draftOf } from '../../support/builders/research-fixtures.ts';

const missingSubject = { words: ['whales'], unknown: [] };
const foreign = { text: 'Die Laterne.', citations: ['t1f1q1'], quotedLanguage: 'de', unjudged: true as const };
const codesOf = (changes: Partial<WrittenEvidence>) =>
  evidenceDiagnostics({ anchor: anchorOf(), draft: draftOf(), languages: ['en'], engine: 'offline', ...changes }).map(
    ({ code }) => code,
  );

describe('why there is no answer', () => {
  it.each<[string, Partial<WrittenEvidence>, readonly string[]]>([
    ['nothing is said of documents in the language of the question', {}, []],
    ['the missing subject is named', { draft: draftOf({ missingSubject }) }, ['SUBJECT_NOT_COVERED']],
    ['without a model documents in another language cannot be read', { languages: ['de'] }, ['EVIDENCE_LANGUAGE']],
    [
      'words of another language do not show that the subject is missing',
      { languages: ['de'], draft: draftOf({ missingSubject }) },
      ['EVIDENCE_LANGUAGE'],
    ],
    [
      'a model reads every language',
      { languages: ['de'], engine: 'model', draft: draftOf({ missingSubject }) },
      ['SUBJECT_NOT_COVERED'],
    ],
    ['the rules do not know every language', { anchor: anchorOf({ language: 'fr' }) }, ['QUESTION_LANGUAGE']],
    [
      'passages are shown that were not judged',
      { draft: draftOf({ sections: [{ heading: '', claims: [foreign] }] }) },
      ['EVIDENCE_LANGUAGE'],
    ],
  ])('%s', (_, changes, codes) => {
    expect(codesOf(changes)).toEqual(codes);
  });
});
