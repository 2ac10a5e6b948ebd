import { weighTermsEvenly } from '@plumbline/language/term-matching';
import type { ReadableFinding } from '@plumbline/offline/places';
import { describe, expect, it } from 'vitest';
import { planResearchStep } from '../../../activities/steps/plan-research.ts';
import { synthesizeReportStep, type SynthesizeReportStepInput } from '../../../activities/steps/synthesize-report.ts';
import { anchorOf } from '../../support/builders/research-fixtures.ts';
import { shownEvidence } from '../../support/builders/shown-evidence.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const need = { terms: weighTermsEvenly(QUESTION, 'en') };

const foundAs = (findingId: string, unit: string): ReadableFinding => ({
  findingId,
  taskId: 't1',
  locator: findingId,
  title: findingId,
  place: findingId,
  surroundings: unit,
  quotes: [{ key: `${findingId}q1`, unit }],
  language: 'en',
  isUntrusted: false,
});

function inputOf(findings: readonly ReadableFinding[], changes: Partial<SynthesizeReportStepInput> = {}) {
  return {
    today: '2026-01-02',
    anchor: anchorOf(),
    clarificationSummary: null,
    tasks: [{ text: QUESTION, need, summary: 'About nine hours.', gaps: ['the colour'] }],
    findings,
    shown: shownEvidence(),
    mostQuotes: findings.flatMap(({ quotes }) => quotes).length,
    contradictions: [{ text: 'One says nine hours, one eleven.', marks: ['[p1.1]'] }],
    length: 'standard' as const,
    gaps: ['A search failed.'],
    ...changes,
  };
}
const promptOf = (changes: Partial<SynthesizeReportStepInput>, findings = [foundAs('t1f1', BURNS)]) =>
  synthesizeReportStep.prompt(inputOf(findings, changes)).user;
const writeOffline = (findings: readonly ReadableFinding[], changes: Partial<SynthesizeReportStepInput> = {}) =>
  synthesizeReportStep.offline(inputOf(findings, changes));

const clarificationSummary = {
  refinedIntent: 'The burning time of the old lamp.',
  scope: 'the old lamp only',
  keyClarifications: ['Which lamp? — the old one'],
  relevantPassages: [
    { passageId: 'p1', title: 'Lamp book', locator: 'lamp.md', snippet: 'The old lamp stands north.' },
  ],
  remainingGaps: ['its height'],
};
const REFINEMENTS = ['the old one,\nnot the one from 1912', 'in winter'];

describe('the prompt of synthesis', () => {
  it('goes from the question over whole passages with their places to what is open, and says what is demanded', () => {
    const prompt = promptOf({ clarificationSummary });

    const marks = [
      '<anchor>',
      '<clarification>',
      '<passage id="p1">\nHarbour lamp > Oil (rules/lamp.md; official or reviewed source; 2024-05-01; primary)\n[p1.1] The harbour',
      '<passage id="p2">',
      'untrusted',
      'Harbour lamp > Oil: The harbour lamp burns for nine hours on one filling. [p3.1]',
      '<summary>\nHow long? The harbour lamp',
      '<quotes>\n[p1.1] “The harbour lamp burns for nine hours on one filling.”',
      '<gaps>',
      '<conflicts>',
      '600 to 1,200 words',
      '## LIMITS',
      'Cite by address',
      '[calc: ',
      '## LOOK UP',
    ];
    const places = marks.map((mark) => prompt.indexOf(mark));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(prompt).not.toMatch(/tier|weight/iu);
  });

  it.each([
    ['brief', 'at most 200 words'],
    ['full', '2,500 to 3,500 words'],
  ] as const)('asks for the length of the request: %s', (length, words) => {
    expect(promptOf({ length })).toContain(words);
  });

  it.each([
    ['synthesis', promptOf({ anchor: anchorOf({ refinements: REFINEMENTS }), clarificationSummary })],
    ['synthesis without a summary', promptOf({ anchor: anchorOf({ refinements: REFINEMENTS }) })],
    [
      'planning',
      planResearchStep.prompt({
        today: '2026-01-02',
        anchor: anchorOf({ refinements: REFINEMENTS }),
        clarificationSummary,
        maxTasks: 3,
        memory: [],
        shelf: [],
        places: [],
      }).user,
    ],
  ])("contains the user's answers word for word: %s", (_, prompt) => {
    for (const answer of REFINEMENTS) expect(prompt).toContain(`- ${answer}`);
  });

  it('has intent, scope, clarifications, passages and gaps of the clarification', () => {
    const prompt = promptOf({ clarificationSummary });

    const { refinedIntent, scope, keyClarifications, remainingGaps } = clarificationSummary;
    for (const text of [refinedIntent, scope, ...keyClarifications, ...remainingGaps, 'The old lamp stands north.'])
      expect(prompt).toContain(text);
  });
});

describe('synthesis by rule', () => {
  it('shows the places in the words of the sources and states nothing', () => {
    const report = writeOffline([foundAs('t1f1', BURNS), foundAs('t1f2', 'The harbour lamp never burns.')]);

    expect(report.summary).toEqual([
      { text: BURNS, citations: ['t1f1q1'], isPassage: true },
      { text: 'The harbour lamp never burns.', citations: ['t1f2q1'], isPassage: true },
    ]);
    expect(report.remainingGaps).toEqual([]);
  });

  it('shows no more places than were selected, the first ones', () => {
    const findings = [foundAs('t1f1', BURNS), foundAs('t1f2', 'In winter it burns longer.')];

    expect(writeOffline(findings, { mostQuotes: 1 }).summary.map(({ text }) => text)).toEqual([BURNS]);
  });

  it('names the task where nothing was found', () => {
    const report = writeOffline([]);

    expect(report.summary).toEqual([]);
    expect(report.remainingGaps).toEqual([`Nothing was found for: ${QUESTION}`]);
  });
});
