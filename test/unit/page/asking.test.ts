import { describe, expect, it } from 'vitest';
import {
  type AskDraft,
  draftFrom,
  emptyDraft,
  fieldOf,
  firstMessageOf,
  runRequestOf,
} from '../../../packages/page/browser/models/ask-draft.ts';
import { refusalOf } from '../../../packages/page/browser/models/refusal.ts';
import {
  byDay,
  byPeriod,
  dayIn,
  filterRuns,
  noticesBetween,
  shortTitle,
  titleOf,
  workOf,
} from '../../../packages/page/browser/models/work.ts';

const SERVED = { documents: ['docs', 'minutes'], catalogues: ['shop'], web: ['wikipedia'] };
const draftOf = (changes: Partial<AskDraft>): AskDraft => ({
  ...emptyDraft('1f'),
  question: 'Which lamp?',
  ...changes,
});

describe('a draft', () => {
  it('is found again as it was', () => {
    const draft = draftOf({
      kind: 'conversation',
      leftOut: ['docs'],
      preset: 'deep',
      limits: { pages: '30' },
      clarify: 'never',
    });

    expect(draftFrom(JSON.stringify(draft), 'other')).toEqual(draft);
  });

  it.each([null, '', '{"question":', '[1]', '"text"', '{"question":7,"limits":[],"preset":"huge","leftOut":"docs"}'])(
    'is empty where what was kept is damaged: %s',
    (stored) => {
      expect(draftFrom(stored, '1f')).toEqual(emptyDraft('1f'));
    },
  );
});

describe('the request of a run', () => {
  it('leaves out what is as the server has it, and is the same for the same draft', () => {
    const request = runRequestOf(draftOf({}), SERVED);

    expect(JSON.parse(JSON.stringify(request))).toEqual({
      id: 'research-1f',
      question: 'Which lamp?',
      preset: 'standard',
      settings: { clarify: 'auto', approvePlan: false, limits: {} },
    });
    expect(runRequestOf(draftOf({}), SERVED)).toEqual(request);
  });

  it('names what was chosen: sources, limits in the units of the API, what is no number as it stands', () => {
    const limits = { wallTimeSeconds: '1.5', pages: ' 30 ', modelCalls: 'zero', money: '' };
    const request = runRequestOf(draftOf({ leftOut: ['docs', 'gone', 'web:wikipedia'], limits }), SERVED);

    expect(request).toMatchObject({ documents: ['minutes'], web: [] });
    expect(request.settings.limits).toEqual({ wallTimeSeconds: 5_400, pages: 30, modelCalls: 'zero' });
  });

  it.each([
    ['*.pdf, {fares,berths}.*', ['*.pdf', '{fares,berths}.*']],
    ['{a,{b,c}}/*.md,x', ['{a,{b,c}}/*.md', 'x']],
    ['a{b, c', ['a{b', 'c']],
    [String.raw`a\,b.md, c`, [String.raw`a\,b.md`, 'c']],
    [' , ', undefined],
  ])('has the patterns between the commas outside of braces: %s', (typed, patterns) => {
    const draft = draftOf({ include: typed, exclude: typed });

    expect(runRequestOf(draft, SERVED)).toMatchObject({ include: patterns, exclude: patterns });
    expect(firstMessageOf(draft, SERVED)).toMatchObject({ include: patterns, exclude: patterns });
  });

  it('carries the person at a server whose tokens name no users, whose memory is used', () => {
    expect([runRequestOf(draftOf({}), SERVED, 'me'), firstMessageOf(draftOf({}), SERVED, 'me')]).toMatchObject([
      { userId: 'me' },
      { userId: 'me' },
    ]);
  });

  it('chooses catalogues in conversations alone', () => {
    const draft = draftOf({ leftOut: ['shop'], isThorough: true });

    expect(firstMessageOf(draft, SERVED)).toMatchObject({
      message: 'Which lamp?',
      messageId: '1f',
      mode: 'deep',
      catalogues: [],
    });
    expect(runRequestOf(draft, SERVED)).not.toHaveProperty('catalogues');
  });
});

describe('a refusal', () => {
  it.each([
    ['question', 'question'],
    ['message', 'question'],
    ['documents', 'sources'],
    ['corpusDirectories.0', 'sources'],
    ['include.1', 'include'],
    ['exclude', 'exclude'],
    ['settings.limits.modelCalls', 'limits.modelCalls'],
    ['settings.clarify', 'clarify'],
    ['id', 'id'],
  ])('stands beside the field that it names: %s', (path, field) => {
    expect(fieldOf(path)).toBe(field);
  });

  it('says the first thing that is wrong with a field', () => {
    const issues = ['is empty', 'has no letter'].map((message) => ({ path: 'question', message }));
    const refused = Object.assign(new Error('it does not fit'), { remedy: '', issues });

    const { detail, fields } = refusalOf(refused, fieldOf, { seeFields: 'see' });

    expect([detail, fields.get('question')]).toEqual(['see', 'is empty']);
  });

  it('stands at the end where it names none', () => {
    const refused = Object.assign(new Error('it is taken'), { remedy: 'Choose another.', issues: [] });

    expect(refusalOf(refused, fieldOf, { seeFields: 'see' })).toMatchObject({
      detail: 'it is taken',
      remedy: 'Choose another.',
    });
  });
});

