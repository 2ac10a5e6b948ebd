import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { toReadableFinding } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { summarizeByRule, taskRelevance } from '../../../activities/steps/summarize-task.ts';
import { anchorOf, findingOf } from '../../support/builders/research-fixtures.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const GERMAN = 'Die harbour lamp brennt nach der alten Ordnung am Kai mit einer Füllung neun Stunden lang.';
const needIn = (text: string) => ({ terms: weighTermsEvenly(text, 'en'), answerForm: 'open' as const });
const sumUp = (...texts: string[]) =>
  summarizeByRule({
    anchor: anchorOf(),
    taskText: 'How long does the harbour lamp burn?',
    need: needIn('harbour lamp burn'),
    question: needIn('harbour lamp burn'),
    keyEntities: [],
    findings: texts.map((text, index) => toReadableFinding(findingOf(`t1f${index + 1}`, text))),
  });

describe('the summary of a task by rule', () => {
  it("says in the source's words what serves the question, and which of its words", () => {
    expect(sumUp(BURNS).summary).toBe(`${BURNS} Matches these words of the question: harbour, lamp, burn.`);
  });

  it('reads at most five findings and keeps at most three', () => {
    const texts = [
      'The harbour lamp is made of old brass.',
      'Every harbour lamp needs a dry wick.',
      'Rapeseed oil feeds the harbour lamp.',
      'A storm blew the harbour lamp out once.',
      'Children may not touch the harbour lamp.',
    ];
    const { keyFindings } = sumUp(...texts, BURNS);

    expect(keyFindings).toHaveLength(3);
    expect(keyFindings.flatMap(({ citations }) => citations)).not.toContain('t1f6q1');
  });

  it('keeps words of another language out of the summary, but in the findings', () => {
    const { summary, keyFindings } = sumUp(GERMAN, BURNS);

    expect(summary).not.toContain('Füllung');
    expect(keyFindings.map(({ text }) => text)).toEqual([BURNS, GERMAN]);
  });

  it('names the task as open when there is nothing', () => {
    expect(sumUp()).toEqual({
      summary: '',
      keyFindings: [],
      relevance: null,
      gaps: ['No passage answers: How long does the harbour lamp burn?'],
    });
  });
});

describe('taskRelevance', () => {
  const measure = {
    task: needIn('wick drawer'),
    question: needIn('lamp oil wick drawer'),
    keyEntities: ['wick', 'lamp'],
    language: 'en',
  };

  it('is the mean share of the task, of the question and of the key entities', () => {
    expect(taskRelevance(['The wick lies in a drawer.'], measure)).toBe(0.67);
    expect(taskRelevance(['The wick lies there.'], { ...measure, keyEntities: [] })).toBe(0.38);
  });

  it('is unknown without evidence', () => {
    expect(taskRelevance([], measure)).toBeNull();
  });
});
