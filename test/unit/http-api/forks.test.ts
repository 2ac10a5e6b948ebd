import { describe, expect, it } from 'vitest';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';

const ID = 'research-limits-3f9a21';
const PATH = `/api/runs/${ID}/fork`;
const PLAN = { tasks: [{ taskId: 'mine', text: 'Which limits apply?' }] };

describe('forking a run', () => {
  it('starts a run with the request of the other one and the changes', async () => {
    const { api, runs } = createApiWorld();
    const changes = { from: 'research', id: 'forked', settings: { maxTasks: 5 }, addDocuments: ['docs'], plan: PLAN };

    const response = await api.request(PATH, jsonRequest(changes));

    expect(await response.json()).toMatchObject({ researchId: 'forked', attached: false });
    expect(runs.started).toMatchObject([
      {
        question: 'Which limits apply?',
        corpusDirectories: ['/srv/limits', '/srv/docs'],
        settings: { maxTasks: 5, maxRounds: 2 },
        forkedFrom: {
          researchId: ID,
          from: 'research',
          plan: { tasks: [{ taskId: 'mine' }] },
          changes: [
            { name: 'corpusDirectories', a: ['limits'], b: ['docs', 'limits'] },
            { name: 'settings.maxTasks', a: 6, b: 5 },
            { name: 'plan', a: 'kept', b: 'given' },
          ],
        },
      },
    ]);
    expect(runs.recorded).toEqual(['forked']);
  });

  it('reads of an added folder what the server offers of it', async () => {
    const fileSelections = [{ directory: '/srv/docs', include: [['*.md']], exclude: [] }];
    const { sources } = createApiWorld().context.settings;
    const { api, runs } = createApiWorld({ settings: { sources: { ...sources, fileSelections } } });

    await api.request(PATH, jsonRequest({ from: 'research', addDocuments: ['docs'] }));

    expect(runs.started).toMatchObject([{ corpusDirectories: ['/srv/limits', '/srv/docs'], fileSelections }]);
  });

  it.each([
    { flaw: 'an unknown point', body: { from: 'start' }, status: 400, detail: 'from' },
    { flaw: 'no point', body: {}, status: 400, detail: 'from' },
    { flaw: 'a path', body: { from: 'plan', addDocuments: ['/etc'] }, status: 400, detail: 'there is no "/etc"' },
    {
      flaw: 'a setting of what is kept',
      body: { from: 'synthesis', settings: { maxTasks: 3 } },
      status: 400,
      detail: 'settings.maxTasks changes nothing with from "synthesis", which keeps that part: use from "research"',
    },
    {
      flaw: 'folders that nothing reads',
      body: { from: 'synthesis', addDocuments: ['docs'] },
      status: 400,
      detail: 'addDocuments changes nothing',
    },
    { flaw: 'a plan that is made anew', body: { from: 'plan', plan: PLAN }, status: 400, detail: 'plan is researched' },
    {
      flaw: 'a setting out of range',
      body: { from: 'plan', settings: { maxTasks: 99 } },
      status: 400,
      detail: 'maxTasks',
    },
    {
      flaw: 'a point that is not reached',
      body: { from: 'synthesis' },
      status: 409,
      detail: 'has not reached synthesis',
    },
  ])('is refused with $flaw', async ({ body, status, detail }) => {
    const { api, runs } = createApiWorld();
    runs.points = ['plan', 'research'];

    const response = await api.request(PATH, jsonRequest(body));

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(detail) });
    expect(runs.started).toEqual([]);
  });

  it('is refused of a run that nobody knows', async () => {
    const { api } = createApiWorld();

    const response = await api.request('/api/runs/nobody/fork', jsonRequest({ from: 'plan' }));

    expect(response.status).toBe(404);
  });
});
