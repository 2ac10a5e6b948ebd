import { describe, expect, it } from 'vitest';
import { answerFormOf } from '../../../activities/evidence/answer-form.ts';
import { arrangeEvidence, evidenceCoverage } from '../../../activities/evidence/evidence-arrangement.ts';
import { toReadableFinding } from '../../../activities/evidence/evidence-reading.ts';
import { readableText } from '../../../activities/evidence/readable-text.ts';
import { weighTermsEvenly } from '../../../activities/evidence/weighted-terms.ts';
import { findingOf } from '../../support/research-fixtures.ts';

const taskOf = (text: string) => ({
  text,
  interest: { terms: weighTermsEvenly(text, 'en'), answerForm: answerFormOf(text) },
});
const evidenceOf = (...texts: string[]) =>
  texts.map((text, index) => toReadableFinding(findingOf(`f${index}`, text, { title: 'Rules', headingPath: [] })));

const OIL = 'The lamp burns nine hours on one filling of oil.';
const WICK = 'Every wick is stored in a dry drawer.';

describe('arrangeEvidence', () => {
  it('answers every task with its best statement', () => {
    const tasks = [taskOf('How long does the lamp burn?'), taskOf('Where is the wick stored?')];
    const { answers, unanswered } = arrangeEvidence(tasks, evidenceOf(WICK, OIL));

    expect(answers.map(({ text }) => text)).toEqual([OIL, WICK]);
    expect(unanswered).toEqual([]);
  });

  it('says which task nothing answers, and which words nothing covers', () => {
    const tasks = [taskOf('How long does the lamp burn?'), taskOf('Which whales swim here?')];
    const { answers, unanswered, uncovered } = arrangeEvidence(tasks, evidenceOf(OIL));

    expect(answers.map(({ text }) => text)).toEqual([OIL]);
    expect(unanswered).toEqual(['Which whales swim here?']);
    expect(uncovered).toEqual(['whales', 'swim']);
  });

  it('takes no figure of another month for an answer', () => {
    const task = taskOf('How high is the lamp fee in October 2022?');

    expect(arrangeEvidence([task], evidenceOf('The lamp fee is 5 talers in July 2022.')).answers).toEqual([]);
    expect(arrangeEvidence([task], evidenceOf('The lamp fee is 5 talers in October 2022.')).answers).toHaveLength(1);
  });

  it('states the same words once, however many findings hold them', () => {
    const { answers, keyEvidence, byTask } = arrangeEvidence(
      [taskOf('How long does the lamp burn?'), taskOf('What burns nine hours?')],
      evidenceOf(OIL, OIL, OIL),
    );

    expect([...answers, ...keyEvidence, ...byTask.flatMap(({ evidence }) => evidence)]).toHaveLength(1);
  });
});

describe('evidenceCoverage', () => {
  it('is the share of the question that cited quotes cover', () => {
    const task = taskOf('lamp oil whale wick');
    const findings = evidenceOf(OIL, WICK);

    expect(evidenceCoverage([task], findings, new Set(['f0q1']))).toBeCloseTo(0.5);
    expect(evidenceCoverage([task], findings, new Set(['f0q1', 'f1q1']))).toBeCloseTo(0.75);
    expect(evidenceCoverage([task], findings, new Set())).toBe(0);
  });
});

describe('readableText', () => {
  it.each([
    ['* **`limit`** {number}\n  The [longest](x.md) wait.', '`limit` {number} The longest wait.'],
    ['(2) Der Urlaub\nbeträgt', 'Der Urlaub beträgt'],
    ['> [!NOTE] Keep the oil dry.', 'Keep the oil dry.'],
    ['## Heading <!-- hidden --> here', 'Heading here'],
  ])('reads %j', (source, text) => {
    expect(readableText(source)).toBe(text);
  });
});
