import type { Steer } from '@plumbline/contracts/research/steering';
import { describe, expect, it } from 'vitest';
import { decide, nameOf } from '../../../workflows/deep-research/run/message-decisions.ts';
import { INITIAL_STATE, type RunState } from '../../../workflows/deep-research/run/run-state.ts';
import {
  addedTasks,
  isBanned,
  isDropped,
  preferredFirst,
  steeredLanguage,
  steeredThreshold,
} from '../../../workflows/domain/steering.ts';

const AT = '2026-01-02T03:04:05.000Z';
const task = (taskId: string) =>
  ({ taskId, text: `Task ${taskId}`, step: 'waiting', searches: 0, hits: 0, pages: 0, findings: 0 }) as const;
const researching: RunState = { ...INITIAL_STATE, stage: 'researching', tasks: [task('t1'), task('t2')] };

const steer = (state: RunState, payload: unknown) => decide(state, { name: 'steer', payload, at: AT });

function after(...changes: readonly Steer[]): RunState {
  return changes.reduce((state, change) => {
    const decision = steer(state, change);
    if (!decision.accepted) throw new Error(decision.reason);
    return decision.state;
  }, researching);
}

describe('steer', () => {
  it('keeps every change with its time and its effect', () => {
    const { steering } = after(
      { action: 'ban-domain', domain: 'Example.ORG' },
      { action: 'add-task', text: ' More? ' },
    );

    expect(steering).toEqual([
      {
        steer: { action: 'ban-domain', domain: 'example.org' },
        at: AT,
        effect: expect.stringContaining('example.org'),
      },
      { steer: { action: 'add-task', text: 'More?' }, at: AT, effect: expect.stringContaining('"More?"') },
    ]);
    expect(addedTasks(steering)).toEqual([{ taskId: 's1', text: 'More?', rationale: expect.any(String) }]);
  });

  it.each([
    [{ action: 'drop-task', taskId: 't7' }, 'there is no task "t7"; there are: t1, t2'],
    [{ action: 'add-task', text: 'Task t1' }, 'this task exists already'],
    [{ action: 'add-task', text: ' ' }, 'the change is invalid: text'],
    [{ action: 'set-threshold', relevanceThreshold: 1.2 }, 'the change is invalid: relevanceThreshold'],
    [{ action: 'set-language', language: 'German' }, '"german" is no language of ISO 639-1; use de or en'],
    [{ action: 'set-language', language: 'xx' }, '"xx" is no language of ISO 639-1; use de or en'],
    [{ action: 'set-language', language: '' }, '"" is no language of ISO 639-1'],
    [{ action: 'set-language' }, 'the change is invalid: language'],
    [{ action: 'ban-source', locator: 'a', extra: 1 }, 'the change is invalid'],
    [{ action: 'dance' }, 'the change is invalid: action'],
    [null, 'the change is invalid'],
  ])('refuses %j', (payload, reason) => {
    expect(steer(researching, payload)).toEqual({ accepted: false, reason: expect.stringContaining(reason) });
  });

  it.each([
    ['de', 'The report is written in German ("de").'],
    [' EN ', 'The report is written in English ("en").'],
    ['fr', 'The report is written in French ("fr"); its headings are in English where no model gives them.'],
  ])('takes the language "%s" and says what it means', (language, effect) => {
    expect(after({ action: 'set-language', language }).steering.map((step) => step.effect)).toEqual([effect]);
  });

  const ADDED: Steer = { action: 'add-task', text: 'Late' };
  const GERMAN: Steer = { action: 'set-language', language: 'de' };
  const OVER = 'it came after research was over, too late for the report';
  const WRITTEN = 'it came while the report was being written, too late to be included';
  it.each<[Partial<RunState>, Steer, string | null]>([
    [{}, ADDED, null],
    // The last findings are graded, and nothing is searched any more.
    [{ settled: 'research' }, ADDED, OVER],
    [{ settled: 'research' }, { action: 'drop-task', taskId: 't1' }, OVER],
    [{ settled: 'research' }, GERMAN, null],
    [{ stage: 'validating' }, ADDED, OVER],
    [{ stage: 'validating' }, GERMAN, null],
    [{ stage: 'validating' }, { action: 'ban-source', locator: 'lamp.md' }, null],
    // Findings are stored before the stage changes.
    [{ stage: 'validating', settled: 'material' }, GERMAN, WRITTEN],
    [{ stage: 'synthesizing' }, GERMAN, WRITTEN],
    [{ stage: 'indexing', settled: 'material' }, ADDED, WRITTEN],
  ])('in %j is asked for %j and says whether it is too late', (changes, change, reason) => {
    const decision = steer({ ...researching, ...changes }, change);

    expect(decision.accepted ? null : decision.reason).toBe(reason);
  });

  it.each([
    ['steer', { action: 'add-task', text: 'Who\n trims it?' }, 'add-task: Who trims it?'],
    ['steer', { action: 'set-threshold', relevanceThreshold: 0.4 }, 'set-threshold: 0.4'],
    ['steer', { action: 'ban-domain', domain: 'News.example' }, 'ban-domain: news.example'],
    ['steer', { action: 'fly', text: 'x' }, 'steer'],
    ['answerClarification', { text: 'brass' }, 'answerClarification'],
    ['dance '.repeat(99), null, 'dance '.repeat(99).slice(0, 160)],
  ])('of the name %s with %j is told as %s', (name, payload, told) => {
    expect(nameOf({ name, payload })).toBe(told);
  });

  it('refuses the 51st change', () => {
    const many = Array.from({ length: 50 }, (_, index): Steer => ({ action: 'ban-source', locator: `f${index}.md` }));

    expect(steer(after(...many), { action: 'ban-source', locator: 'last.md' }).accepted).toBe(false);
  });

  it('takes no more tasks than a run can hold', () => {
    const tasks = Array.from({ length: 24 }, (_, index) => task(`t${index + 1}`));

    expect(steer({ ...researching, tasks }, { action: 'add-task', text: 'One more' }).accepted).toBe(false);
  });
});

