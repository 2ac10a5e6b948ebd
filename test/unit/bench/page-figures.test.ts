import { describe, expect, it } from 'vitest';
import { type PageFigures, toFigures, totalOf } from '../../../bench/pages/page-figures.ts';
import type { PageQuestion } from '../../../bench/pages/question-file.ts';
import { parsePageQuestions } from '../../../bench/pages/question-file.ts';
import type { QuestionResearch } from '../../../bench/pages/question-research.ts';

const TEXT = 'Only whale oil burns\nin the lamp of the harbour. Nothing else does.';
const QUESTION: PageQuestion = {
  id: 'q1',
  file: 'a.pdf',
  page: 2,
  phrase: 'whale oil burns in the lamp',
  question: 'Which oil?',
};

function research(page: number, start: number, end: number, text = TEXT.slice(start, end)): QuestionResearch {
  const passage = { passageId: 'p', sourceId: 's', page, headingPath: [], start: 0, end: TEXT.length };
  const hit = { provider: 'corpus', query: '', rank: 1, providerScore: 1, title: '', locator: 'a.pdf', snippet: '' };
  const quote = { key: 'k', text, sourceId: 's', textHash: '', page, start, end, reason: '' };
  return { ranked: [{ ...hit, passage, publishedAt: null }], quotes: [{ locator: 'a.pdf', quote }] };
}

describe('toFigures', () => {
  it('counts a verbatim quotation from the right page that covers half of the phrase, across line ends', () => {
    expect(toFigures(QUESTION, research(2, 5, 27), TEXT)).toEqual({
      id: 'q1',
      pageFound: true,
      phraseLocated: true,
      phraseQuoted: true,
      firstPlace: 'a.pdf p. 2',
    });
  });

  it.each([
    ['another page', research(1, 5, 27)],
    ['other words', research(2, 49, 71)],
    ['too little of the phrase', research(2, 0, 12)],
    ['words that the source does not have', research(2, 5, 27, 'Whale oil burns\nin the')],
  ])('does not count a quotation of %s', (_, found) => {
    expect(toFigures(QUESTION, found, TEXT).phraseQuoted).toBe(false);
  });

  it('finds nothing in a file that was not read', () => {
    expect(toFigures(QUESTION, { ranked: [], quotes: [] }, '')).toMatchObject({
      pageFound: false,
      phraseLocated: false,
      phraseQuoted: false,
      firstPlace: 'nothing',
    });
  });
});

describe('totalOf', () => {
  it('gives shares of the questions', () => {
    const figures: PageFigures = toFigures(QUESTION, research(1, 5, 27), TEXT);

    expect(totalOf([figures, toFigures(QUESTION, research(2, 5, 27), TEXT)])).toEqual({
      pageFound: 0.5,
      phraseQuoted: 0.5,
      phraseLocated: 1,
    });
  });
});

describe('parsePageQuestions', () => {
  it('reads one question a line', () => {
    expect(parsePageQuestions('q.jsonl', `${JSON.stringify(QUESTION)}\n\n`)).toEqual([QUESTION]);
  });

  it.each([
    ['{', 'q.jsonl, line 1: not JSON'],
    ['{"id":"q1","file":"a.pdf","page":0,"phrase":"x","question":"y"}', 'q.jsonl, line 1, page: '],
    ['', 'q.jsonl holds no question'],
  ])('names what is wrong with %s', (lines, problem) => {
    expect(() => parsePageQuestions('q.jsonl', lines)).toThrow(problem);
  });
});
