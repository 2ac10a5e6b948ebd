import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { describe, expect, it } from 'vitest';
import { byLanguage, describeQuestion, summarise } from '../../../bench/answers/figure-block.ts';
import { renderBlocks, renderQuestion } from '../../../bench/answers/figure-table.ts';
import { measureQuestion, type QuestionFigures } from '../../../bench/answers/question-figures.ts';
import {
  ANSWER,
  askedOf,
  BESIDE_THE_POINT,
  blobs,
  documents,
  questionOf,
  recordOf,
  ruleFinding,
} from './measured-report.ts';

/** A report with a statement that serves the question, and one more that may not. */
function judged(finding: Finding, isBeside: boolean) {
  const record = recordOf([finding]);
  const bearings: Claim['bearing'][] = [{}, isBeside ? { isBeside: true } : {}];
  const limitations = bearings.map((bearing): Claim => ({ text: 'Nothing else is said.', citations: [], bearing }));
  return { ...record, report: { ...record.report, limitations } };
}
const unanswerable = questionOf({ id: 'q3', language: 'de', unanswerable: true, expect: [], mustContain: [] });

async function measureThree(): Promise<QuestionFigures[]> {
  const asked = [
    askedOf(judged(ruleFinding('t1f1', ANSWER), false), {}, `# How long?\n\n${ANSWER}`),
    askedOf(judged(ruleFinding('t1f1', BESIDE_THE_POINT), true), { seconds: 4, askedBack: ['Which?'] }),
    askedOf(recordOf([]), { question: unanswerable, seconds: 3 }, '# Wie?\n\nEs gibt keine Antwort.'),
  ];
  return Promise.all(asked.map((one) => measureQuestion(one, documents, blobs)));
}

describe('summarise', () => {
  it('computes each figure over its own questions and claims', async () => {
    expect(summarise(await measureThree())).toMatchObject({
      answerable: 2,
      phraseQuoted: 0.5,
      mustContain: 0.5,
      mustContainEntries: 0.5,
      firstSentenceAnswers: 0.5,
      driftShare: 0,
      residualDrift: 0.5,
      languagePurity: 1,
      quoteExactness: 1,
      traceable: 1,
      queryAdherence: 75,
      unanswerableRecognised: { count: 1, n: 1 },
      answerableRefused: { count: 0, n: 2 },
      ambiguousAsked: { count: 0, n: 0 },
      needlesslyAsked: { count: 1, n: 3 },
      secondsPerQuestion: 3,
    });
  });

  it('gives null, not 0 or 1, for shares of an empty set', () => {
    expect(summarise([])).toEqual({
      answerable: 0,
      phraseQuoted: null,
      mustContain: null,
      mustContainEntries: null,
      firstSentenceAnswers: null,
      driftShare: null,
      residualDrift: null,
      languagePurity: null,
      quoteExactness: null,
      traceable: null,
      clarificationUsed: null,
      queryAdherence: null,
      unanswerableRecognised: { count: 0, n: 0 },
      answerableRefused: { count: 0, n: 0 },
      ambiguousAsked: { count: 0, n: 0 },
      needlesslyAsked: { count: 0, n: 0 },
      crossLanguage: { n: 0, saidSo: 0 },
      precisionPerTier: { 1: { count: 0, n: 0 }, 2: { count: 0, n: 0 }, 3: { count: 0, n: 0 } },
      failedRuns: 0,
      secondsPerQuestion: null,
    });
  });

  it('separates the languages of the questions', async () => {
    const languages = byLanguage(await measureThree(), summarise);

    expect(languages['en']).toMatchObject({ answerable: 2, unanswerableRecognised: { count: 0, n: 0 } });
    expect(languages['de']).toMatchObject({
      answerable: 0,
      phraseQuoted: null,
      unanswerableRecognised: { count: 1, n: 1 },
    });
    expect(Object.keys(byLanguage([], summarise))).toEqual(['de', 'en']);
  });
});

describe('one question', () => {
  it('is described by its own figures and what explains them', async () => {
    const [, second] = await measureThree();
    if (second === undefined) throw new Error('no figures');

    expect(describeQuestion(second)).toMatchObject({
      id: 'q1',
      language: 'en',
      phraseQuoted: 0,
      residualDrift: 1,
      passages: [{ file: 'rules.md', section: '§ 3', reached: 'expected', lostAt: 'not found by search' }],
    });
    expect(renderQuestion(second)).toBe(
      'q1  en  4.0 s  phrases 0 of 1; entries 0 of 1; off the mark 1 of 1; dropped 0 of 1; ASKED NEEDLESSLY: Which?; missed rules.md § 3 (not found by search)',
    );
  });
});

describe('renderBlocks', () => {
  it('shows figures next to their aims, and a dash for a share of an empty set', async () => {
    const table = renderBlocks({ all: summarise(await measureThree()), none: summarise([]) });

    expect(table).toMatch(/\| phraseQuoted +\| 0\.500 +\| – +\| de ≥ 0\.85 +\|/);
    expect(table).toMatch(/\| needlesslyAsked +\| 1 of 3 +\| – +\|/);
  });
});
