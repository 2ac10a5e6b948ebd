import type { StoredPassage } from '@plumbline/search/corpus-index';
import { describe, expect, it } from 'vitest';
import {
  calibrate,
  type JudgedFinding,
  renderCalibrations,
  summariseJudged,
} from '../../../bench/answers/calibration.ts';
import { type Grading, isTangent } from '../../../bench/answers/planted-tangents.ts';
import { anchorOf } from '../../support/builders/research-fixtures.ts';
import { ANSWER, BESIDE_THE_POINT, HARBOUR_RULES, questionOf, recordOf, ruleFinding } from './measured-report.ts';

const [source] = recordOf([]).sources;
if (source === undefined) throw new Error('no source');

function passageOf(sentence: string): StoredPassage {
  const { headingPath, passageSpan } = ruleFinding('t1f1', sentence);
  const { start, end } = passageSpan ?? { start: 0, end: 0 };
  const passage = { passageId: sentence, sourceId: 's1', page: null, headingPath, start, end };
  return { passage, source: source as StoredPassage['source'], text: HARBOUR_RULES.slice(start, end) };
}

const mooring = questionOf();
const lamp = questionOf({
  id: 'q2',
  language: 'de',
  question: 'When is the lamp of the quay lit?',
  expect: [{ file: 'rules.md', section: '§ 4', phrase: 'every evening before sunset' }],
});

describe('isTangent', () => {
  it('requires a passage that shares a content word and contains no answer', () => {
    expect(isTangent(passageOf(BESIDE_THE_POINT), mooring)).toBe(true);
    expect(isTangent(passageOf(ANSWER), mooring)).toBe(false);
    expect(isTangent(passageOf(BESIDE_THE_POINT), { ...mooring, alsoGood: [{ file: 'rules.md' }] })).toBe(false);
    expect(isTangent(passageOf(BESIDE_THE_POINT), { ...mooring, question: 'Who feeds the cat?' })).toBe(false);
  });
});

describe('calibrate', () => {
  it('plants the findings of other questions and reads their passages for the question itself', async () => {
    const grading: Grading = {
      anchorQuestion: async (question) => ({
        question,
        anchor: anchorOf(),
        task: { taskId: 't1', text: question.question, rationale: '' },
        passages: [passageOf(question.id === 'q1' ? ANSWER : BESIDE_THE_POINT)],
      }),
      // Only the question about the lamp takes anything from both passages.
      extract: async ({ question }, { passage }, findingId) =>
        question.id === 'q1' && passage.passageId !== ANSWER ? null : ruleFinding(findingId, passage.passageId),
      validate: async ({ question }, findings) =>
        findings.map(({ headingPath }) =>
          headingPath.some((part) => part.startsWith('§ 4')) === (question.id === 'q2') ? 1 : 0.25,
        ),
    };
    const seen: (readonly [string, readonly string[]])[] = [];
    const questions = [mooring, lamp, questionOf({ id: 'q3', unanswerable: true, expect: [] })];

    const calibration = await calibrate(grading, questions, ({ id }, judged) => {
      seen.push([id, judged.map(({ kind }) => kind)]);
    });

    expect(seen).toEqual([
      ['q1', ['true', 'planted']],
      ['q2', ['true', 'planted', 'tangent']],
    ]);
    expect(calibration).toMatchObject({
      all: { passagesRead: { count: 2, n: 2 }, plantedDropped: { count: 2, n: 2 }, trueLost: { count: 0, n: 2 } },
      en: { passagesRead: { count: 1, n: 1 }, plantedDropped: { count: 1, n: 1 }, trueLost: { count: 0, n: 1 } },
      de: { passagesRead: { count: 1, n: 1 }, plantedDropped: { count: 1, n: 1 }, trueLost: { count: 0, n: 1 } },
    });
  });
});

describe('summariseJudged', () => {
  const judged = (
    kind: JudgedFinding['kind'],
    relevance: number | null,
    finalRelevance: number | null,
  ): JudgedFinding => ({
    language: 'en',
    kind,
    finding: ruleFinding('t1f1', ANSWER, { relevance, contextTier: kind === 'true' ? 1 : 2 }),
    finalRelevance,
  });

  it('decreases when tangents are kept and true findings dropped', () => {
    const bad = summariseJudged([
      judged('true', 0.5, 0.25),
      judged('planted', 1, 1),
      judged('planted', 1, null),
      judged('tangent', 0.75, 0.5),
    ]);

    expect(bad).toMatchObject({
      trueLost: { count: 1, n: 1 },
      plantedDropped: { count: 1, n: 2 },
      tangentsDropped: { count: 0, n: 1 },
      trueRelevance: 0.5,
      tangentRelevance: 0.75,
      precisionPerTier: { 1: { count: 1, n: 1 }, 2: { count: 0, n: 1 }, 3: { count: 0, n: 0 } },
    });
    expect(renderCalibrations({ all: { ...bad, passagesRead: { count: 1, n: 3 } } })).toMatch(
      /\| true findings lost +\| 1\.000 \(1 of 1\) +\| ≤ 0\.05 +\|/,
    );
  });

  it('gives null for an empty set', () => {
    expect(summariseJudged([])).toMatchObject({ trueLost: { count: 0, n: 0 }, trueRelevance: null });
  });
});