describe('what was changed', () => {
  it.each([
    ['https://example.org/a', true],
    ['https://deep.example.org:8080/a', true],
    ['https://user@example.org/a', true],
    ['https://notexample.org/a', false],
    ['https://example.org.evil.net/a', false],
    ['example.org/file.md', false],
    ['minutes/2024.md', true],
    ['minutes/2024.md.bak', false],
  ])('%s is banned: %s', (locator, banned) => {
    const { steering } = after(
      { action: 'ban-domain', domain: 'example.org' },
      { action: 'ban-source', locator: 'minutes/2024.md' },
    );

    expect(isBanned(steering, locator)).toBe(banned);
  });

  it('holds from the last change on', () => {
    const { steering } = after(
      { action: 'set-threshold', relevanceThreshold: 0.4 },
      { action: 'set-threshold', relevanceThreshold: 0.6 },
      { action: 'set-language', language: 'de' },
      { action: 'drop-task', taskId: 't2' },
    );

    expect([steeredThreshold(steering, 0.7), steeredThreshold([], 0.7)]).toEqual([0.6, 0.7]);
    expect([steeredLanguage(steering, 'en'), steeredLanguage([], 'en')]).toEqual(['de', 'en']);
    expect([isDropped(steering, 't2'), isDropped(steering, 't1')]).toEqual([true, false]);
  });

  it('puts preferred sources first and leaves the order else', () => {
    const { steering } = after(
      { action: 'prefer-source', source: 'c.md' },
      { action: 'prefer-source', source: 'example.org' },
    );
    const placed = ['a.md', 'https://www.example.org/x', 'b.md', 'c.md'].map((locator) => ({ locator }));

    const order = preferredFirst(steering, placed).map(({ locator }) => locator);

    expect(order).toEqual(['https://www.example.org/x', 'c.md', 'a.md', 'b.md']);
  });
});
