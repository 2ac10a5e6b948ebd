import { describe, expect, it } from 'vitest';
import {
  boldWords,
  type DocumentClaim,
  paragraphsOf,
  prose,
  words,
  wordsAround,
} from '../../document/report-document.ts';

const claimOf = (text: string, quotedLanguage: string | null = null): DocumentClaim => ({
  number: 1,
  text,
  citations: [],
  pieces: [],
  computation: null,
  quotedLanguage,
  isUnverified: false,
  isDoubted: false,
  isEntailed: false,
  notJudged: false,
  isPassage: false,
  isUntrusted: false,
  kind: null,
  leavesOutUnsaid: false,
  excerpt: null,
});

describe('the words of a document', () => {
  it('are bold where a phrase of the report says so', () => {
    expect(boldWords('**Conflict 1:** the sources disagree.')).toEqual([
      { kind: 'text', text: 'Conflict 1:', style: 'bold' },
      words(' the sources disagree.'),
    ]);
  });

  it('hold the text of a program as code, whatever is in it', () => {
    expect(wordsAround('refused `x`', (cause) => `It failed: ${cause}.`)).toEqual([
      words('It failed: '),
      { kind: 'text', text: 'refused `x`', style: 'code' },
      words('.'),
    ]);
  });
});

describe('the paragraphs of claims that read on', () => {
  it('leave words in another language a paragraph of their own', () => {
    const claims = [
      claimOf('One.'),
      claimOf('Zwei.', 'de'),
      claimOf('Drei.', 'de'),
      claimOf('Four.'),
      claimOf('Five.'),
    ];

    const texts = paragraphsOf(prose(claims)).map((inlines) =>
      inlines.map((inline) => (inline.kind === 'claim' ? inline.claim.text : 'text' in inline && inline.text)),
    );

    expect(texts).toEqual([['One.'], ['Zwei.'], ['Drei.'], ['Four.', ' ', 'Five.']]);
  });

  it('begin with the words that introduce a quotation', () => {
    const claim = { kind: 'claim' as const, claim: claimOf('Zwei.', 'de') };

    expect(paragraphsOf([words('Log: '), claim])).toEqual([[words('Log: '), claim]]);
  });
});
