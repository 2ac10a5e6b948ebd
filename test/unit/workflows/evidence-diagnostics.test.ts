import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { describe, expect, it } from 'vitest';
import {
  evidenceDiagnostics,
  readInPart,
  type Searched,
  type WrittenEvidence,
} from '../../../workflows/domain/evidence-diagnostics.ts';
import { anchorOf, draftOf } from '../../support/builders/research-fixtures.ts';

const missingSubject = { words: ['whales'], unknown: [] };
const foreign = { text: 'Die Laterne.', citations: ['t1f1q1'], quotedLanguage: 'de', isPassage: true as const };
const codesOf = (changes: Partial<WrittenEvidence>) =>
  evidenceDiagnostics({
    anchor: anchorOf(),
    draft: draftOf(),
    languages: ['en'],
    engine: 'offline',
    unread: null,
    ...changes,
  }).map(({ code }) => code);

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
    ['all places are in another language', { draft: draftOf({ summary: [foreign] }) }, ['EVIDENCE_LANGUAGE']],
  ])('%s', (_, changes, codes) => {
    expect(codesOf(changes)).toEqual(codes);
  });
});

describe('what was not read', () => {
  const corpus = { files: 2, skippedCount: 0, partialCount: 0, skippedFiles: [] };
  const whole = { corpus, gaps: [], usesWeb: false, pagesRead: 0 };
  const skipped = { locator: 'rates.csv', reason: 'unsupported file type' };
  const partial = { locator: 'plan.pdf', reason: 'page 2: no text', isPartial: true };

  it.each<[string, Partial<Searched>]>([
    ['all files were read', {}],
    ['nothing relevant was found', { gaps: [createGap('nothing-found', { subject: 'whales' })] }],
    ['the question could not be assessed', { gaps: [createGap('question-unassessed', { cause: 'x' })] }],
    ['findings kept their first relevance', { gaps: [createGap('findings-unvalidated', { cause: 'x' })] }],
  ])('is nothing where %s', (_, changes) => {
    expect(readInPart({ ...whole, ...changes })).toBeNull();
  });

  it.each<[string, Partial<Searched>, object]>([
    [
      'a file that was skipped',
      { corpus: { ...corpus, skippedCount: 1, skippedFiles: [skipped] } },
      { files: 3, skippedCount: 1, skippedFiles: [skipped] },
    ],
    [
      'a file that was read in part, counted once',
      { corpus: { ...corpus, skippedCount: 1, partialCount: 1, skippedFiles: [partial] } },
      { files: 2, skippedCount: 1 },
    ],
    [
      'both',
      { corpus: { ...corpus, skippedCount: 2, partialCount: 1, skippedFiles: [partial, skipped] } },
      { files: 3, skippedCount: 2 },
    ],
    ['the web', { usesWeb: true }, { files: 2, skippedCount: 0, usesWeb: true }],
    ...(
      [
        'search-failed',
        'provider-failed',
        'page-unread',
        'passage-unread',
        'task-failed',
        'limit-reached',
        'finished-early',
      ] as const
    ).map((kind): [string, Partial<Searched>, object] => [
      `what is behind the gap ${kind}`,
      { gaps: [createGap('nothing-found'), createGap(kind, { subject: 'pages', cause: '7' })] },
      { gaps: [{ kind }], gapCount: 1 },
    ]),
  ])('is %s', (_, changes, expected) => {
    expect(readInPart({ ...whole, ...changes })).toMatchObject({ code: 'READ_IN_PART', ...expected });
  });

  it.each<[string, Partial<Searched>, boolean]>([
    ['no search was answered', {}, true],
    ['a page was read', { pagesRead: 1 }, false],
    ['there are files', { corpus }, false],
    ['the searches found nothing', { gaps: [] }, false],
    ['the web was not searched', { usesWeb: false }, false],
  ])('tells whether nothing was read, where %s', (_, changes, isNothing) => {
    const unread = readInPart({
      ...whole,
      corpus: { ...corpus, files: 0 },
      gaps: [createGap('search-failed', { subject: 'whales', cause: 'no engine answered' })],
      usesWeb: true,
      ...changes,
    });
    const draft = draftOf({ missingSubject: { words: ['whales'], unknown: ['whales'] } });
    const written = { anchor: anchorOf(), languages: [], engine: 'offline' as const, unread, draft };

    expect(unread?.readNothing === true).toBe(isNothing);
    expect(evidenceDiagnostics(written).some(({ code }) => code === 'SUBJECT_NOT_COVERED')).toBe(!isNothing);
  });

  it('is told where there is no answer, and limits what is said not to occur', () => {
    const unread = readInPart({ ...whole, usesWeb: true });
    const refused = draftOf({ missingSubject: { words: ['whales'], unknown: ['whales'] } });
    const written = { anchor: anchorOf(), languages: ['en'], engine: 'offline' as const, unread };

    expect(evidenceDiagnostics({ ...written, draft: refused })).toMatchObject([
      { code: 'SUBJECT_NOT_COVERED', inPart: true },
      { code: 'READ_IN_PART' },
    ]);
    expect(evidenceDiagnostics({ ...written, unread: null, draft: refused })).toEqual([
      { code: 'SUBJECT_NOT_COVERED', words: ['whales'], unknown: ['whales'] },
    ]);
    const answered = draftOf({ summary: [{ text: 'It burns.', citations: ['t1f1q1'] }] });
    expect(evidenceDiagnostics({ ...written, draft: answered })).toEqual([]);
  });
});
