import { type Notice, noticesOf } from '@plumbline/contracts/report/notice';
import { describe, expect, it } from 'vitest';
import { noticeWords } from '../../../activities/notices/notice-phrases.ts';

const NOTICE: Notice = {
  id: 'run-1 execution round 1',
  kind: 'research',
  runId: 'run-1',
  title: 'How long does\nthe lamp burn?',
  event: 'clarification',
  language: 'en',
  questions: ['Which lamp?'],
  subject: null,
  until: '2026-01-02T03:04:05.000Z',
};

describe('noticeWords', () => {
  it('says what is asked, until when, where and by which command it is answered', () => {
    expect(noticeWords(NOTICE, 'https://plumbline.example').text).toBe(
      [
        'How long does the lamp burn?: asks back',
        '',
        'It asks:',
        '- Which lamp?',
        '',
        'Without an answer it goes on at 2026-01-02T03:04:05.000Z.',
        'Page: https://plumbline.example/runs/run-1',
        'Command: npx plumbline answer run-1 "…"',
      ].join('\n'),
    );
  });

  it('speaks the language of the run, and names a limit', () => {
    const notice: Notice = { ...NOTICE, event: 'limit', language: 'de', questions: [], subject: 'modelCalls' };
    const { heading, text, page } = noticeWords(notice, null);

    expect(heading).toBe('[Plumbline] How long does the lamp burn?: hat eine Grenze erreicht');
    expect(text).toContain('Grenze: modelCalls');
    expect(page).toBeNull();
  });

  it('writes a title that would be a header of its own, or is too long, as one short line', () => {
    const { heading } = noticeWords({ ...NOTICE, title: `a\r\nBcc: x@example.org ${'long '.repeat(100)}` }, null);

    expect(heading).not.toMatch(/[\r\n]/);
    expect(heading.length).toBeLessThan(200);
  });

  it('refers to the list of briefings, which have no command', () => {
    const notice: Notice = { ...NOTICE, kind: 'briefing', event: 'halted', questions: [], until: null };

    expect(noticeWords(notice, 'https://plumbline.example')).toMatchObject({
      page: 'https://plumbline.example/briefings',
      command: null,
    });
  });
});

describe('noticesOf', () => {
  const progress = {
    researchId: 'run-1',
    question: 'How long?',
    language: null,
    stage: 'researching',
    pendingClarification: null,
    planToApprove: null,
    waits: [],
  } as const;
  const wait = { limit: 5, reason: 'key sk-1 refused', since: 's', until: 'u', attempts: 0 };

  it('tells of what people decide, and not of a server that comes back by itself', () => {
    const waits = [
      { ...wait, kind: 'budget', subject: 'modelCalls' },
      { ...wait, kind: 'setup', subject: 'model' },
      { ...wait, kind: 'outage', subject: 'worker' },
    ] as const;
    const notices = noticesOf({ ...progress, waits }, 'x');

    expect(notices.map(({ event, subject, until }) => [event, subject, until])).toEqual([
      ['limit', 'modelCalls', 'u'],
      ['setup', 'model', null],
    ]);
    expect(JSON.stringify(notices)).not.toContain('sk-1');
  });

  it('tells waits, and executions of a run, apart', () => {
    const asked = (round: number) => ({
      ...progress,
      pendingClarification: { round, questions: [], assumptions: [], answeredQuestionIds: [], deadline: 'd' },
    });
    const ids = [asked(1), asked(2), asked(1)].flatMap((each) => noticesOf(each, 'x').map(({ id }) => id));

    expect(new Set(ids).size).toBe(2);
    expect(noticesOf(asked(1), 'y')[0]?.id).not.toBe(ids[0]);
  });

  it('tells of an end alone', () => {
    expect(
      noticesOf({ ...progress, stage: 'failed', waits: [{ ...wait, kind: 'setup', subject: 'model' }] }, 'x'),
    ).toMatchObject([{ event: 'failed' }]);
  });
});
