import type { Finding } from '@plumbline/contracts/evidence/finding';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { type SourcedFinding, toReadableFinding } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { planResearchStep } from '../../../activities/steps/plan-research.ts';
import { synthesizeReportStep, type SynthesizeReportStepInput } from '../../../activities/steps/synthesize-report.ts';
import { anchorOf, findingOf } from '../../support/builders/research-fixtures.ts';
import { shownEvidence } from '../../support/builders/shown-evidence.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const RIVAL = 'The harbour lamp burns for eleven hours on one filling.';
const GERMAN = 'Die Hafenlampe brennt nach der alten Ordnung am Kai mit einer Füllung neun Stunden lang.';
const need = { terms: weighTermsEvenly(QUESTION, 'en'), answerForm: 'duration' as const };

const findingFrom = (findingId: string, text: string, changes: Partial<Finding> = {}): SourcedFinding => {
  const finding = findingOf(findingId, text, { title: 'Rules', headingPath: [], ...changes });
  return { ...toReadableFinding(finding), sourceId: finding.sourceId };
};

function inputOf(findings: readonly SourcedFinding[], changes: Partial<SynthesizeReportStepInput> = {}) {
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
const promptOf = (changes: Partial<SynthesizeReportStepInput>, findings = [findingFrom('t1f1', BURNS)]) =>
  synthesizeReportStep.prompt(inputOf(findings, changes)).user;
const writeOffline = (findings: readonly SourcedFinding[], changes: Partial<SynthesizeReportStepInput> = {}) =>
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
  it('cites no more quotes than were selected, the most important ones', async () => {
    const findings = [
      findingFrom('t1f1', BURNS),
      findingFrom('t1f2', 'In winter the harbour lamp burns for 12 hours a night.'),
    ];
    const report = await writeOffline(findings, { mostQuotes: 1 });

    expect(JSON.stringify(report)).not.toContain('t1f2q1');
    expect(report.summary.flatMap(({ citations }) => citations)).toEqual(['t1f1q1']);
  });

  it('puts claims of two sources that disagree into one conflict', async () => {
    const findings = [findingFrom('t1f1', BURNS), findingFrom('t1f2', RIVAL, { sourceId: 's2' })];
    const { conflicts, summary, keyFindings } = await writeOffline(findings);

    expect(conflicts.map((conflict) => conflict.map(({ text }) => text).sort())).toEqual([[RIVAL, BURNS].sort()]);
    expect(summary.map(({ isPassage }) => isPassage)).toEqual([true, true]);
    expect(keyFindings).toEqual([]);
  });

  it('leaves out further passages before a side of a conflict, where the quotes are limited', async () => {
    const beside = { searchRank: 1, hitScore: 0.6, sourceId: 's1', headingPath: ['Cleaning'] };
    const opposed = [findingFrom('t1f1', BURNS), findingFrom('t1f2', RIVAL, { sourceId: 's2' })];
    const cleaned = findingFrom('t1f3', 'The harbour lamp is cleaned by the keeper every evening.', beside);
    const { conflicts } = await writeOffline([...opposed, cleaned], { mostQuotes: 2 });

    expect(conflicts.map(({ length }) => length)).toEqual([2]);
  });

  it('sees no conflict inside one source', async () => {
    const findings = [findingFrom('t1f1', BURNS), findingFrom('t1f2', RIVAL)];

    expect((await writeOffline(findings)).conflicts).toEqual([]);
  });

  it('prefers the language of the question', async () => {
    const report = await writeOffline([findingFrom('t1f1', GERMAN), findingFrom('t1f2', BURNS)]);

    expect(report.summary.map(({ text }) => text)).toEqual([BURNS]);
    expect(report.keyFindings.map(({ text }) => text)).toEqual([GERMAN]);
  });

  it('lists as a limitation the names that the passages lack, and the words that no document has', async () => {
    const text = 'Compare the lamp of Rotterdam with whales, see page 1 instead';
    const known = weighTermsEvenly(text, 'en').map((term) => ({
      ...term,
      isKnown: !['Compare', 'whales'].includes(term.word),
    }));
    const tasks = [{ text, need: { terms: known, answerForm: 'open' as const }, summary: '', gaps: [] }];
    const { limitations } = await writeOffline([findingFrom('t1f1', BURNS)], { tasks });

    expect(limitations).toEqual([{ text: 'No cited passage contains: Rotterdam, whales.', citations: [] }]);
  });

  it('shows passages without a statement, and calls no word missing that other documents have', async () => {
    const report = await writeOffline([findingFrom('t1f1', 'Wicks are stored in a dry drawer.')]);

    expect(report.summary).toMatchObject([{ text: 'Wicks are stored in a dry drawer.', isPassage: true }]);
    expect(report.limitations).toEqual([]);
    expect(report.remainingGaps).toEqual([]);
  });

  it('names the task where nothing was found', async () => {
    const report = await writeOffline([]);

    expect(report).toMatchObject({ summary: [], overview: [], keyFindings: [], limitations: [] });
    expect(report.remainingGaps).toEqual([`No passage answers: ${QUESTION}`]);
  });
});

describe('a report in another language than the question', () => {
  const steered = anchorOf({ language: 'de', questionLanguage: 'en' });

  it('still rests on evidence in the language of the question, of any tier', async () => {
    const written = await writeOffline([findingFrom('t1f1', BURNS, { contextTier: 2 })], { anchor: steered });

    expect(written.summary).toEqual([{ text: BURNS, citations: ['t1f1q1'] }]);
    expect(written.limitations).toEqual([]);
  });

  it('calls words in its own language missing only if the cited passages do not contain them', async () => {
    const asked = `${QUESTION} And which Whale?`;
    const tasks = [{ ...inputOf([]).tasks[0], text: asked, need: { ...need, terms: weighTermsEvenly(asked, 'en') } }];
    const written = await writeOffline([findingFrom('t1f1', BURNS)], {
      anchor: steered,
      tasks: tasks.map((task) => ({ summary: '', gaps: [], ...task })),
    });

    expect(written.limitations).toEqual([{ text: 'Keine der zitierten Textstellen enthält: Whale.', citations: [] }]);
  });

  it('calls no word missing where quotes in another language answer', async () => {
    const written = await writeOffline([findingFrom('t1f1', GERMAN, { contextTier: 1 })], {
      tasks: [
        {
          text: 'Hafenlampe?',
          need: { terms: weighTermsEvenly('Hafenlampe Füllung Stunden', 'de'), answerForm: 'open' },
          summary: '',
          gaps: [],
        },
      ],
    });

    expect(written.summary.map(({ text }) => text)).toEqual([GERMAN]);
    expect(written.limitations).toEqual([]);
  });
});
