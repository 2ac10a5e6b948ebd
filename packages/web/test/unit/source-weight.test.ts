import { describe, expect, it } from 'vitest';
import { questionKindOf, sourceWeigher } from '../../source-quality/source-quality.ts';

describe('questionKindOf', () => {
  it.each([
    ['Was sagt § 7 HaLaO zur Laterne?', 'legal'],
    ['Welche Pflichten hat der Wärter nach dem Hafengesetz?', 'legal'],
    ['Ist eine Lampe nach der LeuchtVO erlaubt?', 'legal'],
    ['Which court decides about harbour dues?', 'legal'],
    ['What does Regulation (EU) 2016/679 require?', 'legal'],
    ['Hilft Rapsöl gegen Sehnenscheidenentzündung und Bursitis?', 'medical'],
    ['Wie viele mg Eisen am Tag?', 'medical'],
    ['Sind 400 mg am Tag zu viel?', 'medical'],
    ['What are the side effects of lamp oil?', 'medical'],
    ['Which studies measured how moths find a lamp?', 'scientific'],
    ['Welche Forschung gibt es zu Leuchttürmen?', 'scientific'],
    ['What is the latest from the harbour?', 'news'],
    ['Was ist heute am Hafen geschehen?', 'news'],
    ['Was kostet eine Hafenlampe?', 'product'],
    ['Which lamp should I buy?', 'product'],
    ['How long does the harbour lamp burn?', 'other'],
    ['Which status codes does RFC 9110 define?', 'other'],
    ['Wie lange brennt die Lampe am Hafen?', 'other'],
  ])('reads %j as %s', (question, kind) => {
    expect(questionKindOf(question)).toBe(kind);
  });
});

describe('sourceWeigher', () => {
  it.each([
    ['low', [1.02, 1, 0.98]],
    ['medium', [1.1, 1, 0.9]],
    ['high', [1.25, 1, 0.75]],
  ] as const)('weighs the tiers as %s says', (weighting, weights) => {
    const weigh = sourceWeigher(weighting, 'Which court decides?');

    expect([weigh(1), weigh(2), weigh(3)]).toEqual(weights);
  });

  it.each([
    ['Which court decides?', 1.25],
    ['What are the symptoms?', 1.25],
    ['Which studies exist?', 1.25],
    ['What is the latest?', 1.1],
    ['Which one should I buy?', 1.1],
    ['How long does it burn?', 1.02],
  ])('chooses by the kind of question by default: %s', (question, weight) => {
    expect(sourceWeigher('auto', question)(1)).toBe(weight);
  });

  it('leaves ungraded findings unchanged', () => {
    expect(sourceWeigher('high', '')(null)).toBe(1);
  });
});
