import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { PassageHit, RankedHit } from '@plumbline/contracts/evidence/search-hit';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { describe, expect, it } from 'vitest';
import { countFunnel, listLosses, listUnquoted } from '../../../bench/answers/funnel-figures.ts';
import { renderFunnel, renderLosses } from '../../../bench/answers/funnel-table.ts';
import { isAmongFirst, lossOf, type PassageFate, tracePassage } from '../../../bench/answers/funnel.ts';
import type { RunSteps } from '../../../bench/answers/run-steps.ts';
import { ANSWER, BESIDE_THE_POINT, questionOf, recordOf, ruleFinding } from './measured-report.ts';

const [expected] = questionOf().expect;
if (expected === undefined) throw new Error('no expected passage');
const HERE = 'passage-t1f1';

function hitOf(passageId: string): PassageHit {
  const passage = { passageId, sourceId: 's1', page: null, headingPath: [], start: 0, end: 9 };
  const ranking = { provider: 'corpus', query: 'quay', rank: 1, providerScore: 1 };
  return { ...ranking, title: 'Rules', locator: 'rules.md', snippet: '', passage, publishedAt: null };
}

const scoreOf = (id: string, score: number | null) => ({ id, score, reason: '' });
const rankedAs = (selection: RankedHit['selection'], score: number | null): RankedHit => ({
  ...hitOf(HERE),
  relevance: scoreOf(HERE, score),
  sourceTier: null,
  selection,
});

/** A search that ranks the expected passage second, with a threshold of 0.7. */
function searchWith(score: number | null, ranked: readonly RankedHit[]): RunSteps['searches'] {
  const hits = [hitOf('other'), hitOf(HERE)];
  return [{ searched: { hits, scores: [scoreOf('other', 1), scoreOf(HERE, score)], relevanceThreshold: 0.7 }, ranked }];
}

const NOTHING: RunSteps = { searches: [], readings: [], findings: [], finalScores: [] };
const reading = { hit: hitOf(HERE), hitScore: null, belowThreshold: false, findingId: 't1f1', depth: 0 } as const;
const READ = { ...NOTHING, readings: [{ ...reading, origin: 'search' as const }] };
const answering = ruleFinding('t1f1', ANSWER);
const beside = ruleFinding('t1f2', BESIDE_THE_POINT);

const trace = (steps: RunSteps, record: ResearchRecord = recordOf([beside]), isQuoted = false): PassageFate =>
  tracePassage(expected, new Set([HERE]), steps, record, isQuoted);
const found = (findings: readonly Finding[], finalScore: number): RunSteps => ({
  ...READ,
  findings,
  finalScores: [scoreOf('t1f1', finalScore)],
});

describe('tracePassage', () => {
  it.each([
    { loss: 'not found by search', fate: trace(NOTHING) },
    { loss: 'below the threshold', fate: trace({ ...NOTHING, searches: searchWith(0.69, []) }) },
    {
      loss: 'below the threshold',
      fate: trace({ ...NOTHING, searches: searchWith(0.69, [rankedAs('below', 0.69)]) }),
    },
    { loss: 'not among the hits to read', fate: trace({ ...NOTHING, searches: searchWith(0.7, []) }) },
    {
      loss: 'not among the hits to read',
      fate: trace({ ...NOTHING, searches: searchWith(null, [rankedAs('named', null)]) }),
    },
    { loss: 'read without a finding', fate: trace(READ) },
    { loss: 'dropped by validation', fate: trace(found([answering], 0.49)) },
    { loss: 'left out by the caps', fate: trace(found([answering], 0.5)) },
    { loss: 'not cited', fate: trace(found([answering], 1), recordOf([answering], { citations: [] })) },
    { loss: 'cited with other words', fate: trace(found([answering], 1), recordOf([answering])) },
    { loss: null, fate: trace(found([answering], 1), recordOf([answering]), true) },
  ])('names the step at which the passage was lost: $loss', ({ loss, fate }) => {
    expect(lossOf(fate)).toBe(loss);
  });

  it('takes the best rank of any task, and none for a passage that a reference led to', () => {
    const [search] = searchWith(1, []);
    if (search === undefined) throw new Error('no search');
    const hits = [hitOf('a'), hitOf('b'), hitOf('c'), hitOf('d'), hitOf('e'), hitOf(HERE)];
    const far = { ...search, searched: { ...search.searched, hits } };

    expect(trace({ ...NOTHING, searches: [far, search] }).rank).toBe(2);
    expect(isAmongFirst(trace({ ...NOTHING, searches: [far] }))).toBe(false);
    expect(trace(READ)).toMatchObject({ rank: null, reached: 'read' });
  });
});

describe('the funnel of several questions', () => {
  const lostByThreshold = trace({ ...NOTHING, searches: searchWith(0.2, []) });
  const quoted = trace(found([answering], 1), recordOf([answering]), true);
  const figures = [
    { question: questionOf({ id: 'q1' }), passages: [quoted, lostByThreshold] },
    { question: questionOf({ id: 'q2' }), passages: [trace(NOTHING)] },
    { question: questionOf({ id: 'q3' }), passages: [quoted] },
    { question: questionOf({ id: 'q4', unanswerable: true, expect: [] }), passages: [] },
  ];

  it('counts how far the expected passages came, and the first ones that the threshold alone lost', () => {
    const funnel = countFunnel(figures);

    expect(funnel.stages).toMatchObject({ expected: 4, found: 3, 'above the threshold': 2, read: 2, quoted: 2 });
    expect(funnel).toMatchObject({ foundFirst: 1, firstBelowThreshold: 1 });
  });

  it('lists the questions that lost a passage, by step', () => {
    expect(listLosses(figures)).toEqual({ 'below the threshold': ['q1'], 'not found by search': ['q2'] });
    expect(renderLosses(listLosses(figures))).toContain('not found by search: q2');
    expect(listUnquoted(figures)).toEqual(['q1', 'q2']);
  });

  it('shows shares, and each loss where it happened', () => {
    const table = renderFunnel({ all: countFunnel(figures), none: countFunnel([]) });

    expect(table).toMatch(/\| expected +\| 4 \(1\.00\) +\| – +\|\n\| +lost: not found by search +\| −1 +\| +\|\n/);
    expect(table).toMatch(/\| quoted +\| 2 \(0\.50\) +\| – +\|/);
    expect(table).toMatch(/\| +lost by the threshold alone \(aim 0\) +\| 1 +\| 0 +\|/);
  });
});