describe('the runs', () => {
  const run = (researchId: string, question: string) => ({ researchId, question, name: null });
  const runs = [
    run('r1', 'Wie lange brennt die Lampe im Café?'),
    run('r2', 'Who keeps the lamp?'),
    run('r3', 'Which oil?'),
  ];
  const idsOf = (words: string) => filterRuns(runs, words).map(({ researchId }) => researchId);

  it('are found by words in any order, whatever their accents', () => {
    expect(idsOf('')).toEqual(['r1', 'r2', 'r3']);
    expect(idsOf('CAFE lampe')).toEqual(['r1']);
    expect(idsOf('r3')).toEqual(['r3']);
    expect(idsOf('lampe oil')).toEqual([]);
  });
});

describe('the work', () => {
  const label = { name: null, isPinned: false };
  const run = {
    endedAt: null,
    stage: 'published' as const,
    awaitingInput: false,
    userId: null,
    usage: null,
    findings: null,
    corpusId: null,
    advice: null,
    ...label,
  };
  const work = workOf(
    [
      { ...run, researchId: 'r1', question: 'Which lamp?', startedAt: '2026-03-01T12:00:00.000Z' },
      { ...run, researchId: 'r2', question: 'Which wick?', startedAt: '2026-03-03T12:00:00.000Z' },
    ],
    [
      {
        sessionId: 'chat',
        title: 'Who trims it?',
        startedAt: '2026-03-03T11:00:00.000Z',
        name: 'The trimmer',
        isPinned: true,
      },
    ],
  );

  it('is runs and conversations together, newest first, by day', () => {
    expect(work.map(({ path }) => path)).toEqual(['/runs/r2', '/sessions/chat', '/runs/r1']);
    expect(byDay(work).map(([, of]) => of.length)).toEqual([2, 1]);
    expect(work.map(titleOf)).toEqual(['Which wick?', 'The trimmer', 'Which lamp?']);
  });

  it('has what was asked on a report with its run, and by itself once that is gone', () => {
    const thread = {
      sessionId: 'chat-on-r2-0a1b2c',
      title: 'And then?',
      startedAt: '2026-03-04T12:00:00.000Z',
      ...label,
    };
    const r2 = { ...run, researchId: 'r2', question: 'Which wick?', startedAt: '2026-03-03T12:00:00.000Z' };

    expect(workOf([r2], [thread]).map((one) => [one.path, one.thread])).toEqual([['/runs/r2', thread.sessionId]]);
    expect(workOf([], [thread]).map(({ path }) => path)).toEqual(['/sessions/chat-on-r2-0a1b2c']);
  });

  it('is told of when a run begins to wait or ends, and never of what was not known before', () => {
    const at = (awaitingInput: boolean, endedAt: string | null = null) =>
      workOf(
        [
          {
            ...run,
            researchId: 'r1',
            question: 'Which lamp?',
            startedAt: '2026-03-01T12:00:00Z',
            awaitingInput,
            endedAt,
          },
        ],
        [],
      );
    const told = (before: ReturnType<typeof at>, after: ReturnType<typeof at>) =>
      noticesBetween(before, after).map(({ notice }) => notice);

    expect(told(at(false), at(true))).toEqual(['asks']);
    expect(told(at(true), at(true))).toEqual([]);
    expect(told(at(true), at(false, '2026-03-01T12:05:00Z'))).toEqual(['ended']);
    expect(told([], at(true))).toEqual([]);
  });

  it('is in periods for the rail: pinned first, then days, the week, and months', () => {
    const words = { pinned: 'Pinned', lastWeek: 'Last week' };
    const periodsAt = (now: string) =>
      byPeriod(work, { language: 'en', words, now: new Date(now) }).map(([heading, of]) => [heading, of.length]);

    expect(periodsAt('2026-03-03T18:00:00')).toEqual([
      ['Pinned', 1],
      ['Today', 1],
      ['Last week', 1],
    ]);
    expect(periodsAt('2026-03-04T18:00:00')[1]).toEqual(['Yesterday', 1]);
    expect(periodsAt('2026-05-04T18:00:00')).toEqual([
      ['Pinned', 1],
      ['March 2026', 2],
    ]);
  });

  it.each([
    ['en', '2026-03-03', 'today'],
    ['de', '2026-03-02', 'gestern'],
    ['en', '2026-03-01', 'March 1, 2026'],
  ])('says its day in words: %s %s', (language, day, told) => {
    expect(dayIn(language, new Date(`${day}T00:00:00`), new Date('2026-03-03T18:00:00'))).toBe(told);
  });
});

describe('a title', () => {
  const SIXTY = 'How long does the lamp burn when its wick is trimmed at noon?'.slice(0, 59) + '?';

  it.each([
    [SIXTY, SIXTY],
    [`${SIXTY} And`, 'How long does the lamp burn when its wick is trimmed at…'],
    [
      'How long does the lamp burn in an ordinary night at sea, and who trims it?',
      'How long does the lamp burn in an ordinary night at sea…',
    ],
    ['x'.repeat(90), `${'x'.repeat(59)}…`],
  ])('is at most 60 characters, whole words of the question: %s', (question, title) => {
    expect(shortTitle(question)).toBe(title);
    expect(title.length).toBeLessThanOrEqual(60);
  });
});
