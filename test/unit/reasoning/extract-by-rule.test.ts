import { answerFormOf } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import type { InformationNeed } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { extractByRule, MAX_QUOTES } from '../../../activities/steps/extract-by-rule.ts';

const needOf = (question: string): InformationNeed => ({
  terms: weighTermsEvenly(question, 'en'),
  answerForm: answerFormOf(question, 'en'),
});

function extract(task: string, question: string, text: string, title = 'Harbour') {
  const passage = { title, headingPath: ['Duration of the watch'], language: 'en', text };
  return extractByRule(needOf(task), [needOf(question)], passage);
}

const QUESTION = 'How long does the watch of the pilot last?';
const PASSAGE = [
  'The watch of the pilot lasts six hours.',
  'The watch of the pilot lasts four hours if there is fog.',
  'On Sundays the watch of the pilot lasts three hours.',
  'On holidays the watch of the pilot lasts two hours.',
  'Oil is kept in the cellar of the lighthouse.',
].join(' ');

describe('extracting by rule', () => {
  it('takes at most three statements that do not overlap, each with a named reason', () => {
    const { quotes } = extract(QUESTION, QUESTION, PASSAGE);
    const spans = quotes.map(({ text }) => ({
      start: PASSAGE.indexOf(text),
      end: PASSAGE.indexOf(text) + text.length,
    }));

    expect(quotes).toHaveLength(MAX_QUOTES);
    expect(quotes.every(({ reason }) => reason === 'figure or threshold')).toBe(true);
    expect(spans.some((a) => spans.some((b) => a !== b && a.start < b.end && b.start < a.end))).toBe(false);
  });

  it('scores the words against the anchor, not against the task alone', () => {
    const onTopic = extract(QUESTION, QUESTION, PASSAGE);
    const drifted = extract(QUESTION, 'Which oil is kept in the cellar?', 'The watch of the pilot lasts six hours.');

    expect(onTopic.relevance).toBe(1);
    expect(drifted.relevance).toBeLessThan(0.5);
  });

  it('takes nothing from a passage that is unrelated to the question', () => {
    const nothing = extract(QUESTION, QUESTION, 'Whales are seen in the canal now and then.');
    const elsewhere = extractByRule(needOf(QUESTION), [needOf(QUESTION)], {
      title: 'Whales',
      headingPath: [],
      language: 'en',
      text: 'Whales are seen in the canal now and then.',
    });

    expect(elsewhere).toEqual({ information: '', quotes: [], relevance: 0, relevanceReason: '' });
    expect(nothing.relevance).toBeLessThan(1);
  });
});
