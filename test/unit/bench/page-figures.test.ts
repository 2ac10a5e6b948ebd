import { describe, expect, it } from 'vitest';
import { type PageFigures, type PageRun, toFigures, totalOf } from '../../../bench/pages/page-figures.ts';
import { type PageQuestion, parsePageQuestions } from '../../../bench/pages/question-file.ts';
import { quoteOf } from '../../support/builders/research-fixtures.ts';
import { recordOf } from './measured-report.ts';

const TEXT = 'Only whale oil burns\nin the lamp of the harbour. Nothing else does.';
const QUESTION: PageQuestion = {
  id: 'q1',
  file: 'a.pdf',
  page: 2,
  phrase: 'whale oil burns in the lamp',
  question: 'Which oil?',
};

function citationOf(number: number, page: number, start: number, end: number, text = TEXT.slice(start, end)) {
  const quote = quoteOf(`q${number}`, text, { page, start, end });
  return { number, title: '', locator: 'a.pdf', page, headingPath: [], quote };
}

function runWith(citations: readonly ReturnType<typeof citationOf>[], rankedPage = 2): PageRun {
  const passage = { passageId: 'p', sourceId: 's', page: rankedPage, headingPath: [], start: 0, end: TEXT.length };
  const hit = { provider: 'corpus', query: '', rank: 1, providerScore: 1, title: '', locator: 'a.pdf', snippet: '' };
  const relevance = { id: 'p', score: 1, reason: '' };
  const ranked = [{ ...hit, passage, publishedAt: null, relevance, sourceTier: null, selection: 'passed' as const }];
  const searched = { hits: [], scores: [], relevanceThreshold: 0.7 };
  return { steps: { searches: [{ searched, ranked }] }, record: recordOf([], { citations: [...citations] }) };
}

describe('toFigures', () => {
  it('counts a verbatim quotation from the right page that covers half of the phrase, across line ends', () => {
    expect(toFigures(QUESTION, runWith([citationOf(1, 2, 5, 27)]), TEXT)).toEqual({
      id: 'q1',
      phraseLocated: true,
      pageRankedFirst: true,
      pageFirst: true,
      pageQuoted: true,
      phraseQuoted: true,
      firstPlace: 'a.pdf p. 2',
    });
  });

  it.each([
    ['another page', citationOf(1, 1, 5, 27)],
    ['other words', citationOf(1, 2, 49, 71)],
    ['too little of the phrase', citationOf(1, 2, 0, 12)],
    ['words that the source does not have', citationOf(1, 2, 5, 27, 'Whale oil burns\nin the')],
  ])('does not count a quotation of %s', (_, citation) => {
    expect(toFigures(QUESTION, runWith([citation]), TEXT).phraseQuoted).toBe(false);
  });

  it('takes the citation with the lowest number as the first', () => {
    const run = runWith([citationOf(2, 2, 5, 27), citationOf(1, 3, 5, 27)], 3);

    expect(toFigures(QUESTION, run, TEXT)).toMatchObject({
      pageRankedFirst: false,
      pageFirst: false,
      pageQuoted: true,
      firstPlace: 'a.pdf p. 3',
    });
  });

  it('finds nothing in a file that was not read', () => {
    expect(toFigures(QUESTION, { steps: { searches: [] }, record: null }, '')).toMatchObject({
      phraseLocated: false,
      pageRankedFirst: false,
      pageFirst: false,
      phraseQuoted: false,
      firstPlace: 'nothing',
    });
  });
});

describe('totalOf', () => {
  it('gives shares of the questions', () => {
    const figures: PageFigures = toFigures(QUESTION, runWith([citationOf(1, 1, 5, 27)], 1), TEXT);

    expect(totalOf([figures, toFigures(QUESTION, runWith([citationOf(1, 2, 5, 27)]), TEXT)])).toEqual({
      phraseLocated: 1,
      pageRankedFirst: 0.5,
      pageFirst: 0.5,
      pageQuoted: 0.5,
      phraseQuoted: 0.5,
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
