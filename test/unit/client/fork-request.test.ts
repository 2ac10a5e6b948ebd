import { FORK_POINTS } from '@plumbline/contracts/research/fork';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { describe, expect, it } from 'vitest';
import {
  createForkRequest,
  FIELD_WORDING,
  FORK_SETTINGS,
  type ForkChanges,
} from '../../../client/runs/fork-request.ts';

const BASE = researchRequestSchema.parse({
  question: 'How long does the lamp burn?',
  corpusDirectories: ['/lamp'],
  userId: 'anna',
  settings: { maxTasks: 3, driftWarning: 0.6, limits: { searches: 7 } },
});

const requestWith = (changes: ForkChanges, request = BASE) =>
  createForkRequest('base', { request, points: FORK_POINTS }, changes, FIELD_WORDING);

describe('the request of a fork', () => {
  it('is that of the other run, but for what is given', () => {
    const { forkedFrom, ...request } = requestWith({
      from: 'research',
      settings: { maxQuotes: 4, limits: { modelCalls: 9 } },
    });

    const { settings } = BASE;
    const limits = { ...settings.limits, modelCalls: 9 };
    expect(request).toEqual({ ...BASE, settings: { ...settings, maxQuotes: 4, limits } });
    expect(forkedFrom?.changes).toEqual([
      { name: 'settings.limits.modelCalls', a: 400, b: 9 },
      { name: 'settings.maxQuotes', a: 10, b: 4 },
    ]);
  });

  it('names the runs that the other one was forked from, the nearest first, and nothing of their changes', () => {
    const first = requestWith({ from: 'research', settings: { maxQuotes: 4 } });
    const second = createForkRequest(
      'first',
      { request: first, points: FORK_POINTS },
      { from: 'synthesis' },
      FIELD_WORDING,
    );

    expect(second).toEqual({
      ...first,
      forkedFrom: { researchId: 'first', from: 'synthesis', changes: [], ancestors: ['base'] },
    });
  });

  it('is the same for the same changes, so that an id stands for one fork', () => {
    const changes: ForkChanges = { from: 'plan', addedFolders: ['/minutes', '/lamp'] };

    expect(requestWith(changes)).toEqual(requestWith(changes));
    expect(requestWith(changes).corpusDirectories).toEqual(['/lamp', '/minutes']);
  });

  it('is what a run accepts as its input', () => {
    const request = requestWith({ from: 'synthesis', settings: { model: 'vendor/large:1' } });

    expect(researchRequestSchema.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
  });
});

describe('a change to what is kept', () => {
  it.each([
    [
      { from: 'synthesis', settings: { tierCaps: { tier1: 3 } } },
      'settings.tierCaps changes nothing with from "synthesis"',
    ],
    [{ from: 'research', settings: { approvePlan: true } }, 'use from "plan"'],
    [{ from: 'plan', settings: { clarify: 'always' } }, 'start a new run instead'],
    [
      { from: 'synthesis', plan: { tasks: [{ taskId: 't', text: 'x', rationale: '' }] } },
      'use it with from "research"',
    ],
    [{ from: 'research', settings: { model: 'two words' } }, 'settings.model: is the name of a model'],
  ] as const)('is refused: %j', (changes, message) => {
    expect(() => requestWith(changes as ForkChanges)).toThrow(message);
  });

  it('is none for any setting of a fork from the plan on', () => {
    for (const { path, default: value } of FORK_SETTINGS) {
      const settings = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
      expect(() => requestWith({ from: 'plan', settings })).not.toThrow();
    }
  });
});
